import { z } from "zod";
import type { ApiKeyRecord } from "../api/contract/api-key.js";
import { canonicalScopes, everyScope, namespaceOf, sameScopes } from "../api/contract/scope.js";
import { type ErrorCode, PaymentServiceError } from "../api/errors.js";
import type { Observation } from "../api/service.js";
import { accountArgs, homeOutputs } from "../lifecycle/accounts.js";
import { Refusal } from "../lifecycle/failure.js";
import { field } from "../lifecycle/inputs.js";
import type { Comparison, ResourceDefinition, Scene, Stored } from "../lifecycle/resource.js";
import { credentialProblems } from "./api-key/create.js";

const className = "ApplePayDomainScopes";

/** The namespace of scopes that this resource owns on its key. */
export const applePayNamespace = "apple_pay_domains";

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

const kept = z.object({ found: z.array(z.string()) }).partial();
export interface ApplePayKept {
  /** The scopes of the namespace that the key held before; destroy puts them back. */
  found?: string[] | undefined;
}

export interface LiveScopes {
  keyId: string;
  type: ApiKeyRecord["type"];
  all: readonly string[];
  /** An ApiKey of this run changes the key: it puts the key's own scopes back before these are looked at again. */
  repairedHere: boolean;
}

const inNamespace = (scopes: readonly string[]): string[] =>
  canonicalScopes(scopes.filter((scope) => namespaceOf(scope) === applePayNamespace));
const outsideNamespace = (scopes: readonly string[]): string[] =>
  canonicalScopes(scopes.filter((scope) => namespaceOf(scope) !== applePayNamespace));
const liveScopes = (key: ApiKeyRecord, scene: Scene): LiveScopes => ({
  keyId: key.id,
  type: key.type,
  all: key.scopes,
  repairedHere: scene.memory.isPlanned({ account: scene.account, className: "ApiKey", id: key.id }),
});

/** Why the live key can't be given these scopes. Pure. */
function refusalsFor(live: LiveScopes): string[] {
  if (live.type === "publishable") {
    return [`API key ${live.keyId} is publishable: the service ignores its scopes. Name a secret key.`];
  }
  if (live.all.includes(everyScope)) {
    return [
      `API key ${live.keyId} holds *, which is every scope already: adding to it means nothing and removing from it is not possible. Give the key explicit scopes first.`,
    ];
  }
  return [];
}

async function observe(scene: Scene, id: string): Promise<Observation<LiveScopes>> {
  const sight = await scene.account.apiKeys.observe(id);
  return sight.state === "found" ? { state: "found", live: liveScopes(sight.live, scene) } : sight;
}

function compare(args: Partial<ApplePayDomainScopesArgs>, live: LiveScopes): Comparison {
  const wanted = args.access === undefined ? [] : canonicalScopes(applePayAccess[args.access]);
  if (live.all.includes(everyScope) && live.repairedHere) {
    const advice = "The key holds every scope; its ApiKey puts the declared ones back first.";
    return {
      differences: [{ field: "scopes", argument: "access", wanted, live: [everyScope], advice, repairable: true }],
    };
  }
  const refusals = refusalsFor(live);
  if (refusals.length > 0 || args.access === undefined) return { differences: [], refusals };
  const held = inNamespace(live.all);
  if (sameScopes(wanted, held)) return { differences: [] };
  return { differences: [{ field: "scopes", argument: "access", wanted, live: held, repairable: true }] };
}

interface Applied {
  before: string[];
  after: string[];
  /** Why it is not known whether the scopes were written. */
  inDoubt?: string;
}

/** Codes with which a service says that it wrote nothing. */
const definiteRefusals: ReadonlySet<ErrorCode> = new Set([
  "unauthorized",
  "forbidden",
  "not-found",
  "method-not-allowed",
  "not-enabled-for-account",
  "conflict",
  "invalid-request",
  "rate-limited",
]);

/** A read that failed says nothing of the write before it. */
function nothingWasWritten({ code, details }: PaymentServiceError): boolean {
  return !details.attempt.operation.startsWith("GET ") && definiteRefusals.has(code);
}

/** Writes the namespace's scopes on the key, its other scopes as they are now. */
async function apply(scene: Scene, args: ApplePayDomainScopesArgs): Promise<Applied> {
  let before: string[] | undefined;
  try {
    const live = await scene.account.apiKeys.modify(args.apiKeyId, (now) => {
      const refusals = refusalsFor(liveScopes(now, scene));
      if (refusals.length > 0) throw new Refusal(refusals.join("\n"));
      before = inNamespace(now.scopes);
      const scopes = canonicalScopes([...outsideNamespace(now.scopes), ...applePayAccess[args.access]]);
      return sameScopes(scopes, now.scopes) ? undefined : { scopes };
    });
    return { before: before ?? [], after: inNamespace(live.scopes) };
  } catch (error) {
    // What was found must not be lost with the answer: the next run would take its own scopes for found ones.
    if (before === undefined || !PaymentServiceError.isInstance(error) || nothingWasWritten(error)) throw error;
    const inDoubt = `whether the scopes of API key ${args.apiKeyId} were written is not known: ${error.message} Run 'pulumi up' again: it compares with what is live.`;
    return { before, after: canonicalScopes(applePayAccess[args.access]), inDoubt };
  }
}

