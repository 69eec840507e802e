import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { ServiceError } from "../core/errors";
import { withoutKeyValues } from "../core/ids";
import type { Engine } from "../engine";
import { parsePart } from "../http/problems";
import { accountFor } from "../objects/accounts";
import { authenticate } from "../objects/api-keys";
import { cardFormSchema } from "../objects/cards";
import { behaviourSchema, billingDetailsSchema, createPaymentMethod } from "../objects/payment-methods";

/** What the form sends: the routine's type and billing details, the typed card, and what the sandbox's issuer is to say. */
const bodySchema = z.strictObject({
  type: z.literal("card"),
  card: cardFormSchema,
  billing_details: billingDetailsSchema.default({}),
  behaviour: behaviourSchema.default(["approve"]),
});

/**
 * Where the hosted card form sends what was typed, with the publishable key and the account of the merchant's page (assumption
 * `card-form-key`). It answers the payment method, a fresh single-use token; the number and the CVV end here.
 */
export function registerCardForm(app: FastifyInstance, { world }: Engine): void {
  const merchants = new WeakMap<FastifyRequest, string>();
  app.post("/_sandbox/card-form", {
    onRequest: async (request) => {
      const caller = authenticate(world, header(request, "payments-api-key"));
      if (caller.type !== "publishable") {
        throw new ServiceError(
          "key_type_not_allowed",
          "No payment method was created: this is a secret key, which belongs on a server. The card form takes a publishable key.",
          "payments-api-key",
        );
      }
      const accountId = withoutKeyValues(header(request, "payments-account"));
      merchants.set(request, accountFor(world, caller.accountId, accountId, "merchant").id);
    },
    handler: async (request, reply) => {
      const { card, billing_details, behaviour } = parsePart("body", bodySchema, request.body);
      const input = { card, billingDetails: billing_details, behaviour };
      const accountId = merchants.get(request)!;
      const method = world.store.transaction(() => createPaymentMethod(world, accountId, input));
      return reply.code(201).send(method);
    },
  });
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return (Array.isArray(value) ? value.join(", ") : value)?.trim() ?? "";
}
