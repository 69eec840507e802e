import { z } from "zod";
import { paymentIntentsOf } from "../objects/payment-intents";
import { handTriggerSchema } from "../objects/subscription-states";
import { listSubscriptions, moveSubscription, requireSubscription } from "../objects/subscriptions";
import { adminRoute } from "./route";

/** Subscriptions as a merchant's dashboard shows and moves them: the document shows no operation for either. */
export const subscriptionRoutes = [
  adminRoute({
    method: "GET",
    path: "/subscriptions",
    summary: "lists subscriptions",
    query: z.strictObject({
      account_id: z.string().min(1).optional().meta({ description: "Merchant account; all of them unless given" }),
    }),
    handle: ({ world }, { query: { account_id } }) => listSubscriptions(world, account_id),
  }),
  adminRoute({
    method: "GET",
    path: "/subscriptions/{id}",
    summary: "a subscription with the payment intents of its cycles",
    params: z.object({ id: z.string() }),
    handle: ({ world }, { params: { id } }) => ({
      ...requireSubscription(world, undefined, id),
      payment_intents: paymentIntentsOf(world, id),
    }),
  }),
  adminRoute({
    method: "POST",
    path: "/subscriptions/{id}/{action}",
    summary: `moves a subscription by hand: ${handTriggerSchema.options.join(", ")}`,
    params: z.object({ id: z.string(), action: handTriggerSchema }),
    handle: ({ world }, { params: { id, action } }) =>
      moveSubscription(world, requireSubscription(world, undefined, id).id, action, "set by the admin interface"),
  }),
];
