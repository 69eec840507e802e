import { z } from "zod";
import { accountKindSchema, createAccount } from "../objects/accounts";
import { adminRoute } from "./route";

export const accountRoutes = [
  adminRoute({
    method: "POST",
    path: "/accounts",
    summary: "makes a partner or a merchant account",
    status: 201,
    body: z.strictObject({ kind: accountKindSchema }),
    handle: ({ world, seed }, { body: { kind } }) =>
      createAccount(world, kind, kind === "merchant" ? seed.partnerAccountId : null),
  }),
];
