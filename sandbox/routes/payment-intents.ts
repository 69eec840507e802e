import { z } from "zod";
import { defineOperation } from "../http/operation";
import {
  createPaymentIntent,
  createPaymentIntentSchema,
  paymentIntentSchema,
  requirePaymentIntent,
} from "../objects/payment-intents";
import { confirmPayment } from "../objects/subscription-payments";

const common = {
  method: "POST",
  source: "Endpoints, Payment intents",
  scope: "payment_intents:write",
  account: "merchant",
  status: 201,
  response: paymentIntentSchema,
} as const;

export const createPaymentIntentOperation = defineOperation({
  ...common,
  path: "/v1/payment-intents",
  summary: "Create a payment intent",
  assumptions: ["amount-unit", "payment-intent-inputs", "payment-intent-record", "scope-names", "strict-parameters"],
  keys: "secret",
  body: createPaymentIntentSchema,
  handle: ({ world, account, body }) => createPaymentIntent(world, account.id, body),
});

export const confirmPaymentIntentOperation = defineOperation({
  ...common,
  path: "/v1/payment-intents/{id}/confirm",
  summary: "Confirm a payment intent: charge a payment method with its amount",
  assumptions: [
    "card-expiry",
    "confirm-paid-intent",
    "cycle-payment-intent",
    "declined-charge",
    "expired-token",
    "payment-intent-record",
    "publishable-set",
    "scope-names",
    "single-use-charge",
    "strict-parameters",
  ],
  keys: "any",
  refusals: ["invalid_payment_method", "card_declined", "expired_card", "payment_intent_succeeded"],
  params: z.object({ id: z.string().max(200).meta({ description: "Id of the payment intent" }) }),
  body: z.strictObject({
    payment_method_id: z.string().min(1).max(200).meta({ description: "Payment method to charge" }),
  }),
  handle: ({ world, account, params: { id }, body }) =>
    confirmPayment(world, requirePaymentIntent(world, account.id, id), body.payment_method_id),
});
