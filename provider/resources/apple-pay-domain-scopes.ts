import { PaymentServiceError } from "../api/errors.js";
import type { ApiKeyLookup, Observation } from "../api/service.js";
import type { Problem } from "../configuration/problem.js";
import type { ReadInputs } from "../lifecycle/inputs.js";
import type { Made, PlannedWrite, ResourceDefinition, Scene, Stored } from "../lifecycle/resource.js";
import { noSuchKey } from "./api-key/adopt.js";
import { credentialProblems } from "./api-key/credential-problems.js";
import { narrowingRefusals, narrows, selfVerdict } from "./api-key/lock-out.js";
import {
  compareApplePayScopes,
  inNamespace,
  type LiveScopes,
  refusalsFor,
  scopesWith,
} from "./apple-pay-domain-scopes/compare.js";
import {
  type ApplePayDomainScopesArgs,
  type ApplePayDomainScopesKept,
  applePayAccess,
  applePayDomainScopesArgs,
  applePayDomainScopesKept,
  applePayDomainScopesOutputs,
} from "./apple-pay-domain-scopes/schema.js";
import { type Applied, applyScopes, putBack, valueUnknown } from "./apple-pay-domain-scopes/write.js";
import { scopeConflicts } from "./scope-conflicts.js";

const className = "ApplePayDomainScopes";
const nothingStored: Stored<ApplePayDomainScopesKept> = { outputs: {}, kept: {} };

const lookupOf = ({ kept }: Stored<ApplePayDomainScopesKept>): ApiKeyLookup => ({ createdAt: kept.keyCreatedAt });

async function observe(
  scene: Scene,
  id: string,
  stored: Stored<ApplePayDomainScopesKept>,
): Promise<Observation<LiveScopes>> {
  const sight = await scene.account.apiKeys.observe(id, lookupOf(stored));
  if (sight.state !== "found") return sight;
  const { type, scopes } = sight.live;
  const repairedHere = scene.memory.isPlanned({ account: scene.account, className: "ApiKey", id });
  return { state: "found", live: { keyId: id, type, all: scopes, repairedHere } };
}

/** A replacement on the same key finds what its predecessor wrote; what that one found is what was there before. */
function foundAtFirst(scene: Scene, { apiKeyId }: ApplePayDomainScopesArgs): string[] | undefined {
  const before = scene.memory.keptOf({ account: scene.account, className, id: apiKeyId });
  return applePayDomainScopesKept.safeParse(before).data?.found;
}

/** Why the key's scopes may not become these: it may be what the run authenticates with. */
async function narrowingProblems(scene: Scene, live: LiveScopes, next: readonly string[]): Promise<Problem[]> {
  const key = { id: live.keyId, type: live.type, scopes: [...live.all] };
  if (!narrows(key.scopes, next)) return [];
  const self = await selfVerdict(scene, live.keyId, valueUnknown);
  return narrowingRefusals(scene, key, next, self).map((message) => ({ path: "access", message }));
}

/** Why a planned write on the key would be refused. */
async function writeProblems(
  scene: Scene,
  {
    args,
    live,
    stored,
    replaces,
    removes,
  }: PlannedWrite<ApplePayDomainScopesArgs, LiveScopes, ApplePayDomainScopesKept>,
): Promise<Problem[]> {
  const problems = await credentialProblems(scene);
  if (live === undefined) return problems;
  if (replaces && !removes) return problems;
  if (!replaces && args.access === undefined) return problems;
  const held = replaces ? stored.kept.found : applePayAccess[args.access!];
  return [...problems, ...(await narrowingProblems(scene, live, scopesWith(live.all, held)))];
}

function made(
  { apiKeyId, access }: ApplePayDomainScopesArgs,
  { after, inDoubt }: Applied,
  kept: ApplePayDomainScopesKept,
): Made<ApplePayDomainScopesKept> {
  const result = { id: apiKeyId, outputs: { apiKeyId, access, scopes: after }, kept };
  return inDoubt === undefined ? result : { ...result, unfinished: inDoubt };
}

export const applePayDomainScopes: ResourceDefinition<ApplePayDomainScopesArgs, LiveScopes, ApplePayDomainScopesKept> =
  {
    className,
    noun: "Apple Pay domain scopes of API key",
    description:
      "Only the `apple_pay_domains:*` scopes of one key. Adds and removes just those, leaves the key's others alone, and puts back on destroy what it found.",
    args: applePayDomainScopesArgs,
    outputs: applePayDomainScopesOutputs,
    kept: applePayDomainScopesKept,
    claims: ({ apiKeyId }) => (apiKeyId === undefined ? [] : [`apiKeyId ${apiKeyId}`]),
    conflicts: (run, read) => {
      const { apiKeyId } = read.known;
      return scopeConflicts(run, className, read as ReadInputs<object>, apiKeyId === undefined ? [] : [apiKeyId]);
    },
    goneAdvice: "The scopes went with their key; they are set anew on the key that the program names.",

    async preconditions(scene, args) {
      const problems = await credentialProblems(scene);
      if (args.apiKeyId === undefined) return problems;
      const sight = await observe(scene, args.apiKeyId, nothingStored);
      if (sight.state === "unknown") throw sight.error;
      const messages =
        sight.state === "found"
          ? refusalsFor(sight.live)
          : [noSuchKey("apiKeyId", args.apiKeyId, scene.account.accountId, sight.why)];
      const refusals = messages.map((message) => ({ path: "apiKeyId", message }));
      if (sight.state !== "found" || refusals.length > 0 || args.access === undefined)
        return [...problems, ...refusals];
      const next = scopesWith(sight.live.all, applePayAccess[args.access]);
      return [...problems, ...(await narrowingProblems(scene, sight.live, next))];
    },

    writeProblems,
    observe,
    compare: compareApplePayScopes,
    liveOf: (stored, id) => ({
      keyId: id,
      type: "secret",
      repairedHere: false,
      all: Array.isArray(stored.outputs.scopes) ? stored.outputs.scopes.map(String) : [],
    }),

    async create(scene, args) {
      const applied = await applyScopes(scene, args);
      const found = foundAtFirst(scene, args) ?? applied.before;
      const { keyCreatedAt, shownAs } = applied;
      const kept = { found, ...(keyCreatedAt && { keyCreatedAt }), ...(shownAs && { shownAs }) };
      return made(args, applied, kept);
    },

    async change(scene, id, args, stored, fields) {
      if (!fields.has("access")) return { id, outputs: { ...stored.outputs }, kept: stored.kept };
      const applied = await applyScopes(scene, args, stored);
      const { shownAs: _, ...kept } = stored.kept;
      const { outputs, ...rest } = made(args, applied, {
        ...kept,
        ...(applied.shownAs && { shownAs: applied.shownAs }),
      });
      return { ...rest, outputs: { ...stored.outputs, ...outputs } };
    },

    outputsOf: (live, stored) => ({ ...stored.outputs, scopes: inNamespace(live.all) }),

    async remove(scene, id, stored) {
      try {
        return await putBack(scene, id, stored, lookupOf(stored));
      } catch (error) {
        if (!PaymentServiceError.isInstance(error) || error.code !== "not-found") throw error;
        return `API key ${id} is gone, and its scopes with it`;
      }
    },
  };
