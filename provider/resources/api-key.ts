import type { ApiKeyRecord } from "../api/contract/api-key.js";
import type { ModifiedKey } from "../api/service.js";
import type { DeletionGuard } from "../configuration/settings.js";
import type { KeyDeletion, KeyUpdate, KnownValue } from "../guards/guard.js";
import { deleteKey, updateKey } from "../lifecycle/apply.js";
import { createKey } from "../lifecycle/create-key.js";
import { defineResource } from "../lifecycle/field-table.js";
import { generatedName, madeForOf, randomPart } from "../lifecycle/generated-name.js";
import { warnAboutDuplicates } from "../lifecycle/namesakes.js";
import type { Declarations, Made, PlannedCreate, PlannedWrite, Scene, Stored } from "../lifecycle/resource.js";
import {
  type ApiKeyArgs,
  type ApiKeyKept,
  apiKeyFields,
  apiKeyKept,
  apiKeyKeptFor,
  apiKeyLiveOf,
  apiKeyOutputsOf,
  apiKeyUpdate,
  compareApiKey,
  split,
} from "./api-key/fields.js";
import { learnFromWrite } from "./api-key/normalization.js";
import { prefixesOf, warnAboutOrphans } from "./api-key/orphans.js";
import { apiKeyProblems } from "./api-key/problems.js";

const className = "ApiKey";
const nothingStored: Stored<ApiKeyKept> = { outputs: {}, kept: {} };

export const apiKey = defineResource<ApiKeyArgs, ApiKeyRecord, ApiKeyKept>({
  className,
  noun: "API key",
  description:
    "A key of an account: its type, name and scopes. Captures the value, which the service shows once, as a Pulumi secret.",
  fields: apiKeyFields,
  kept: apiKeyKept,
  namedBy: "adoptId",
  goneAdvice: "It will be created again, and its value will change.",
  problems: apiKeyProblems,
  scopedKeys: (_, object) => (object === undefined ? [] : [object.id]),
  // The value of a publishable key is shown in every reading.
  lacksValue: (run, { known, unusable }) =>
    known.type === "secret" &&
    known.adoptId !== undefined &&
    !holderOf(run, known.adoptId) &&
    known.adoptValue === undefined &&
    !unusable.has("adoptValue"),
  planCreate,
  plannedWrites,

  async observe(context, id, stored) {
    const sight = await context.account.apiKeys.observe(id, lookupOf(stored));
    if (sight.state !== "found") return sight;
    const madeFor = madeForOf(stored.kept.generatedName ?? "");
    if (madeFor !== undefined) await warnAboutOrphans(context, [madeFor]);
    await warnAboutDuplicates(context, sight.live);
    return sight;
  },

  compare: compareApiKey,
  liveOf: apiKeyLiveOf,

  create(context, args, resource) {
    const adoptId = newlyAdopted(context, args, resource.urn);
    if (adoptId !== undefined) {
      const value = args.adoptValue === undefined ? {} : { value: args.adoptValue };
      const adopted: Stored<ApiKeyKept> = { outputs: value, kept: { adopted: true } };
      return writeFields(context, args, adopted, adoption(args, adoptId));
    }
    return createNew(context, args, () => generatedName(resource.urn, resource.tag, randomPart()));
  },

  change: (context, { id, args, stored, fields }) =>
    writeFields(context, args, stored, updateOf(id, args, stored, fields), fields),

  keptFor: apiKeyKeptFor,
  outputsOf: apiKeyOutputsOf,

  async remove(context, id, stored) {
    if (isLeftInPlace(stored)) {
      return leftInPlaceLine(id);
    }
    const done = await deleteKey(context, deletionOf(id, stored, "delete", context.configuration));
    return done === "already-absent" ? `API key ${id} was gone already` : undefined;
  },
});

const holderOf = ({ account, memory }: Declarations, id: string) => memory.holder({ account, className, id });

/** A replacement of a key that was adopted makes a key of its own: state records the adopted one for the same resource. */
function newlyAdopted(context: Declarations, { adoptId }: Partial<ApiKeyArgs>, urn: string): string | undefined {
  return adoptId !== undefined && holderOf(context, adoptId) === urn && urn !== "" ? undefined : adoptId;
}

