import { z } from "zod";
import { iso } from "../core/clock";
import { ServiceError } from "../core/errors";
import { withoutKeyValues } from "../core/ids";
import { recordTransition } from "../core/transitions";
import type { World } from "../core/world";
import { type Card, type CardBrand, cardSchema, isExpired } from "./cards";
import { hasCustomer } from "./customers";
import { textSchema } from "./text";

/** How long a token lives that is not attached: the document's "about 15 minutes", exactly (assumption `token-lifetime`). */
const tokenLifetimeMs = 15 * 60_000;
const expiryJob = "payment_method_expiry";

export const billingDetailsSchema = z.strictObject({
  name: textSchema(255).optional().meta({ description: "Name on the card" }),
  address: z
    .strictObject({
      zip: textSchema(20).optional().meta({ description: "Postal code" }),
      country: textSchema(100).optional().meta({ description: "Country" }),
    })
    .optional()
    .meta({ description: "Address of the cardholder" }),
});

const verdictSchema = z.enum(["approve", "decline"]);

/** What the card's issuer will say. */
export const behaviourSchema = z
  .union([verdictSchema, z.array(verdictSchema).min(1).max(1_000)], "must be approve, decline, or a list of these")
  .transform((behaviour) => [behaviour].flat())
  .meta({
    description: "approve, decline, or a list with one entry a charge, of which the last applies to every later charge",
  });
export type Behaviour = z.output<typeof behaviourSchema>;

export const paymentMethodSchema = z
  .object({
    id: z.string().meta({ description: "Identifier, prefixed pm_" }),
    account_id: z.string().meta({ description: "The merchant account that it belongs to" }),
    customer_id: z
      .string()
      .nullable()
      .meta({ description: "Null while it is a fresh single-use token; a customer id once attached" }),
    type: z.literal("card").meta({ description: "Kind of payment method" }),
    card: cardSchema,
    billing_details: billingDetailsSchema.meta({ description: "As typed into the form; empty if nothing was" }),
    created_at: z.iso.datetime().meta({ description: "Creation time" }),
  })
  .meta({
    id: "PaymentMethod",
    description: "A payment method. Fields besides id, customer_id and card: assumption `payment-method-record`.",
  });
export type PaymentMethod = z.output<typeof paymentMethodSchema>;

/** `used` is a token that paid once without being attached: assumption `single-use-charge`. */
type PaymentMethodState = "single_use" | "attached" | "expired" | "used";

interface PaymentMethodRow {
  id: string;
  account_id: string;
  state: PaymentMethodState;
  customer_id: string | null;
  brand: CardBrand;
  last4: string;
  exp_month: number;
  exp_year: number;
  billing_details: string;
  created_at: number;
}

/** Lets time make tokens expire that nobody attached: States and transitions, Payment method. */
export function definePaymentMethodExpiry(world: World): void {
  world.jobs.define<string>(expiryJob, {
    settle: (id) => move(world, id, "expired", "not attached within 15 minutes"),
  });
}

/**
 * A fresh single-use token, as the hosted card form makes one.
 * @throws ServiceError `invalid_parameter` for a card whose last month is over
 */
export function createPaymentMethod(
  world: World,
  accountId: string,
  input: { card: Card; billingDetails: z.output<typeof billingDetailsSchema>; behaviour: Behaviour },
): PaymentMethod {
  const now = world.clock.now();
  const { card } = input;
  if (isExpired(card, now)) {
    const field = isExpired({ ...card, exp_month: 12 }, now) ? "card.exp_year" : "card.exp_month";
    throw new ServiceError(
      "invalid_parameter",
      `${field}: the card has expired: it is ${iso(now)} by the sandbox's clock. To see an expired card declined, attach one that is still good and advance the clock past its last month.`,
      field,
    );
  }
  const id = world.ids.next("pm");
  world.store.run(
    "INSERT INTO payment_methods (id, account_id, state, brand, last4, exp_month, exp_year, billing_details, behaviour, created_at) VALUES (?, ?, 'single_use', ?, ?, ?, ?, ?, ?, ?)",
    id,
    accountId,
    card.brand,
    card.last4,
    card.exp_month,
    card.exp_year,
    JSON.stringify(input.billingDetails),
    JSON.stringify(input.behaviour),
    now,
  );
  world.jobs.schedule(now + tokenLifetimeMs, expiryJob, id);
  return findUsable(world, accountId, id)!;
}

