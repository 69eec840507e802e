import { z } from "zod";
import { iso } from "../core/clock";
import { ServiceError } from "../core/errors";
import { withoutKeyValues } from "../core/ids";
import { recordTransition } from "../core/transitions";
import { wholeNumberSchema } from "../core/whole-number";
import type { World } from "../core/world";
import {
  anchorSchema,
  type BillingSchedule,
  type IntervalUnit,
  intervalUnitSchema,
  longestInterval,
} from "./billing-calendar";
import { hasCustomer } from "./customers";
import { amountSchema, currencySchema } from "./payment-intents";
import { requirePaymentMethod } from "./payment-methods";
import { type Billing, billingAfter, firstBilling } from "./subscription-billing";
import {
  type SubscriptionStatus,
  type SubscriptionTrigger,
  subscriptionMoves,
  subscriptionStatusSchema,
} from "./subscription-states";

/** Falls due at `next_payment_at`; its payload is the subscription's id. */
export const paymentJob = "subscription_payment";

const interval = {
  interval_unit: intervalUnitSchema.meta({
    description: "Unit of the billing interval (assumption `interval-values`)",
  }),
  interval_count: wholeNumberSchema(1, longestInterval).meta({
    description: `Number of interval units per cycle, 1 to ${longestInterval}`,
  }),
};

export const createSubscriptionSchema = z.strictObject({
  customer_id: z.string().min(1).max(200).meta({ description: "Customer being billed" }),
  payment_method_id: z.string().min(1).max(200).meta({ description: "Payment method of the customer, attached" }),
  currency: currencySchema,
  price: amountSchema.meta({ description: "Price per billing interval, in the currency's smallest unit" }),
  ...interval,
  billing_cycle_anchor: anchorSchema.meta({
    description: "When billing cycles are anchored: a date (midnight UTC) or a full timestamp with its offset",
  }),
});
export type CreateSubscription = z.output<typeof createSubscriptionSchema>;

export const subscriptionSchema = z
  .object({
    id: z.string().meta({ description: "Identifier, prefixed sub_" }),
    account_id: z.string().meta({ description: "The merchant account that it belongs to" }),
    customer_id: z.string().meta({ description: "Customer being billed" }),
    payment_method_id: z.string().meta({ description: "Attached payment method used for charges" }),
    currency: currencySchema,
    price: z.int().meta({ description: "Price per billing interval, in the currency's smallest unit" }),
    ...interval,
    billing_cycle_anchor: z.iso
      .datetime()
      .meta({ description: "When billing cycles are anchored, as an instant in UTC" }),
    status: subscriptionStatusSchema.meta({ description: "See States and transitions" }),
    next_payment_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Time of the next payment, a retry's too, in UTC; null while none is planned" }),
    created_at: z.iso.datetime().meta({ description: "Creation time" }),
  })
  .meta({
    id: "Subscription",
    description:
      "A subscription. account_id, created_at and null for next_payment_at: assumption `subscription-record`.",
  });
export type Subscription = z.output<typeof subscriptionSchema>;

interface SubscriptionRow {
  id: string;
  account_id: string;
  customer_id: string;
  payment_method_id: string;
  currency: string;
  price: number;
  interval_unit: IntervalUnit;
  interval_count: number;
  anchor: number;
  status: SubscriptionStatus;
  paused_in: SubscriptionStatus | null;
  cycle: number;
  declines: number;
  next_payment_at: number | null;
  created_at: number;
}

/**
 * A subscription that waits for its first billing date. A second call makes a second one: there is no duplicate protection (Errors).
 * @throws ServiceError `invalid_parameter` for the customer; `invalid_payment_method`
 */
export function createSubscription(world: World, accountId: string, input: CreateSubscription): Subscription {
  const { customer_id, payment_method_id } = input;
  if (!hasCustomer(world, accountId, customer_id)) {
    throw new ServiceError(
      "invalid_parameter",
      `customer_id: no customer "${withoutKeyValues(customer_id)}" in account "${accountId}".`,
      "customer_id",
    );
  }
  requireAttached(world, accountId, payment_method_id, customer_id);
  const id = world.ids.next("sub");
  const now = world.clock.now();
  const billing = firstBilling(
    {
      anchorMs: input.billing_cycle_anchor,
      intervalUnit: input.interval_unit,
      intervalCount: input.interval_count,
    },
    now,
  );
  world.store.run(
    "INSERT INTO subscriptions (id, account_id, customer_id, payment_method_id, currency, price, interval_unit, interval_count, anchor, status, cycle, declines, next_payment_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    id,
    accountId,
    customer_id,
    payment_method_id,
    input.currency,
    input.price,
    input.interval_unit,
    input.interval_count,
    input.billing_cycle_anchor,
    billing.status,
    billing.cycle,
    billing.declines,
    billing.nextPaymentAtMs,
    now,
  );
  plan(world, id, billing.nextPaymentAtMs);
  return requireSubscription(world, accountId, id);
}