async function planCreate(
  context: Scene,
  args: Partial<ApiKeyArgs>,
  resource: Parameters<typeof prefixesOf>[0],
): Promise<PlannedCreate> {
  await warnAboutOrphans(context, prefixesOf(resource));
  const adoptId = newlyAdopted(context, args, resource.urn);
  if (adoptId === undefined) return { writes: [{ write: "create", uniqueName: uniqueNameOf(args) }] };
  const sight = holderOf(context, adoptId) ? undefined : await context.account.apiKeys.observe(adoptId);
  if (sight?.state === "found" && sight.live.type === (args.type ?? sight.live.type)) {
    const { differences } = compareApiKey(args, sight.live, nothingStored);
    const changes = differences.map(
      ({ field, live, desired }) => `${field}: ${JSON.stringify(live)} -> ${JSON.stringify(desired)}`,
    );
    const as = changes.length === 0 ? " as it is" : ` and changes on it: ${changes.join("; ")}`;
    await context.voice.info(`adopts API key ${adoptId}${as}`);
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
  stored: Stored<ApiKeyKept>,
  fields: ReadonlySet<string>,
): KeyUpdate {
  return {
    write: "update",
    id,
    lookup: lookupOf(stored),
    known: knownOf(stored),
    path: "scopes",
    uniqueName: fields.has("name") ? uniqueNameOf(args) : undefined,
    merge: (now) => apiKeyUpdate(args, now, stored, fields),
  };
}

/** The deletion of a key that state records. */
export function deletionOf(
  id: string,
  stored: Stored<ApiKeyKept>,
  write: "delete" | "replace",
  rules: { deletionGuard: DeletionGuard },
): KeyDeletion {
  const { lastUsed, type } = stored.outputs;
  // The stack's guard is for secret keys.
  const ofStack = type === "publishable" ? "off" : rules.deletionGuard;
  return {
    write,
    id,
    lookup: lookupOf(stored),
    known: knownOf(stored),
    deletionGuard: stored.kept.deletionGuard ?? ofStack,
    recordedUse: typeof lastUsed === "string" ? lastUsed : undefined,
  };
}

/** By its own clock the service made it then: a list may lag behind a key this young. */
function lookupOf({ outputs: { createdAt } }: Stored<ApiKeyKept>) {
  return typeof createdAt === "string" ? { createdAt } : {};
}

/** What state holds of the value: of an adopted key it is what somebody gave. */
const knownOf = ({ outputs, kept }: Stored<ApiKeyKept>): KnownValue => ({
  value: outputs.value,
  isGiven: kept.adopted === true,
});

export const leftInPlaceLine = (id: string): string =>
  `API key ${id} was adopted, so it is left in place and no longer managed; deleteAdopted: true deletes it`;

/** A key that was found and not made is left where it is. */
export const isLeftInPlace = ({ kept }: Stored<ApiKeyKept>): boolean =>
  kept.adopted === true && kept.deleteAdopted !== true;

function plannedWrites(
  { id, args, live, stored, replaces, removes, fields }: PlannedWrite<ApiKeyArgs, ApiKeyRecord, ApiKeyKept>,
  rules: Scene["configuration"],
) {
  if (!replaces && live !== undefined) return [updateOf(id, args, stored, fields)];
  const isKept = live === undefined || !removes || isLeftInPlace(stored);
  return [{ write: "create" as const }, ...(isKept ? [] : [deletionOf(id, stored, "replace", rules)])];
}

async function createNew(context: Scene, args: ApiKeyArgs, generate: () => string): Promise<Made<ApiKeyKept>> {
  const live = await createKey(context, {
    type: args.type,
    name: args.name ?? generate,
    ...(args.type === "secret" && args.scopes ? { scopes: args.scopes } : {}),
    isUnique: args.allowDuplicateName !== true,
  });
  const outputs = apiKeyOutputsOf(live, { outputs: { value: live.value }, kept: {} }, nowIn(context));
  const kept = apiKeyKeptFor(args, args.name === undefined ? { generatedName: live.name } : {});
  return { id: live.id, outputs, kept: await keptAfterWrite(context, kept, { args, after: live }) };
}

/** Updates or adopts the key, and records what the service shows since. */
async function writeFields(
  context: Scene,
  args: ApiKeyArgs,
  stored: Stored<ApiKeyKept>,
  update: KeyUpdate,
  fields?: ReadonlySet<string>,
): Promise<Made<ApiKeyKept>> {
  let before: ApiKeyRecord | undefined;
  const live = await updateKey(context, {
    ...update,
    merge: (now) => {
      const body = update.merge(now);
      if (body !== undefined) before = now;
      return body;
    },
  });
  const outputs = apiKeyOutputsOf(live, stored, nowIn(context));
  const kept = apiKeyKeptFor(args, stored.kept);
  if (before === undefined) return { id: update.id, outputs, kept };
  return { id: update.id, outputs, kept: await keptAfterWrite(context, kept, { args, after: live, before, fields }) };
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
export async function keptAfterWrite(
  context: Pick<Scene, "voice">,
  kept: ApiKeyKept,
  { args, after, before, fields }: Written,
): Promise<ApiKeyKept> {
  const own = <Key extends ApiKeyRecord>(key: Key): Key => ({
    ...key,
    scopes: split(key.scopes, args.delegatedScopes).own,
  });
  const writesScopes = after.type === "secret" && fields?.has("scopes") !== false;
  const { shownAs: known, ...rest } = kept;
  const shownAs = await learnFromWrite(context, {
    wanted: { name: args.name ?? kept.generatedName, scopes: writesScopes ? args.scopes : undefined },
    after: own(after),
    before: before && own(before),
    known,
  });
  return shownAs === undefined ? rest : { ...rest, shownAs };
}

const nowIn = ({ clock }: Scene): string => clock.now().toISOString();
