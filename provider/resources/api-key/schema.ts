import { z } from "zod";
import { apiKeyTypes } from "../../api/contract/api-key-type.js";
import { canonicalScopes, documentedScopes, everyScope, namespaceOf } from "../../api/contract/scope.js";
import type { Problem } from "../../configuration/problem.js";
import { type DeletionGuard, deletionGuardSchema } from "../../configuration/settings.js";
import { accountArgs, homeOutputs } from "../../lifecycle/accounts.js";
import { field } from "../../lifecycle/inputs.js";
import { distance } from "../../text/near.js";
import { type ShownAs, shownAsSchema } from "./shown-as.js";

/** The one of the documented words that another word is a slip of, such as `api_keys:read` for `api_key:read`. */
function meantBy(word: string, documented: readonly string[]): string | undefined {
  const slipLength = 2;
  if (documented.includes(word)) return undefined;
  return documented.find((known) => known !== everyScope && distance(known, word.toLowerCase()) <= slipLength);
}

const documentedNamespaces = [...new Set(documentedScopes.map(namespaceOf))].filter((each) => each !== undefined);

const namespaceSchema = z.string().superRefine((namespace, context) => {
  const refuse = (message: string): void => context.addIssue({ code: "custom", message });
  if (!/^[\w.-]+$/.test(namespace)) return refuse("is a namespace such as apple_pay_domains, without an action");
  const meant = meantBy(namespace, documentedNamespaces);
  if (meant !== undefined) refuse(`${JSON.stringify(namespace)} is not a namespace. Did you mean "${meant}"?`);
});

const scopeSchema = z.string().superRefine((scope, context) => {
  if ((documentedScopes as readonly string[]).includes(scope)) return;
  const meant = meantBy(scope, documentedScopes);
  if (meant)
    context.addIssue({ code: "custom", message: `${JSON.stringify(scope)} is no scope; ${meant} may be meant` });
  else if (!/^[\w.-]+:[\w.*-]+$/.test(scope)) {
    context.addIssue({
      code: "custom",
      message: `${JSON.stringify(scope)} is no scope; scopes look like api_keys:read (namespace:action)`,
    });
  }
});

export const apiKeyArgs = z.object({
  type: field(z.enum(apiKeyTypes), {
    description:
      "`secret`: for servers, limited by its scopes. `publishable`: for frontends, with a small fixed set of operations. Create-only: changing it replaces the key.",
    createOnly: true,
    typeName: "ApiKeyType",
    discriminates: true,
  }),
  name: field(z.string().min(1).max(255).optional(), {
    description:
      "Label of the key. Default: `<logical name>-<tag>-<random>`, made once and kept for life; it is how a key whose creation was never answered is found again. The default of an adopted key is its live name.",
  }),
  scopes: field(
    z
      .array(scopeSchema)
      .min(1, "is empty; a service may read that as its default, every scope. Name at least one")
      .refine((scopes) => !scopes.includes(everyScope) || new Set(scopes).size === 1, "* stands alone or not at all")
      .transform(canonicalScopes)
      .optional(),
    {
      description:
        "What the key may do: a set, order and duplicates never differ. Required for secret keys, refused for publishable ones (the service ignores them there). `*` alone means everything.",
      set: true,
      typeName: "Scope[]",
      beside: { secret: "required", publishable: "refused" },
    },
  ),
  delegatedScopes: field(z.array(namespaceSchema).transform(canonicalScopes).optional(), {
    description:
      "Namespaces of scopes, such as `apple_pay_domains`, that another resource manages on this key: neither compared nor removed here.",
    set: true,
    beside: { publishable: "refused" },
    typeName: "string[]",
  }),
  adoptId: field(z.string().min(1).optional(), {
    description:
      "Id of an existing key to take over in place of creating one. Counts at the first create only; later it is never a difference.",
  }),
  adoptValue: field(z.string().min(1).optional(), {
    description:
      "Value of the adopted key, where you have it: the service shows it once only, so without it `value` can't be read.",
    secret: true,
  }),
  deleteAdopted: field(z.boolean().optional(), {
    description: "Delete an adopted key on destroy. Default: false, it is left in place.",
    default: "false",
  }),
  allowDuplicateName: field(z.boolean().optional(), {
    description:
      "Create the key though another live key has the declared `name`. Default: false, such a creation is refused, since after a lost answer nothing would tell the two apart.",
    default: "false",
  }),
  deletionGuard: field(deletionGuardSchema.optional(), {
    description:
      'Refuse to delete the key (on destroy, on removal from the program, on replacement) while it was used within so many hours; `"off"` lifts that. Counts once an `up` has recorded it. Default for a secret key: the stack\'s `payments:deletionGuard`, 24 hours; for a publishable key: off.',
    typeName: '"off" | { unusedHours: number }',
  }),
  plainValue: field(z.boolean().optional(), {
    description:
      "Show `value` as plain text. For publishable keys only, whose value is public by design. Default: false.",
    default: "false",
    beside: { secret: "refused" },
  }),
  ...accountArgs,
});
export type ApiKeyArgs = z.output<typeof apiKeyArgs>;

