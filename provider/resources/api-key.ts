import type { ApiKeyRecord } from "../api/contract/api-key";
import { canonicalScopes } from "../api/contract/scope";
import type { ModifiedKey } from "../api/service";
import type { DeletionGuard } from "../configuration/settings";
import type { KeyDeletion, KeyUpdate, KnownValue } from "../guards/guard";
import { deleteKey, updateKey } from "../lifecycle/apply";
import { createKey } from "../lifecycle/create-key";
import { defineResource } from "../lifecycle/field-table";
import { generatedName, madeForOf, randomPart } from "../lifecycle/generated-name";
import { warnAboutDuplicates } from "../lifecycle/namesakes";
import type {
  CreateResult,
  Declarations,
  PlannedCreate,
  PlannedWrite,
  RecordedState,
  ResourceContext,
} from "../lifecycle/resource";
import { withSuppliedValue } from "../lifecycle/state";
import {
  type ApiKeyArgs,
  type ApiKeyPrivateState,
  apiKeyFields,
  apiKeyLiveOf,
  apiKeyOutputsOf,
  apiKeyPrivateState,
  apiKeyPrivateStateFor,
  apiKeyUpdate,
  compareApiKey,
  split,
} from "./api-key/fields";
import { learnFromWrite } from "./api-key/normalization";
import { prefixesOf, warnAboutOrphans } from "./api-key/orphans";
import { apiKeyProblems } from "./api-key/problems";

const className = "ApiKey";
const nothingStored: RecordedState<ApiKeyPrivateState> = { outputs: {}, privateState: {} };

export const apiKey = defineResource<ApiKeyArgs, ApiKeyRecord, ApiKeyPrivateState>({
  className,
  noun: "API key",
  description:
    "A key of an account: its type, name and scopes. Captures the value, which the service shows once, as a Pulumi secret.",
  fields: apiKeyFields,
  privateState: apiKeyPrivateState,
  namedBy: "adoptId",
  gone: { advice: "It will be created again, and its value will change." },
  problems: apiKeyProblems,
  keys: {
    scopedBy: (_, object) => (object === undefined ? [] : [object.id]),
    // The value of a publishable key is shown in every reading.
    lackValue: (run, { known, unusable }) =>
      known.type === "secret" &&
      known.adoptId !== undefined &&
      !holderOf(run, known.adoptId) &&
      known.adoptValue === undefined &&
      !unusable.has("adoptValue"),
    plannedWrites,
  },
  planCreate,

  async observe(context, id, recorded) {
    const observation = await context.account.apiKeys.observe(id, lookupOf(recorded));
    if (observation.state !== "found") return observation;
    const madeFor = madeForOf(recorded.privateState.generatedName ?? "");
    if (madeFor !== undefined) await warnAboutOrphans(context, [madeFor]);
    await warnAboutDuplicates(context, observation.live);
    return observation;
  },

  async importObject(context, id, { adoptValue }) {
    const observation = await context.account.apiKeys.observe(id);
    if (observation.state !== "found") return observation;
    const { type, name, scopes } = observation.live;
    const privateState: ApiKeyPrivateState = { adopted: true };
    const recorded = { outputs: adoptValue === undefined ? {} : { value: adoptValue }, privateState };
    const outputs = apiKeyOutputsOf(observation.live, recorded, nowIn(context));
    const args = { adoptId: id, type, name, ...(type === "secret" && { scopes: canonicalScopes(scopes) }) };
    return { state: "found", live: { id, args, outputs, privateState } };
  },

  compare: compareApiKey,
  liveOf: apiKeyLiveOf,

  create(context, args, resource) {
    const adoptId = newlyAdopted(context, args, resource.urn);
    if (adoptId !== undefined) {
      const value = args.adoptValue === undefined ? {} : { value: args.adoptValue };
      const adopted: RecordedState<ApiKeyPrivateState> = { outputs: value, privateState: { adopted: true } };
      return writeFields(context, args, adopted, adoption(args, adoptId));
    }
    return createNew(context, args, () => generatedName(resource.urn, resource.tag, randomPart()));
  },

  change: (context, { id, args, recorded, fields }) =>
    writeFields(context, args, recorded, updateOf(id, args, recorded, fields), fields),

  recordedFor: (args, { outputs, privateState }) => ({
    outputs: withSuppliedValue(outputs, privateState.adopted ? args.adoptValue : undefined),
    privateState: apiKeyPrivateStateFor(args, privateState),
  }),
  outputsOf: apiKeyOutputsOf,

  async remove(context, id, recorded) {
    if (isLeftInPlace(recorded)) {
      return leftInPlaceLine(id);
    }
    const done = await deleteKey(context, deletionOf(id, recorded, "delete", context.configuration));
    return done === "already-absent" ? `API key ${id} was gone already` : undefined;
  },
});

