import { PaymentServiceError } from "../api/errors";
import type { ApiKeyLookup, Observation } from "../api/service";
import { noSuchKey } from "../guards/adopt";
import type { KeyUpdate } from "../guards/guard";
import { defineResource } from "../lifecycle/field-table";
import { Refusal } from "../lifecycle/refusal";
import type { CreateResult, PlannedCreate, PlannedWrite, RecordedState, ResourceContext } from "../lifecycle/resource";
import { keyPlace } from "../lifecycle/run-registry";
import {
  type ApplePayDomainScopesArgs,
  type ApplePayDomainScopesPrivateState,
  accessOf,
  applePayAccess,
  applePayDomainScopesFields,
  applePayDomainScopesPrivateState,
  compareApplePayScopes,
  inNamespace,
  type LiveScopes,
  refusalsFor,
  scopesWith,
} from "./apple-pay-domain-scopes/fields";
import { type Applied, applyScopes, putBack, valueUnknown } from "./apple-pay-domain-scopes/write";

const className = "ApplePayDomainScopes";
const nothingStored: RecordedState<ApplePayDomainScopesPrivateState> = { outputs: {}, privateState: {} };

const lookupOf = ({ privateState }: RecordedState<ApplePayDomainScopesPrivateState>): ApiKeyLookup => ({
  createdAt: privateState.keyCreatedAt,
});

async function observe(
  context: ResourceContext,
  id: string,
  recorded: RecordedState<ApplePayDomainScopesPrivateState>,
): Promise<Observation<LiveScopes>> {
  const observation = await context.account.apiKeys.observe(id, lookupOf(recorded));
  if (observation.state !== "found") return observation;
  const { type, scopes } = observation.live;
  const repairedHere = context.registry.object(keyPlace(context.account, id)).isPlanned === true;
  return { state: "found", live: { keyId: id, type, all: scopes, repairedHere } };
}

/** A replacement on the same key finds what its predecessor wrote; what that one found is what was there before. */
function foundAtFirst(context: ResourceContext, { apiKeyId }: ApplePayDomainScopesArgs): string[] | undefined {
  const before = context.registry.object({ account: context.account, className, id: apiKeyId }).privateState;
  return applePayDomainScopesPrivateState.safeParse(before).data?.found;
}

/** The namespace's scopes on the key become these. */
const updateOf = (id: string, lookup: ApiKeyLookup, previous: readonly string[] | undefined): KeyUpdate => ({
  write: "update",
  id,
  lookup,
  known: valueUnknown,
  path: "access",
  merge: ({ scopes }) => ({ scopes: scopesWith(scopes, previous) }),
});

function plannedWrites({
  id,
  args,
  live,
  recorded,
  replaces,
  removes,
}: PlannedWrite<ApplePayDomainScopesArgs, LiveScopes, ApplePayDomainScopesPrivateState>): KeyUpdate[] {
  if (live === undefined || (replaces && !removes) || (!replaces && args.access === undefined)) return [];
  return [updateOf(id, lookupOf(recorded), replaces ? recorded.privateState.found : applePayAccess[args.access!])];
}

async function planCreate(
  context: ResourceContext,
  { apiKeyId, access }: Partial<ApplePayDomainScopesArgs>,
): Promise<PlannedCreate> {
  if (apiKeyId === undefined) return { writes: [] };
  const observation = await observe(context, apiKeyId, nothingStored);
  if (observation.state === "unknown") throw observation.error;
  const messages =
    observation.state === "found"
      ? refusalsFor(observation.live)
      : [noSuchKey("apiKeyId", apiKeyId, context.account.accountId, observation.why)];
  const problems = messages.map((message) => ({ path: "apiKeyId", message }));
  const isPlanned = problems.length === 0 && access !== undefined;
  return { problems, writes: isPlanned ? [updateOf(apiKeyId, {}, applePayAccess[access])] : [] };
}

function resultOf(
  { apiKeyId, access }: ApplePayDomainScopesArgs,
  { after, inDoubt }: Applied,
  privateState: ApplePayDomainScopesPrivateState,
): CreateResult<ApplePayDomainScopesPrivateState> {
  const result = { id: apiKeyId, outputs: { apiKeyId, access, scopes: after }, privateState };
  return inDoubt === undefined ? result : { ...result, unfinished: inDoubt };
}

export const applePayDomainScopes = defineResource<
  ApplePayDomainScopesArgs,
  LiveScopes,
  ApplePayDomainScopesPrivateState
>({
  className,
  noun: "Apple Pay scopes of API key",
  description:
    "Only the `apple_pay_domains:*` scopes of one key. Adds and removes just those, leaves the key's others alone, and puts back on destroy what it found.",
  fields: applePayDomainScopesFields,
  privateState: applePayDomainScopesPrivateState,
  namedBy: "apiKeyId",
  keys: { scopedBy: ({ apiKeyId }) => (apiKeyId === undefined ? [] : [apiKeyId]), plannedWrites },
  gone: {
    advice: "The scopes went with their key. They are set again on the key that the program names.",
    restore: "name a key that is there",
  },
  partOf: "ApiKey",

  planCreate,
  observe,
  async importObject(context, id) {
    const observation = await context.account.apiKeys.observe(id);
    if (observation.state !== "found") return observation;
    const { createdAt, scopes: all } = observation.live;
    const [refusal] = refusalsFor({ keyId: id, type: observation.live.type, all });
    if (refusal !== undefined) throw new Refusal(refusal);
    const found = inNamespace(all);
    const access = accessOf(found);
    if (access === undefined)
      throw new Refusal(
        `API key ${id} holds no apple_pay_domains scopes that an access stands for. Declare the resource without importing it: up adds them.`,
      );
    const privateState = { found, ...(createdAt !== undefined && { keyCreatedAt: createdAt }) };
    const live = { id, args: { apiKeyId: id, access }, outputs: { apiKeyId: id, access, scopes: found }, privateState };
    return { state: "found", live };
  },
  compare: compareApplePayScopes,
  liveOf: (recorded, id) => ({
    keyId: id,
    type: "secret",
    repairedHere: false,
    all: Array.isArray(recorded.outputs.scopes) ? recorded.outputs.scopes.map(String) : [],
  }),

  async create(context, args) {
    const applied = await applyScopes(context, args);
    const found = foundAtFirst(context, args) ?? applied.before;
    const { keyCreatedAt, shownAs } = applied;
    const privateState = { found, ...(keyCreatedAt && { keyCreatedAt }), ...(shownAs && { shownAs }) };
    return resultOf(args, applied, privateState);
  },

  async change(context, { id, args, recorded, fields }) {
    if (!fields.has("access")) return { id, outputs: { ...recorded.outputs }, privateState: recorded.privateState };
    const applied = await applyScopes(context, args, recorded);
    const { shownAs: _, ...privateState } = recorded.privateState;
    const { outputs, ...rest } = resultOf(args, applied, {
      ...privateState,
      ...(applied.shownAs && { shownAs: applied.shownAs }),
    });
    return { ...rest, outputs: { ...recorded.outputs, ...outputs } };
  },

  async remove(context, id, recorded) {
    try {
      return await putBack(context, id, recorded, lookupOf(recorded));
    } catch (error) {
      if (!PaymentServiceError.isInstance(error) || error.code !== "not-found") throw error;
      return `API key ${id} is gone, and its scopes with it`;
    }
  },
});
