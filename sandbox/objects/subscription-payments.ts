import { ServiceError } from "../core/errors";
import type { World } from "../core/world";
import { findAccount, partnerIdOf } from "./accounts";
import { createEvent } from "./events";
import { confirmPaymentIntent, createPaymentIntent, type PaymentIntent, unpaidIntentOf } from "./payment-intents";
import { triggerOfAttempt } from "./subscription-billing";
import { billingOf, moveSubscription, paymentJob, requireSubscription, type Subscription } from "./subscriptions";

/** Lets time charge subscriptions: the scheduled payments and the retries of failed ones. */
export function defineSubscriptionPayments(world: World): void {
  world.jobs.define<string>(paymentJob, {
    settle(id) {
      const subscription = requireSubscription(world, undefined, id);
      if (subscription.status === "requires_confirmation") giveUp(world, subscription);
      else attempt(world, subscription);
    },
  });
}

/**
 * Confirms a payment intent. If it is that of a subscription's failed cycle, the cycle is paid with it: the document's path for retrying
 * a failed subscription payment. A decline is returned, leaves the subscription as it is and counts as none of its retries
 * (assumption `cycle-payment-intent`).
 * @throws ServiceError `payment_intent_succeeded`, `invalid_payment_method`
 */
export function confirmPayment(
  world: World,
  intent: PaymentIntent,
  paymentMethodId: string,
): PaymentIntent | ServiceError {
  const outcome = confirmPaymentIntent(world, intent, paymentMethodId);
  if (outcome instanceof ServiceError || intent.subscription_id === null) return outcome;
  const { status } = requireSubscription(world, undefined, intent.subscription_id);
  // What is owed when a subscription ends can still be paid; it stays ended.
  if (status === "past_due" || status === "unpaid") {
    moveSubscription(world, intent.subscription_id, "paid", `payment intent ${intent.id} was confirmed`);
  }
  return outcome;
}

/**
 * Confirms a subscription: from then on it waits for its first billing date (assumption `subscription-confirm`).
 * @throws ServiceError `wrong_subscription_status`; of a pending one it says that it needs no confirmation (Errors)
 */
export function confirmSubscription(world: World, { id, status }: Subscription): Subscription {
  if (status === "requires_confirmation") return moveSubscription(world, id, "confirmed", "confirmed");
  const refused = `Subscription "${id}" was not confirmed: it is ${status}`;
  if (status === "pending") {
    throw new ServiceError(
      "wrong_subscription_status",
      `${refused} and needs no confirmation. It is charged by itself at its next_payment_at.`,
      "id",
    );
  }
  const unpaid = unpaidIntentOf(world, id);
  const instead = unpaid ? ` To pay its failed cycle, confirm payment intent "${unpaid.id}".` : "";
  throw new ServiceError(
    "wrong_subscription_status",
    `${refused}, and only one that is requires_confirmation can be confirmed.${instead}`,
    "id",
  );
}

/** Charges the cycle that is due, or tries again with the payment intent that the attempt before has left. */
function attempt(world: World, { id, account_id, price, currency, payment_method_id }: Subscription): void {
  const { billing } = billingOf(world, id);
  const open = unpaidIntentOf(world, id) ?? createPaymentIntent(world, account_id, { amount: price, currency }, id);
  const outcome = confirmPaymentIntent(world, open, payment_method_id);
  const decline = outcome instanceof ServiceError ? outcome : undefined;
  const trigger = triggerOfAttempt(billing, decline === undefined);
  const paying = `payment intent ${open.id}`;
  const subscription = moveSubscription(
    world,
    id,
    trigger,
    decline ? `${paying} was declined: ${decline.code}` : `${paying} was paid`,
  );
  tell(world, account_id, decline ? "subscription.payment_failed" : "subscription.payment_succeeded", {
    subscription,
    payment_intent: decline ? open : outcome,
    ...(decline && { decline_code: decline.code }),
  });
}

/** Its first billing date has come, and nobody has confirmed it: nothing is charged. */
function giveUp(world: World, { id, account_id }: Subscription): void {
  const subscription = moveSubscription(world, id, "unconfirmed", "not confirmed before its first billing date");
  tell(world, account_id, "subscription.incomplete", { subscription });
}

/** Nobody was answered, so an event tells it: assumption `subscription-events`. */
function tell(world: World, accountId: string, type: string, data: Record<string, unknown>): void {
  createEvent(world, partnerIdOf(findAccount(world, accountId)!), { accountId, type, data });
}
