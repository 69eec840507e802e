import { z } from "zod";
import { applePayNamespace } from "../../api/contract/scope.js";
import { accountArgs, homeOutputs } from "../../lifecycle/accounts.js";
import { field } from "../../lifecycle/inputs.js";
import { shownAsSchema } from "../api-key/shown-as.js";

/** What each access means in scopes ("Resources and their fields", ApiKey: scope values). */
export const applePayAccess = {
  read: [`${applePayNamespace}:read`],
  write: [`${applePayNamespace}:write`],
  readWrite: [`${applePayNamespace}:read`, `${applePayNamespace}:write`],
} as const;
const accessNames = ["read", "write", "readWrite"] as const;

export const applePayDomainScopesArgs = z.object({
  apiKeyId: field(z.string().min(1), {
    description:
      "The secret key that gets the scopes: an id, or an `ApiKey` that names `apple_pay_domains` in its `delegatedScopes`. Create-only: another key replaces the resource.",
    createOnly: true,
    typeName: "string | ApiKey",
  }),
  access: field(z.enum(accessNames), {
    description:
      "`read`, `write` or `readWrite`: which of `apple_pay_domains:read` and `apple_pay_domains:write` the key holds.",
  }),
  ...accountArgs,
});
export type ApplePayDomainScopesArgs = z.output<typeof applePayDomainScopesArgs>;

export const applePayDomainScopesOutputs = z.object({
  apiKeyId: field(z.string(), { description: "Id of the key." }),
  access: field(z.enum(accessNames), { description: "The access, as applied." }),
  scopes: field(z.array(z.string()), {
    description: "The `apple_pay_domains` scopes that the key holds, as last read, sorted.",
    typeName: "Scope[]",
  }),
  accountId: field(z.string(), { description: "The merchant account that the key belongs to." }),
  ...homeOutputs,
});

/** What read and delete need to know and the service does not tell. */
export const applePayDomainScopesKept = z
  .object({
    /** The scopes of the namespace that the key held before; destroy puts them back. */
    found: z.array(z.string()),
    /** Creation time of the key: a list may lag behind a young one. */
    keyCreatedAt: z.string(),
    /** What the service makes of the scopes of the declared access: no difference. */
    shownAs: shownAsSchema,
  })
  .partial();
export type ApplePayDomainScopesKept = z.output<typeof applePayDomainScopesKept>;
