import { z } from "zod";
import { ServiceError } from "../core/errors";
import { findAccount, partnerIdOf } from "../objects/accounts";
import { createEvent } from "../objects/events";
import { adminRoute } from "./route";

export const eventRoutes = [
  adminRoute({
    method: "POST",
    path: "/events",
    summary: "makes an event, which is delivered to the webhook endpoints",
    status: 201,
    body: z.strictObject({
      type: z
        .string()
        .regex(/^[a-z0-9_.]{1,100}$/, "must be 1 to 100 small letters, digits, dots or underscores")
        .meta({ description: "What happened, such as payout.paid" }),
      account_id: z.string().meta({ description: "Merchant account that it happened to" }),
      data: z.record(z.string(), z.unknown()).default({}).meta({ description: "Details" }),
    }),
    handle({ world }, { body: { type, account_id, data } }) {
      const account = findAccount(world, account_id);
      if (account?.kind !== "merchant")
        throw new ServiceError("invalid_parameter", `No merchant account "${account_id}".`, "account_id");
      return createEvent(world, partnerIdOf(account), { accountId: account_id, type, data });
    },
  }),
];
