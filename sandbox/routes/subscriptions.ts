import { z } from "zod";
import { defineOperation } from "../http/operation";
import { confirmSubscription } from "../objects/subscription-payments";
import {
  createSubscription,
  createSubscriptionSchema,
  requireSubscription,
  subscriptionSchema,
} from "../objects/subscriptions";

const common = {
  method: "POST",
  scope: "subscriptions:write",
  keys: "secret",
  account: "merchant",
  status: 201,
  response: subscriptionSchema,
} as const;

export const createSubscriptionOperation = defineOperation({
  ...common,
  path: "/v1/subscriptions",
  summary: "Create a subscription",
  source: "Endpoints, Subscriptions",
  assumptions: [
    "amount-unit",
    "anchor-calendar",
    "anchor-forms",
    "anchor-in-the-past",
    "expired-token",
    "interval-values",
    "scope-names",
    "strict-parameters",
    "subscription-inputs",
    "subscription-payment-method",
    "subscription-record",
  ],
  refusals: ["invalid_payment_method"],
  body: createSubscriptionSchema,
  handle: ({ world, account, body }) => createSubscription(world, account.id, body),
});

export const confirmSubscriptionOperation = defineOperation({
  ...common,
  path: "/v1/subscriptions/{id}/confirm",
  summary: "Confirm a subscription that requires confirmation",
  source: "States and transitions, Subscription",
  assumptions: ["scope-names", "subscription-confirm", "subscription-record", "subscription-transitions"],
  refusals: ["wrong_subscription_status"],
  params: z.object({ id: z.string().max(200).meta({ description: "Id of the subscription" }) }),
  handle: ({ world, account, params: { id } }) =>
    confirmSubscription(world, requireSubscription(world, account.id, id)),
});
