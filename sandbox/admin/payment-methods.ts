import { z } from "zod";
import { ServiceError } from "../core/errors";
import { findAccount } from "../objects/accounts";
import { cardFormSchema } from "../objects/cards";
import { behaviourSchema, billingDetailsSchema, createPaymentMethod } from "../objects/payment-methods";
import { adminRoute } from "./route";

/** Stands in for the hosted card form, which sends the card to the processor and never to the merchant. */
export const paymentMethodRoutes = [
  adminRoute({
    method: "POST",
    path: "/payment-methods",
    summary: "makes a payment method, as the hosted card form does",
    status: 201,
    body: z.strictObject({
      card: cardFormSchema,
      billing_details: billingDetailsSchema.default({}),
      behaviour: behaviourSchema.default(["approve"]),
      account_id: z.string().optional().meta({ description: "Merchant account; the seed's unless given" }),
    }),
    handle({ world, seed }, { body: { card, billing_details, behaviour, account_id = seed.accountId } }) {
      if (findAccount(world, account_id)?.kind !== "merchant")
        throw new ServiceError("invalid_parameter", `No merchant account "${account_id}".`, "account_id");
      return createPaymentMethod(world, account_id, { card, billingDetails: billing_details, behaviour });
    },
  }),
];