/** @throws ServiceError `invalid_payment_method` for one that is not attached to the customer: assumption `subscription-payment-method` */
function requireAttached(world: World, accountId: string, id: string, customerId: string): void {
  const { customer_id } = requirePaymentMethod(world, accountId, id);
  if (customer_id === customerId) return;
  const owner = customer_id === null ? "is attached to nobody" : `is attached to customer "${customer_id}"`;
  throw new ServiceError(
    "invalid_payment_method",
    `Payment method "${id}" cannot pay for customer "${customerId}": it ${owner}. Attach one with PUT /v1/payment-methods/{id}/attach first.`,
    "payment_method_id",
  );
}

/**
 * A subscription by id; of any account if none is named.
 * @throws ServiceError `not_found`, also for that of another account.
 */
export function requireSubscription(world: World, accountId: string | undefined, id: string): Subscription {
  const row = findRow(world, id);
  if (row && (accountId === undefined || row.account_id === accountId)) return present(row);
  const where = accountId === undefined ? "" : ` in account "${accountId}"`;
  throw new ServiceError("not_found", `No subscription "${withoutKeyValues(id)}"${where}.`, "id");
}

/** Oldest first; of every account if none is named. */
export function listSubscriptions(world: World, accountId: string | undefined): Subscription[] {
  return world.store
    .all<SubscriptionRow>(
      "SELECT * FROM subscriptions WHERE ?1 IS NULL OR account_id = ?1 ORDER BY seq",
      accountId ?? null,
    )
    .map(present);
}

/** Where a subscription stands, and by which calendar. */
export function billingOf(world: World, id: string): { billing: Billing; schedule: BillingSchedule } {
  const row = findRow(world, id)!;
  return {
    billing: {
      status: row.status,
      pausedIn: row.paused_in,
      cycle: row.cycle,
      declines: row.declines,
      nextPaymentAtMs: row.next_payment_at,
    },
    schedule: { anchorMs: row.anchor, intervalUnit: row.interval_unit, intervalCount: row.interval_count },
  };
}

/**
 * Moves a subscription on and plans what it does by itself next.
 * @throws ServiceError `wrong_subscription_status` where the trigger may not happen
 */
export function moveSubscription(
  world: World,
  id: string,
  trigger: Exclude<SubscriptionTrigger, "created">,
  reason: string,
): Subscription {
  const { billing, schedule } = billingOf(world, id);
  const moved = billingAfter(billing, trigger, schedule, world.clock.now());
  if (!moved) {
    throw new ServiceError(
      "wrong_subscription_status",
      `Subscription "${id}" is ${billing.status}: "${trigger}" is for one that is ${subscriptionMoves[trigger].from.join(", ")}.`,
      "id",
    );
  }
  world.store.run(
    "UPDATE subscriptions SET status = ?, paused_in = ?, cycle = ?, declines = ?, next_payment_at = ? WHERE id = ?",
    moved.status,
    moved.pausedIn,
    moved.cycle,
    moved.declines,
    moved.nextPaymentAtMs,
    id,
  );
  if (moved.status !== billing.status) {
    recordTransition(world, { kind: "subscription", id, from: billing.status, to: moved.status, reason });
  }
  plan(world, id, moved.nextPaymentAtMs);
  return requireSubscription(world, undefined, id);
}

/** The one job of a subscription. */
function plan(world: World, id: string, atMs: number | null): void {
  world.jobs.cancel(paymentJob, id);
  if (atMs !== null) world.jobs.schedule(atMs, paymentJob, id);
}

function findRow(world: World, id: string): SubscriptionRow | undefined {
  return world.store.get<SubscriptionRow>("SELECT * FROM subscriptions WHERE id = ?", id);
}

function present(row: SubscriptionRow): Subscription {
  const { id, account_id, customer_id, payment_method_id, currency, price, interval_unit, interval_count } = row;
  return {
    id,
    account_id,
    customer_id,
    payment_method_id,
    currency,
    price,
    interval_unit,
    interval_count,
    billing_cycle_anchor: iso(row.anchor),
    status: row.status,
    next_payment_at: row.next_payment_at === null ? null : iso(row.next_payment_at),
    created_at: iso(row.created_at),
  };
}