/**
 * Attaches a token to a customer; from then on it may be used forever.
 * @throws ServiceError `not_found` for one that does not exist, is another account's, has expired or was used up, all alike;
 * `invalid_parameter` for the customer; `payment_method_attached` if it belongs to another customer
 */
export function attachPaymentMethod(world: World, accountId: string, id: string, customerId: string): PaymentMethod {
  const method = findUsable(world, accountId, id);
  if (!method) throw new ServiceError("not_found", unusable(id, accountId), "id");
  if (!hasCustomer(world, accountId, customerId)) {
    throw new ServiceError(
      "invalid_parameter",
      `customer_id: no customer "${withoutKeyValues(customerId)}" in account "${accountId}".`,
      "customer_id",
    );
  }
  if (method.customer_id === customerId) return method;
  if (method.customer_id !== null) {
    throw new ServiceError(
      "payment_method_attached",
      `Payment method "${id}" was not attached: it belongs to customer "${method.customer_id}". Make another one of the same card.`,
      "customer_id",
    );
  }
  world.store.run("UPDATE payment_methods SET customer_id = ? WHERE id = ?", customerId, id);
  move(world, id, "attached", `attached to ${customerId}`);
  world.jobs.cancel(expiryJob, id);
  return { ...method, customer_id: customerId };
}

/**
 * The payment method that a charge or subscription names.
 * @throws ServiceError `invalid_payment_method`; the very same for one that never existed and for a token that has expired (Errors)
 */
export function requirePaymentMethod(world: World, accountId: string, id: string): PaymentMethod {
  const method = findUsable(world, accountId, id);
  if (method) return method;
  throw new ServiceError("invalid_payment_method", unusable(id, accountId), "payment_method_id");
}

/** What the issuer says of the next charge; each asking counts as one. */
export function nextVerdict(world: World, id: string): Behaviour[number] {
  const { behaviour, charges } = world.store.get<{ behaviour: string; charges: number }>(
    "UPDATE payment_methods SET charges = charges + 1 WHERE id = ? RETURNING behaviour, charges",
    id,
  )!;
  const verdicts = JSON.parse(behaviour) as Behaviour;
  return verdicts[Math.min(charges, verdicts.length) - 1]!;
}

/** A token that was not attached pays once. */
export function useUp(world: World, method: PaymentMethod): void {
  if (method.customer_id !== null) return;
  move(world, method.id, "used", "paid without being attached");
  world.jobs.cancel(expiryJob, method.id);
}

/** Only what may be used. The time is checked too: the job of a clock that moves by itself may come a moment late. */
function findUsable(world: World, accountId: string, id: string): PaymentMethod | undefined {
  const row = world.store.get<PaymentMethodRow>(
    "SELECT * FROM payment_methods WHERE id = ? AND account_id = ? AND (state = 'attached' OR (state = 'single_use' AND created_at > ?))",
    id,
    accountId,
    world.clock.now() - tokenLifetimeMs,
  );
  return row && present(row);
}

function move(world: World, id: string, to: PaymentMethodState, reason: string): void {
  world.store.run("UPDATE payment_methods SET state = ? WHERE id = ?", to, id);
  recordTransition(world, { kind: "payment_method", id, from: "single_use", to, reason });
}

function unusable(id: string, accountId: string): string {
  return `No payment method "${withoutKeyValues(id)}" that can be used in account "${accountId}". A token that is not attached can be used for 15 minutes, and once.`;
}

function present(row: PaymentMethodRow): PaymentMethod {
  const { id, account_id, customer_id, brand, last4, exp_month, exp_year } = row;
  return {
    id,
    account_id,
    customer_id,
    type: "card",
    card: { brand, last4, exp_month, exp_year },
    billing_details: JSON.parse(row.billing_details) as PaymentMethod["billing_details"],
    created_at: iso(row.created_at),
  };
}