const holderOf = ({ account, registry }: Declarations, id: string) => registry.recordedBy({ account, className, id });

/** A replacement of a key that was adopted makes a key of its own: state records the adopted one for the same resource. */
function newlyAdopted(context: Declarations, { adoptId }: Partial<ApiKeyArgs>, urn: string): string | undefined {
  return adoptId !== undefined && holderOf(context, adoptId) === urn && urn !== "" ? undefined : adoptId;
}

async function planCreate(
  context: ResourceContext,
  args: Partial<ApiKeyArgs>,
  resource: Parameters<typeof prefixesOf>[0],
): Promise<PlannedCreate> {
  await warnAboutOrphans(context, prefixesOf(resource));
  const adoptId = newlyAdopted(context, args, resource.urn);
  if (adoptId === undefined) return { writes: [{ write: "create", uniqueName: uniqueNameOf(args) }] };
  const observation = holderOf(context, adoptId) ? undefined : await context.account.apiKeys.observe(adoptId);
  if (observation?.state === "found" && observation.live.type === (args.type ?? observation.live.type)) {
    const { differences } = compareApiKey(args, observation.live, nothingStored);
    const changes = differences.map(
      ({ field, live, desired }) => `${field}: ${JSON.stringify(live)} -> ${JSON.stringify(desired)}`,
    );
    const as = changes.length === 0 ? " as it is" : ` and changes on it: ${changes.join("; ")}`;
    await context.log.info(`adopts API key ${adoptId}${as}`);
  }
  return { writes: [adoption(args, adoptId)] };
}

/** The declared name, where no other key may have it. */
const uniqueNameOf = ({ name, allowDuplicateName }: Partial<ApiKeyArgs>): string | undefined =>
  allowDuplicateName ? undefined : name;

function adoption(args: Partial<ApiKeyArgs>, id: string): KeyUpdate {
  return {
    write: "update",
    id,
    known: { value: args.adoptValue, isGiven: true },
    path: "scopes",
    adopts: { type: args.type },
    merge: (now) => apiKeyUpdate(args, now, nothingStored),
  };
}

function updateOf(
  id: string,
  args: Partial<ApiKeyArgs>,
  recorded: RecordedState<ApiKeyPrivateState>,
  fields: ReadonlySet<string>,
): KeyUpdate {
  return {
    write: "update",
    id,
    lookup: lookupOf(recorded),
    known: knownOf(recorded),
    path: "scopes",
    uniqueName: fields.has("name") ? uniqueNameOf(args) : undefined,
    merge: (now) => apiKeyUpdate(args, now, recorded, fields),
  };
}

/** The deletion of a key that state records. */
export function deletionOf(
  id: string,
  recorded: RecordedState<ApiKeyPrivateState>,
  write: "delete" | "replace",
  rules: { deletionGuard: DeletionGuard },
): KeyDeletion {
  const { lastUsed, type } = recorded.outputs;
  // The stack's guard is for secret keys.
  const ofStack = type === "publishable" ? "off" : rules.deletionGuard;
  return {
    write,
    id,
    lookup: lookupOf(recorded),
    known: knownOf(recorded),
    deletionGuard: recorded.privateState.deletionGuard ?? ofStack,
    recordedUse: typeof lastUsed === "string" ? lastUsed : undefined,
  };
}

/** By its own clock the service made it then: a list may lag behind a key this young. */
function lookupOf({ outputs: { createdAt } }: RecordedState<ApiKeyPrivateState>) {
  return typeof createdAt === "string" ? { createdAt } : {};
}

