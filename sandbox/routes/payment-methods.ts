import { z } from "zod";
import { defineOperation } from "../http/operation";
import { attachPaymentMethod, paymentMethodSchema } from "../objects/payment-methods";

export const attachPaymentMethodOperation = defineOperation({
  method: "PUT",
  path: "/v1/payment-methods/{id}/attach",
  summary: "Attach a payment method to a customer; it may then be used forever",
  source: "Endpoints, Payment methods",
  assumptions: [
    "expired-token",
    "payment-method-record",
    "repeated-attach",
    "scope-names",
    "strict-parameters",
    "token-lifetime",
  ],
  scope: "payment_methods:write",
  keys: "secret",
  account: "merchant",
  status: 200,
  refusals: ["payment_method_attached"],
  params: z.object({ id: z.string().max(200).meta({ description: "Id of the payment method" }) }),
  body: z.strictObject({
    customer_id: z.string().min(1).max(200).meta({ description: "Customer to attach it to" }),
  }),
  response: paymentMethodSchema,
  handle: ({ world, account, params: { id }, body }) => attachPaymentMethod(world, account.id, id, body.customer_id),
});
