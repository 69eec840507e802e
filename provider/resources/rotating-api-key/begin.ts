import { canonicalScopes } from "../../api/contract/scope";
import type { Observation } from "../../api/service";
import type { ResourceInput } from "../../lifecycle/inputs";
import { Refusal } from "../../lifecycle/refusal";
import type { CreateResult, ImportedObject, PlannedCreate, ResourceContext } from "../../lifecycle/resource";
import { keyPlace } from "../../lifecycle/run-registry";
import { prefixesOf, warnAboutOrphans } from "../api-key/orphans";
import type { RotatingApiKeyArgs, RotatingApiKeyPrivateState } from "./fields";
import { type MadeKey, makeKey, recordedKeyOf, writeDeclaredScopes } from "./keys";
import { rotationIdOf } from "./mark";
import { rotationOutputs, rotationPrivateStateFor } from "./outputs";

/** Looks at what the first key would meet, and says what making it writes. */
export async function planRotationCreate(
  context: ResourceContext,
  args: Partial<RotatingApiKeyArgs>,
  resource: ResourceInput,
): Promise<PlannedCreate> {
  const isReplacement = isRecordedAlready(context, resource);
  if (!isReplacement)
    await warnAboutOrphans(context, [...prefixesOf(resource), ...(args.name ? prefixesOf(resource, args.name) : [])]);
  const { adoptId } = args;
  if (adoptId === undefined) return { writes: [{ write: "create" }] };
  if (isReplacement) {
    await context.log.info(`adoptId ${adoptId} counts only at the first create: the replacement creates its own key`);
    return { writes: [{ write: "create" }] };
  }
  const isRecorded = context.registry.recordedBy(keyPlace(context.account, adoptId));
  const observation = isRecorded ? undefined : await context.account.apiKeys.observe(adoptId);
  if (observation?.state === "found" && observation.live.type === "secret")
    await context.log.info(`adopts API key ${adoptId} as the current one, and rotates it away when it is due`);
  return { writes: [{ ...adoption(args, adoptId), merge: () => args.scopes && { scopes: [...args.scopes] } }] };
}

/** Makes or adopts the first key. */
export async function beginRotation(
  context: ResourceContext,
  args: RotatingApiKeyArgs,
  resource: ResourceInput,
): Promise<CreateResult<RotatingApiKeyPrivateState>> {
  const id = rotationIdOf(resource.tag);
  const { adoptId } = args;
  const first: First =
    adoptId === undefined || isRecordedAlready(context, resource)
      ? await makeKey(context, id, 1, args, resource)
      : await adopt(context, args, adoptId);
  const privateState = rotationPrivateStateFor(args, { current: first.key, generation: 1, shownAs: first.shownAs });
  const outputs = {
    ...(first.value === undefined ? {} : { value: first.value }),
    scopes: canonicalScopes(first.scopes),
  };
  return { id, privateState, outputs: rotationOutputs(outputs, privateState, args.rotation) };
}

/** Begins with an existing key as it is. The service knows no rotation: by default it rotates once somebody changes the trigger. */
export async function importRotation(
  context: ResourceContext,
  keyId: string,
  { adoptValue, rotation = { trigger: "imported", overlapHours: 24 } }: Partial<RotatingApiKeyArgs>,
  { tag }: ResourceInput,
): Promise<Observation<ImportedObject<RotatingApiKeyPrivateState>>> {
  const observation = await context.account.apiKeys.observe(keyId);
  if (observation.state !== "found") return observation;
  const { live } = observation;
  if (live.type !== "secret")
    throw new Refusal(`API key ${keyId} is ${live.type}: only secret keys rotate. Import it as an ApiKey.`);
  const current = { ...recordedKeyOf(context, live), adopted: true as const };
  const privateState = rotationPrivateStateFor({ rotation }, { current, generation: 1 });
  const scopes = canonicalScopes(live.scopes);
  const outputs = { ...(adoptValue === undefined ? {} : { value: adoptValue }), scopes };
  const imported = {
    id: rotationIdOf(tag),
    args: { adoptId: keyId, scopes, rotation },
    outputs: rotationOutputs(outputs, privateState, rotation),
    privateState,
  };
  return { state: "found", live: imported };
}

/** State holds a rotation for this resource: this is its replacement. */
const isRecordedAlready = ({ registry }: ResourceContext, { urn }: ResourceInput): boolean =>
  urn !== "" && registry.recordsAny("RotatingApiKey", urn);

type First = Omit<MadeKey, "value"> & { value?: string | undefined };

async function adopt(context: ResourceContext, args: RotatingApiKeyArgs, adoptId: string): Promise<First> {
  const { live, shownAs } = await writeDeclaredScopes(context, args.scopes, undefined, adoption(args, adoptId));
  // An ApiKey that held it and leaves the program in this run must not take it away.
  context.registry.object(keyPlace(context.account, adoptId)).isCreated = true;
  return {
    key: { ...recordedKeyOf(context, live), adopted: true },
    value: args.adoptValue,
    scopes: live.scopes,
    shownAs,
  };
}

const adoption = ({ adoptValue }: Partial<RotatingApiKeyArgs>, id: string) => ({
  write: "update" as const,
  path: "scopes",
  id,
  known: { value: adoptValue, isGiven: true },
  adopts: { type: "secret" as const },
});