const outputsFor = (args: ApplePayDomainScopesArgs, scopes: string[]): Record<string, unknown> => ({
  apiKeyId: args.apiKeyId,
  access: args.access,
  scopes,
});

/** A replacement on the same key finds what its predecessor wrote; what that one found is what was there before. */
function foundAtFirst(scene: Scene, { apiKeyId }: ApplePayDomainScopesArgs): string[] | undefined {
  const before = scene.memory.keptOf({ account: scene.account, className, id: apiKeyId });
  return kept.safeParse(before).data?.found;
}

async function putBack(scene: Scene, id: string, stored: Stored<ApplePayKept>): Promise<string | undefined> {
  let line: string | undefined;
  await scene.account.apiKeys.modify(id, (now) => {
    if (now.scopes.includes(everyScope)) {
      line = `API key ${id} holds * by now, which is every scope: it is left as it is`;
      return undefined;
    }
    const scopes = canonicalScopes([...outsideNamespace(now.scopes), ...(stored.kept.found ?? [])]);
    if (scopes.length === 0) {
      throw new Refusal(
        `API key ${id} would be left without any scope, which a service may read as its default, every scope. Either delete the key (if it is managed here, destroy it in the same run), or give it another scope first; 'pulumi state delete' forgets this resource and leaves the key as it is.`,
      );
    }
    return sameScopes(scopes, now.scopes) ? undefined : { scopes };
  });
  return line;
}

export const applePayDomainScopes: ResourceDefinition<ApplePayDomainScopesArgs, LiveScopes, ApplePayKept> = {
  className,
  noun: "Apple Pay domain scopes of API key",
  description:
    "Only the `apple_pay_domains:*` scopes of one key. Adds and removes just those, leaves the key's others alone, and puts back on destroy what it found.",
  args: applePayDomainScopesArgs,
  outputs: applePayDomainScopesOutputs,
  kept,
  problems: () => [],
  claims: ({ apiKeyId }) => (apiKeyId === undefined ? [] : [`apiKeyId ${apiKeyId}`]),
  goneAdvice: "The scopes went with their key; they are set anew on the key that the program names.",

  async preconditions(scene, args) {
    const problems = await credentialProblems(scene);
    if (args.apiKeyId === undefined) return problems;
    const sight = await observe(scene, args.apiKeyId);
    if (sight.state === "unknown") throw sight.error;
    const messages =
      sight.state === "found"
        ? refusalsFor(sight.live)
        : [`there is no API key ${args.apiKeyId} in account ${scene.account.accountId} (${sight.why})`];
    return [...problems, ...messages.map((message) => ({ path: "apiKeyId", message }))];
  },

  writeProblems: credentialProblems,
  observe,
  compare,
  liveOf: (stored, id) => ({
    keyId: id,
    type: "secret",
    repairedHere: false,
    all: Array.isArray(stored.outputs.scopes) ? stored.outputs.scopes.map(String) : [],
  }),

  async create(scene, args) {
    const { before, after, inDoubt } = await apply(scene, args);
    const made = {
      id: args.apiKeyId,
      outputs: outputsFor(args, after),
      kept: { found: foundAtFirst(scene, args) ?? before },
    };
    return inDoubt === undefined ? made : { ...made, unfinished: inDoubt };
  },

  async change(scene, id, args, stored, fields) {
    if (!fields.has("access")) return { id, outputs: { ...stored.outputs }, kept: stored.kept };
    const { after, inDoubt } = await apply(scene, args);
    const made = { id, outputs: { ...stored.outputs, ...outputsFor(args, after) }, kept: stored.kept };
    return inDoubt === undefined ? made : { ...made, unfinished: inDoubt };
  },

  keptFor: (_args, before) => before,
  outputsOf: (live, stored) => ({ ...stored.outputs, scopes: inNamespace(live.all) }),

  async remove(scene, id, stored) {
    try {
      return await putBack(scene, id, stored);
    } catch (error) {
      if (!PaymentServiceError.isInstance(error) || error.code !== "not-found") throw error;
      return `API key ${id} is gone, and its scopes with it`;
    }
  },
};
