import { z } from "zod";
import type { ApiKeyRecord, UpdateApiKeyBody } from "../../api/contract/api-key";
import { type ApiKeyType, apiKeyTypes } from "../../api/contract/api-key-type";
import { canonicalScopes, documentedScopes, everyScope, namespaceOf } from "../../api/contract/scope";
import { deletionGuardSchema } from "../../configuration/settings";
import { accountFields } from "../../lifecycle/accounts";
import { differencesOf, inputsOf, observedOutputs, outputsOf, restoredFields } from "../../lifecycle/field-table";
import { field } from "../../lifecycle/inputs";
import type { Comparison, RecordedState, TableField } from "../../lifecycle/resource";
import { isRecorded } from "../../lifecycle/state";
import { distance } from "../../text/near";
import { areScopesAsShown, isNameAsShown, shownAsFor, shownAsSchema } from "./normalization";

/** The one of the documented words that another word is a slip of, such as `api_keys:read` for `api_key:read`. */
function meantBy(word: string, documented: readonly string[]): string | undefined {
  const slipLength = 2;
  if (documented.includes(word)) return undefined;
  return documented.find((known) => known !== everyScope && distance(known, word.toLowerCase()) <= slipLength);
}

const documentedNamespaces = [...new Set(documentedScopes.map(namespaceOf))].filter((each) => each !== undefined);

const namespaceSchema = z.string().superRefine((namespace, context) => {
  const refuse = (message: string): void => context.addIssue({ code: "custom", message });
  if (!/^[\w.-]+$/.test(namespace)) return refuse("must be a namespace such as apple_pay_domains, without an action");
  const meant = meantBy(namespace, documentedNamespaces);
  if (meant !== undefined) refuse(`${JSON.stringify(namespace)} is not a namespace. Did you mean "${meant}"?`);
});

const scopeSchema = z.string().superRefine((scope, context) => {
  if ((documentedScopes as readonly string[]).includes(scope)) return;
  const meant = meantBy(scope, documentedScopes);
  if (meant)
    context.addIssue({ code: "custom", message: `${JSON.stringify(scope)} is not a scope. Did you mean "${meant}"?` });
  else if (!/^[\w.-]+:[\w.*-]+$/.test(scope)) {
    context.addIssue({
      code: "custom",
      message: `${JSON.stringify(scope)} is not a scope. Write it as namespace:action, such as api_keys:read`,
    });
  }
});

/** Scopes in namespaces that another resource manages on this key, and the rest. */
export function split(
  scopes: readonly string[],
  delegated: readonly string[] = [],
): { own: string[]; delegated: string[] } {
  const isDelegated = (scope: string): boolean => {
    const namespace = namespaceOf(scope);
    return namespace !== undefined && delegated.includes(namespace);
  };
  return {
    own: canonicalScopes(scopes.filter((scope) => !isDelegated(scope))),
    delegated: canonicalScopes(scopes.filter(isDelegated)),
  };
}

interface DeclaredScopes {
  scopes?: readonly string[];
  delegatedScopes?: readonly string[];
}

const recordedType = ({ outputs }: RecordedState<ApiKeyPrivateState>): ApiKeyType | undefined =>
  apiKeyTypes.find((type) => type === outputs.type);

/** What read and delete need to know of a key and the service does not tell. */
export const apiKeyPrivateState = z
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
export type ApiKeyPrivateState = z.output<typeof apiKeyPrivateState>;