export const apiKeyOutputs = z.object({
  type: field(z.enum(apiKeyTypes), { description: "`secret` or `publishable`.", typeName: "ApiKeyType" }),
  name: field(z.string(), { description: "Label of the key, declared or made." }),
  scopes: field(z.array(z.string()), {
    description: "What the key may do, sorted; with delegated scopes as last read.",
    set: true,
    typeName: "Scope[]",
  }),
  value: field(z.string(), {
    description:
      "The value sent in the header `payments-api-key`: a Pulumi secret. A secret key's is shown by the service once, at creation, and kept in encrypted state ever after.",
    secret: true,
  }),
  createdAt: field(z.string().optional(), { description: "Creation time by the service, ISO 8601." }),
  updatedAt: field(z.string().optional(), {
    description: "Time of the last update by the service, ISO 8601, as last read.",
  }),
  lastUsed: field(z.string().optional(), {
    description:
      "When the key last authenticated, ISO 8601, as read at `lastUsedObservedAt`. Never a reason for a change.",
  }),
  lastUsedObservedAt: field(z.string().optional(), {
    description: "When `lastUsed` was read: at the last write or refresh, ISO 8601.",
  }),
  accountId: field(z.string(), { description: "The merchant account that the key belongs to." }),
  ...homeOutputs,
});

/** What read and delete need to know of a key and the service does not tell. */
export const apiKeyKept = z
  .object({
    /** The name that we made: wanted for life, so a refresh that accepts another into the outputs must not lose it. */
    generatedName: z.string(),
    /** Found, not created: left in place on destroy. */
    adopted: z.literal(true),
    deleteAdopted: z.literal(true),
    /** The declared guard: delete sees no arguments. */
    deletionGuard: deletionGuardSchema,
    /** The service's own spelling of what is declared: no difference. */
    shownAs: shownAsSchema,
  })
  .partial();
export type ApiKeyKept = {
  generatedName?: string | undefined;
  adopted?: true | undefined;
  deleteAdopted?: true | undefined;
  deletionGuard?: DeletionGuard | undefined;
  shownAs?: ShownAs | undefined;
};

/** What one field can't see. Pure; judges what is known. */
export function apiKeyProblems(args: Partial<ApiKeyArgs>, unusable: ReadonlySet<string>): Problem[] {
  const problems: Problem[] = [];
  const refuse = (path: string, message: string): void => {
    problems.push({ path, message });
  };
  if (args.type === "secret" && args.scopes === undefined && !unusable.has("scopes")) {
    refuse("scopes", "is required for a secret key: without it the service grants every scope");
  }
  if (args.type === "publishable") {
    if (args.scopes !== undefined)
      refuse("scopes", "the service ignores the scopes of a publishable key; leave them out");
    if (args.delegatedScopes !== undefined) refuse("delegatedScopes", "a publishable key has no scopes to delegate");
  }
  if (args.type === "secret" && args.plainValue) {
    refuse("plainValue", "the value of a secret key is never plain; it is for publishable keys only");
  }
  const delegated = new Set(args.delegatedScopes ?? []);
  // Named without a place: scopes are sorted by now, and their order is no longer the program's.
  for (const scope of args.scopes ?? []) {
    const namespace = namespaceOf(scope);
    if (scope === everyScope && delegated.size > 0) refuse("scopes", "* leaves nothing to delegate");
    else if (namespace !== undefined && delegated.has(namespace)) {
      refuse("scopes", `${scope} is inside the delegated namespace ${namespace}; declare it in one place only`);
    }
  }
  if (args.allowDuplicateName !== undefined && args.name === undefined && !unusable.has("name"))
    refuse("allowDuplicateName", "goes with name: a name that is made here is no other key's");
  for (const name of ["adoptValue", "deleteAdopted"] as const) {
    if (args[name] !== undefined && args.adoptId === undefined && !unusable.has("adoptId"))
      refuse(name, "goes with adoptId");
  }
  return problems;
}
