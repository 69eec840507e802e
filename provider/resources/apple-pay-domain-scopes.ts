import { PaymentServiceError } from "../api/errors.js";
import type { ApiKeyLookup, Observation } from "../api/service.js";
import { noSuchKey } from "../guards/adopt.js";
import type { KeyUpdate } from "../guards/guard.js";
import { defineResource } from "../lifecycle/field-table.js";
import type { Made, PlannedCreate, PlannedWrite, Scene, Stored } from "../lifecycle/resource.js";
import {
  type ApplePayDomainScopesArgs,
  type ApplePayDomainScopesKept,
  applePayAccess,
  applePayDomainScopesFields,
  applePayDomainScopesKept,
  compareApplePayScopes,
  type LiveScopes,
  refusalsFor,
  scopesWith,
} from "./apple-pay-domain-scopes/fields.js";
import { type Applied, applyScopes, putBack, valueUnknown } from "./apple-pay-domain-scopes/write.js";

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
  const repairedHere = scene.memory.object({ account: scene.account, className: "ApiKey", id }).isPlanned === true;
  return { state: "found", live: { keyId: id, type, all: scopes, repairedHere } };
}

/** A replacement on the same key finds what its predecessor wrote; what that one found is what was there before. */
function foundAtFirst(scene: Scene, { apiKeyId }: ApplePayDomainScopesArgs): string[] | undefined {
  const before = scene.memory.object({ account: scene.account, className, id: apiKeyId }).kept;
  return applePayDomainScopesKept.safeParse(before).data?.found;
}

/** The namespace's scopes on the key become these. */
const updateOf = (id: string, lookup: ApiKeyLookup, held: readonly string[] | undefined): KeyUpdate => ({
  write: "update",
  id,
  lookup,
  known: valueUnknown,
  path: "access",
  merge: ({ scopes }) => ({ scopes: scopesWith(scopes, held) }),
});

function plannedWrites({
  id,
  args,
  live,
  stored,
  replaces,
  removes,
}: PlannedWrite<ApplePayDomainScopesArgs, LiveScopes, ApplePayDomainScopesKept>): KeyUpdate[] {
  if (live === undefined || (replaces && !removes) || (!replaces && args.access === undefined)) return [];
  return [updateOf(id, lookupOf(stored), replaces ? stored.kept.found : applePayAccess[args.access!])];
}

async function planCreate(
  scene: Scene,
  { apiKeyId, access }: Partial<ApplePayDomainScopesArgs>,
): Promise<PlannedCreate> {
  if (apiKeyId === undefined) return { writes: [] };
  const sight = await observe(scene, apiKeyId, nothingStored);
  if (sight.state === "unknown") throw sight.error;
  const messages =
    sight.state === "found"
      ? refusalsFor(sight.live)
      : [noSuchKey("apiKeyId", apiKeyId, scene.account.accountId, sight.why)];
  const problems = messages.map((message) => ({ path: "apiKeyId", message }));
  const isPlanned = problems.length === 0 && access !== undefined;
  return { problems, writes: isPlanned ? [updateOf(apiKeyId, {}, applePayAccess[access])] : [] };
}

function made(
  { apiKeyId, access }: ApplePayDomainScopesArgs,
  { after, inDoubt }: Applied,
  kept: ApplePayDomainScopesKept,
): Made<ApplePayDomainScopesKept> {
  const result = { id: apiKeyId, outputs: { apiKeyId, access, scopes: after }, kept };
  return inDoubt === undefined ? result : { ...result, unfinished: inDoubt };
}

export const applePayDomainScopes = defineResource<ApplePayDomainScopesArgs, LiveScopes, ApplePayDomainScopesKept>({
  className,
  noun: "Apple Pay scopes of API key",
  description:
    "Only the `apple_pay_domains:*` scopes of one key. Adds and removes just those, leaves the key's others alone, and puts back on destroy what it found.",
  fields: applePayDomainScopesFields,
  kept: applePayDomainScopesKept,
  namedBy: "apiKeyId",
  scopedKeys: ({ apiKeyId }) => (apiKeyId === undefined ? [] : [apiKeyId]),
  goneAdvice: "The scopes went with their key; they are set anew on the key that the program names.",
  restore: "name a key that is there",
  partOf: "ApiKey",

  planCreate,
  plannedWrites,
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

  async change(scene, { id, args, stored, fields }) {
    if (!fields.has("access")) return { id, outputs: { ...stored.outputs }, kept: stored.kept };
    const applied = await applyScopes(scene, args, stored);
    const { shownAs: _, ...kept } = stored.kept;
    const { outputs, ...rest } = made(args, applied, {
      ...kept,
      ...(applied.shownAs && { shownAs: applied.shownAs }),
    });
    return { ...rest, outputs: { ...stored.outputs, ...outputs } };
  },

  async remove(scene, id, stored) {
    try {
      return await putBack(scene, id, stored, lookupOf(stored));
    } catch (error) {
      if (!PaymentServiceError.isInstance(error) || error.code !== "not-found") throw error;
      return `API key ${id} is gone, and its scopes with it`;
    }
  },
});