/** Every field of an API key. A new one is an entry here, in the contract's schema, and in the tests. */
export const apiKeyFields = {
  type: {
    input: field(z.enum(apiKeyTypes), {
      description:
        "`secret`: for servers, limited by its scopes. `publishable`: for frontends, with a small fixed set of operations. Create-only: changing it replaces the key.",
      createOnly: true,
      typeName: "ApiKeyType",
      discriminates: true,
    }),
    output: field(z.enum(apiKeyTypes), { description: "`secret` or `publishable`.", typeName: "ApiKeyType" }),
    // A type never changes: an answer that says so must not cost the value.
    observe: (live, recorded) => recordedType(recorded) ?? live.type,
    restore: (output) => apiKeyTypes.find((type) => type === output) ?? "secret",
  },
  name: {
    input: field(z.string().min(1).max(255).optional(), {
      description:
        "Label of the key. Default: `<logical name>-<tag>-<random>`, made once and kept for life; it is how a key whose creation was never answered is found again. The default of an adopted key is its live name.",
    }),
    output: field(z.string(), { description: "Label of the key, declared or made." }),
    observe: ({ name }) => name,
    restore: (output) => (typeof output === "string" ? output : ""),
    comparison: {
      // A generated name is wanted for life; a declared one as declared; else whatever the key is called.
      desired: ({ name }: { name?: string }, { privateState }) => name ?? privateState.generatedName,
      live: ({ name }) => name,
      isNormalized: ({ shownAs = {} }, desired: string, live: string) => isNameAsShown(shownAs, desired, live),
      write: (name: string) => ({ name }),
    },
  },
  scopes: {
    input: field(
      z
        .array(scopeSchema)
        .min(1, "is empty, and the service may read that as every scope. Name at least one")
        .refine(
          (scopes) => !scopes.includes(everyScope) || new Set(scopes).size === 1,
          "* cannot be combined with other scopes. Leave the others out",
        )
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
    output: field(z.array(z.string()), {
      description: "What the key may do, sorted; with delegated scopes as last read.",
      set: true,
      typeName: "Scope[]",
      mergedWith: "delegatedScopes",
    }),
    observe: ({ scopes }) => canonicalScopes(scopes),
    restore: (output) => (Array.isArray(output) ? output.filter((scope) => typeof scope === "string") : []),
    comparison: {
      desired: ({ scopes }: DeclaredScopes, _, live) =>
        live.type === "secret" && scopes !== undefined ? canonicalScopes(scopes) : undefined,
      live: ({ scopes }, { delegatedScopes }: DeclaredScopes) => split(scopes, delegatedScopes).own,
      isNormalized: ({ shownAs = {} }, desired: string[], live: string[]) => areScopesAsShown(shownAs, desired, live),
      write: (scopes: string[], live, { delegatedScopes }: DeclaredScopes) => ({
        scopes: canonicalScopes([...scopes, ...split(live.scopes, delegatedScopes).delegated]),
      }),
    },
  },
  delegatedScopes: {
    input: field(z.array(namespaceSchema).transform(canonicalScopes).optional(), {
      description:
        "Namespaces of scopes, such as `apple_pay_domains`, that another resource manages on this key: neither compared nor removed here.",
      set: true,
      beside: { publishable: "refused" },
      typeName: "string[]",
    }),
  },
  adoptId: {
    input: field(z.string().min(1).optional(), {
      description:
        "Id of an existing key to take over in place of creating one. Counts at the first create only; later it is never a difference.",
    }),
  },
  adoptValue: {
    input: field(z.string().min(1).optional(), {
      description:
        "Value of the adopted key, where you have it: the service shows it once only, so without it `value` can't be read.",
      secret: true,
    }),
  },
  deleteAdopted: {
    input: field(z.boolean().optional(), {
      description: "Delete an adopted key on destroy. Default: false, it is left in place.",
      default: "false",
    }),
  },
  allowDuplicateName: {
    input: field(z.boolean().optional(), {
      description:
        "Create the key though another live key has the declared `name`. Default: false, such a creation is refused, since after a lost answer nothing would tell the two apart.",
      default: "false",
    }),
  },
  deletionGuard: {
    input: field(deletionGuardSchema.optional(), {
      description:
        'Refuse to delete the key (on destroy, on removal from the program, on replacement) while it was used within so many hours; `"off"` lifts that. Counts once an `up` has recorded it. Default for a secret key: the stack\'s `payments:deletionGuard`, 24 hours; for a publishable key: off.',
      typeName: '"off" | { unusedHours: number }',
    }),
  },
  plainValue: {
    input: field(z.boolean().optional(), {
      description:
        "Show `value` as plain text. For publishable keys only, whose value is public by design. Default: false.",
      default: "false",
      beside: { secret: "refused" },
    }),
  },
  value: {
    output: field(z.string(), {
      description:
        "The value sent in the header `payments-api-key`: a Pulumi secret. A secret key's is shown by the service once, at creation, and kept in encrypted state ever after.",
      secret: true,
      plainIf: "plainValue",
    }),
    // A reading never brings the value of a secret key, whatever it looks like there: masked, cut, null or left out.
    observe: (live, recorded) =>
      (recordedType(recorded) ?? live.type) === "publishable"
        ? (live.value ?? recorded.outputs.value)
        : recorded.outputs.value,
  },
  createdAt: {
    output: field(z.string().optional(), { description: "Creation time by the service, ISO 8601." }),
    observe: (live, { outputs }) => live.createdAt ?? outputs.createdAt,
  },
  updatedAt: {
    output: field(z.string().optional(), {
      description: "Time of the last update by the service, ISO 8601, as last read.",
    }),
    observe: (live, { outputs }) => live.updatedAt ?? outputs.updatedAt,
  },
  lastUsed: {
    output: field(z.string().optional(), {
      description:
        "When the key last authenticated, ISO 8601, as read at `lastUsedObservedAt`. Never a reason for a change.",
    }),
    observe: (live, { outputs }) => live.lastUsed ?? outputs.lastUsed,
  },
  lastUsedObservedAt: {
    output: field(z.string().optional(), {
      description: "When `lastUsed` was read: at the last write or refresh, ISO 8601.",
    }),
  },
  ...accountFields("The merchant account that the key belongs to."),
} satisfies Record<string, TableField<ApiKeyRecord, ApiKeyPrivateState>>;

export const apiKeyArgs = inputsOf(apiKeyFields);
export type ApiKeyArgs = z.output<typeof apiKeyArgs>;
export const apiKeyOutputs = outputsOf(apiKeyFields);

/** A live key against the declared one. Pure; shared by preview, adoption and the write itself. */
export function compareApiKey(
  args: Partial<ApiKeyArgs>,
  live: ApiKeyRecord,
  recorded: RecordedState<ApiKeyPrivateState>,
): Comparison {
  const differences = differencesOf(apiKeyFields, args, live, recorded).map(({ body: _, ...each }) => each);
  const { name } = recorded.outputs;
  const isDeclared = (args.name ?? recorded.privateState.generatedName) !== undefined;
  // Nobody wants either name, so nothing is planned; yet state hands one on that the key has no more.
  if (isDeclared || typeof name !== "string" || isRecorded(live.name, name)) return { differences, notes: [] };
  const note = `API key ${live.id} is now named ${JSON.stringify(live.name)}, and state records ${JSON.stringify(name)}. The program declares no name, so the key keeps it; 'pulumi refresh' records it.`;
  return { differences, notes: [note] };
}

/** What to write so that the key is as declared, delegated scopes kept as they are now. Undefined: nothing. Pure. */
export function apiKeyUpdate(
  args: Partial<ApiKeyArgs>,
  live: ApiKeyRecord,
  recorded: RecordedState<ApiKeyPrivateState>,
  fields: ReadonlySet<string> = new Set(Object.keys(apiKeyFields)),
): UpdateApiKeyBody | undefined {
  const differing = differencesOf(apiKeyFields, args, live, recorded).filter(({ field: name }) => fields.has(name));
  return differing.length === 0 ? undefined : Object.assign({}, ...differing.map(({ body }) => body));
}

/** What state holds of a key after a reading. */
export const apiKeyOutputsOf = (
  live: ApiKeyRecord,
  recorded: RecordedState<ApiKeyPrivateState>,
  observedAt: string,
): Record<string, unknown> => ({
  ...observedOutputs(apiKeyFields, live, recorded),
  lastUsedObservedAt: observedAt,
});

/** The key as state last knew it, for where nobody looked. */
export const apiKeyLiveOf = (recorded: RecordedState<ApiKeyPrivateState>, id: string): ApiKeyRecord =>
  ({ id, ...restoredFields(apiKeyFields, recorded) }) as ApiKeyRecord;

/** What is kept for these arguments beside what is kept for life. Pure. */
export function apiKeyPrivateStateFor(
  args: Partial<ApiKeyArgs>,
  privateState: Partial<ApiKeyPrivateState>,
): ApiKeyPrivateState {
  const desired: ApiKeyPrivateState = {};
  if (privateState.generatedName) desired.generatedName = privateState.generatedName;
  if (privateState.adopted) desired.adopted = true;
  if (privateState.adopted && args.deleteAdopted) desired.deleteAdopted = true;
  if (args.deletionGuard !== undefined) desired.deletionGuard = args.deletionGuard;
  const name = args.name ?? privateState.generatedName;
  const shownAs = privateState.shownAs && shownAsFor(privateState.shownAs, { name, scopes: args.scopes });
  if (shownAs !== undefined) desired.shownAs = shownAs;
  return desired;
}