/** What state holds of the value: of an adopted key it is what somebody gave. */
const knownOf = ({ outputs, privateState }: RecordedState<ApiKeyPrivateState>): KnownValue => ({
  value: outputs.value,
  isGiven: privateState.adopted === true,
});

export const leftInPlaceLine = (id: string): string =>
  `API key ${id} was adopted, so it is left in place and no longer managed; deleteAdopted: true deletes it`;

/** A key that was found and not made is left where it is. */
export const isLeftInPlace = ({ privateState }: RecordedState<ApiKeyPrivateState>): boolean =>
  privateState.adopted === true && privateState.deleteAdopted !== true;

function plannedWrites(
  { id, args, live, recorded, replaces, removes, fields }: PlannedWrite<ApiKeyArgs, ApiKeyRecord, ApiKeyPrivateState>,
  rules: ResourceContext["configuration"],
) {
  if (!replaces && live !== undefined) return [updateOf(id, args, recorded, fields)];
  const isKept = live === undefined || !removes || isLeftInPlace(recorded);
  return [{ write: "create" as const }, ...(isKept ? [] : [deletionOf(id, recorded, "replace", rules)])];
}

async function createNew(
  context: ResourceContext,
  args: ApiKeyArgs,
  generate: () => string,
): Promise<CreateResult<ApiKeyPrivateState>> {
  const live = await createKey(context, {
    ...apiKeyUpdate(args, apiKeyLiveOf({ outputs: { type: args.type }, privateState: {} }, ""), nothingStored),
    type: args.type,
    name: args.name ?? generate,
    isUnique: args.allowDuplicateName !== true,
  });
  const outputs = apiKeyOutputsOf(live, { outputs: { value: live.value }, privateState: {} }, nowIn(context));
  const privateState = apiKeyPrivateStateFor(args, args.name === undefined ? { generatedName: live.name } : {});
  return {
    id: live.id,
    outputs,
    privateState: await privateStateAfterWrite(context, privateState, { args, after: live }),
  };
}

/** Updates or adopts the key, and records what the service shows since. */
async function writeFields(
  context: ResourceContext,
  args: ApiKeyArgs,
  recorded: RecordedState<ApiKeyPrivateState>,
  update: KeyUpdate,
  fields?: ReadonlySet<string>,
): Promise<CreateResult<ApiKeyPrivateState>> {
  let before: ApiKeyRecord | undefined;
  const live = await updateKey(context, {
    ...update,
    merge: (now) => {
      const body = update.merge(now);
      if (body !== undefined) before = now;
      return body;
    },
  });
  const outputs = apiKeyOutputsOf(live, recorded, nowIn(context));
  const privateState = apiKeyPrivateStateFor(args, recorded.privateState);
  if (before === undefined) return { id: update.id, outputs, privateState };
  return {
    id: update.id,
    outputs,
    privateState: await privateStateAfterWrite(context, privateState, { args, after: live, before, fields }),
  };
}

/** A write that was made, and what the service shows since. */
interface Written {
  args: Partial<ApiKeyArgs>;
  after: ModifiedKey;
  /** Right before the write; left out of a creation. */
  before?: ApiKeyRecord | undefined;
  /** The fields that the write was about. Default: all. */
  fields?: ReadonlySet<string> | undefined;
}

/** What is kept once a key was written: with the service's own spelling of what it was given. */
export async function privateStateAfterWrite(
  context: Pick<ResourceContext, "log">,
  privateState: ApiKeyPrivateState,
  { args, after, before, fields }: Written,
): Promise<ApiKeyPrivateState> {
  const own = <Key extends ApiKeyRecord>(key: Key): Key => ({
    ...key,
    scopes: split(key.scopes, args.delegatedScopes).own,
  });
  const writesScopes = after.type === "secret" && fields?.has("scopes") !== false;
  const { shownAs: known, ...rest } = privateState;
  const shownAs = await learnFromWrite(context, {
    desired: { name: args.name ?? privateState.generatedName, scopes: writesScopes ? args.scopes : undefined },
    after: own(after),
    before: before && own(before),
    known,
  });
  return shownAs === undefined ? rest : { ...rest, shownAs };
}

const nowIn = ({ clock }: ResourceContext): string => clock.now().toISOString();
