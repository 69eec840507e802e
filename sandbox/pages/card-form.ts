import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import { ServiceError } from "../core/errors";
import { withoutKeyValues } from "../core/ids";
import type { World } from "../core/world";
import { parsePart } from "../http/problems";
import { accountFor } from "../objects/accounts";
import { authenticate, noteUse } from "../objects/api-keys";
import { cardFormSchema } from "../objects/cards";
import {
  behaviourSchema,
  billingDetailsSchema,
  createPaymentMethod,
  type PaymentMethod,
} from "../objects/payment-methods";

/** What the form sends: the routine's type and billing details, the typed card, and what the sandbox's issuer is to say. */
const bodySchema = z.strictObject({
  type: z.literal("card"),
  card: cardFormSchema,
  billing_details: billingDetailsSchema.default({}),
  behaviour: behaviourSchema.default(["approve"]),
});

/**
 * The merchant that the card form acts for, by the publishable key and the account that the merchant's page gave it (assumption
 * `card-form-key`).
 * @throws ServiceError `invalid_api_key`; `key_type_not_allowed` for a secret key; `account_not_accessible`; `operation_not_enabled`
 */
export function merchantOf(world: World, headers: IncomingHttpHeaders): string {
  const caller = authenticate(world, headerOf(headers, "payments-api-key"));
  noteUse(world, caller.keyId);
  if (caller.type !== "publishable") {
    throw new ServiceError(
      "key_type_not_allowed",
      "No payment method was created: this is a secret key, which belongs on a server. The card form takes a publishable key.",
      "payments-api-key",
    );
  }
  const accountId = withoutKeyValues(headerOf(headers, "payments-account"));
  return accountFor(world, caller.accountId, accountId, "merchant").id;
}

/**
 * The payment method of what was typed into the card form, a fresh single-use token. The number and the CVV end here.
 * @throws ServiceError naming the field at fault
 */
export function createFromForm(world: World, accountId: string, body: unknown): PaymentMethod {
  const { card, billing_details, behaviour } = parsePart("body", bodySchema, body);
  const input = { card, billingDetails: billing_details, behaviour };
  return world.store.transaction(() => createPaymentMethod(world, accountId, input));
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value.join(", ") : value)?.trim() ?? "";
}
