import { z } from "zod";
import { iso } from "../core/clock";
import { ServiceError } from "../core/errors";
import { withoutKeyValues } from "../core/ids";
import { recordTransition } from "../core/transitions";
import { wholeNumberSchema } from "../core/whole-number";
import type { World } from "../core/world";
import { charge } from "./charges";
import { requirePaymentMethod } from "./payment-methods";

/** So large that no currency needs more, and small enough that sums stay exact. */
const largestAmount = 999_999_999_999;

const typesSchema = z
  .array(z.literal("card", "must be card: the sandbox charges nothing else"))
  .length(1, 'must be ["card"]');

/** An amount as callers give it: assumption `amount-unit`. */
export const amountSchema = wholeNumberSchema(1, largestAmount);

export const currencySchema = z
  .string()
  .regex(/^[a-z]{3}$/, "must be three small letters, such as usd")
  .meta({ description: "Currency code, three small letters" });

export const createPaymentIntentSchema = z.strictObject({
  amount: amountSchema.meta({ description: "Amount to charge, in the currency's smallest unit" }),
  currency: currencySchema,
  payment_method_types: typesSchema
    .default(["card"])
    .meta({ description: 'Accepted payment method kinds; ["card"], also if it is left out' }),
});
export type CreatePaymentIntent = z.output<typeof createPaymentIntentSchema>;

export const paymentIntentSchema = z
  .object({
    id: z.string().meta({ description: "Identifier, prefixed pi_" }),
    account_id: z.string().meta({ description: "The merchant account that it belongs to" }),
    amount: z.int().meta({ description: "Amount to charge, in the currency's smallest unit" }),
    currency: currencySchema,
    payment_method_types: typesSchema.meta({ description: "Accepted payment method kinds" }),
    status: z.enum(["requires_payment_method", "succeeded"]).meta({ description: "Whether it was paid" }),
    payment_method_id: z.string().nullable().meta({ description: "What paid it; null before" }),
    subscription_id: z
      .string()
      .nullable()
      .meta({ description: "The subscription whose cycle it pays; null for a one-off payment" }),
    amount_received: z.int().optional().meta({ description: "Amount received; absent before a confirmation succeeds" }),
    created_at: z.iso.datetime().meta({ description: "Creation time" }),
  })
  .meta({
    id: "PaymentIntent",
    description:
      "A payment intent. account_id, payment_method_id, subscription_id and created_at: assumption `payment-intent-record`.",
  });
export type PaymentIntent = z.output<typeof paymentIntentSchema>;

interface PaymentIntentRow {
  id: string;
  account_id: string;
  amount: number;
  currency: string;
  status: PaymentIntent["status"];
  payment_method_id: string | null;
  subscription_id: string | null;
  amount_received: number | null;
  created_at: number;
}

const columns =
  "id, account_id, amount, currency, status, payment_method_id, subscription_id, amount_received, created_at";

/** `subscriptionId`: the subscription whose cycle it is to pay, if it is not a one-off payment. */
export function createPaymentIntent(
  world: World,
  accountId: string,
  input: Pick<CreatePaymentIntent, "amount" | "currency">,
  subscriptionId: string | null = null,
): PaymentIntent {
  const row: PaymentIntentRow = {
    id: world.ids.next("pi"),
    account_id: accountId,
    amount: input.amount,
    currency: input.currency,
    status: "requires_payment_method",
    payment_method_id: null,
    subscription_id: subscriptionId,
    amount_received: null,
    created_at: world.clock.now(),
  };
  world.store.run(
    "INSERT INTO payment_intents (id, account_id, amount, currency, status, subscription_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    row.id,
    row.account_id,
    row.amount,
    row.currency,
    row.status,
    row.subscription_id,
    row.created_at,
  );
  return present(row);
}

/** The payment intents of a subscription's cycles, oldest first. */
export function paymentIntentsOf(world: World, subscriptionId: string): PaymentIntent[] {
  return world.store
    .all<PaymentIntentRow>(
      `SELECT ${columns} FROM payment_intents WHERE subscription_id = ? ORDER BY seq`,
      subscriptionId,
    )
    .map(present);
}

/** The payment intent of a subscription that is not paid yet; there is never more than one. */
export function unpaidIntentOf(world: World, subscriptionId: string): PaymentIntent | undefined {
  const row = world.store.get<PaymentIntentRow>(
    `SELECT ${columns} FROM payment_intents WHERE subscription_id = ? AND status = 'requires_payment_method'`,
    subscriptionId,
  );
  return row && present(row);
}

/**
 * A payment intent of one account, by id.
 * @throws ServiceError `not_found`, also for that of another account.
 */
export function requirePaymentIntent(world: World, accountId: string, id: string): PaymentIntent {
  const row = world.store.get<PaymentIntentRow>(
    `SELECT ${columns} FROM payment_intents WHERE id = ? AND account_id = ?`,
    id,
    accountId,
  );
  if (row) return present(row);
  throw new ServiceError("not_found", `No payment intent "${withoutKeyValues(id)}" in account "${accountId}".`, "id");
}

/**
 * Charges the payment method with the intent's amount. A decline is returned, not thrown, since the charge did take place; the intent
 * stays as it was and may be confirmed again (assumption `declined-charge`).
 * @throws ServiceError `payment_intent_succeeded` for one that is paid, `invalid_payment_method`
 */
export function confirmPaymentIntent(
  world: World,
  intent: PaymentIntent,
  paymentMethodId: string,
): PaymentIntent | ServiceError {
  if (intent.status === "succeeded") {
    throw new ServiceError(
      "payment_intent_succeeded",
      `Payment intent "${intent.id}" was not confirmed: it is paid already, and nothing was charged. Create another one to charge again.`,
      "id",
    );
  }
  const method = requirePaymentMethod(world, intent.account_id, paymentMethodId);
  const outcome = charge(world, method);
  if (outcome !== "succeeded") {
    return new ServiceError(
      outcome.code,
      `Payment intent "${intent.id}" was not paid: ${outcome.message}. Confirm it with another payment method, or try again later.`,
      "payment_method_id",
    );
  }
  world.store.run(
    "UPDATE payment_intents SET status = 'succeeded', payment_method_id = ?, amount_received = amount WHERE id = ?",
    method.id,
    intent.id,
  );
  recordTransition(world, {
    kind: "payment_intent",
    id: intent.id,
    from: intent.status,
    to: "succeeded",
    reason: `charged to ${method.id}`,
  });
  return requirePaymentIntent(world, intent.account_id, intent.id);
}

function present({ amount_received, created_at, ...row }: PaymentIntentRow): PaymentIntent {
  return {
    ...row,
    payment_method_types: ["card"],
    ...(amount_received === null ? {} : { amount_received }),
    created_at: iso(created_at),
  };
}
