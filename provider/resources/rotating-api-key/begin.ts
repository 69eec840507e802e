import { canonicalScopes } from "../../api/contract/scope.js";
import type { ResourceInput } from "../../lifecycle/inputs.js";
import type { Made, PlannedCreate, Scene } from "../../lifecycle/resource.js";
import { prefixesOf, warnAboutOrphans } from "../api-key/orphans.js";
import type { RotatingApiKeyArgs, RotatingApiKeyKept } from "./fields.js";
import { keptOf, type MadeKey, makeKey, writeDeclaredScopes } from "./keys.js";
import { rotationIdOf } from "./mark.js";
import { rotationKeptFor, rotationOutputs } from "./outputs.js";

/** Looks at what the first key would meet, and says what making it writes. */
export async function planRotationCreate(
  scene: Scene,
  args: Partial<RotatingApiKeyArgs>,
  resource: ResourceInput,
): Promise<PlannedCreate> {
  const isReplacement = isHeldAlready(scene, resource);
  if (!isReplacement)
    await warnAboutOrphans(scene, [...prefixesOf(resource), ...(args.name ? prefixesOf(resource, args.name) : [])]);
  const { adoptId } = args;
  if (adoptId === undefined) return { writes: [{ write: "create" }] };
  if (isReplacement) {
    await scene.voice.info(`adoptId ${adoptId} counted at the first create: the replacement makes a key of its own`);
    return { writes: [{ write: "create" }] };
  }
  const isRecorded = scene.memory.holder({ account: scene.account, className: "ApiKey", id: adoptId });
  const sight = isRecorded ? undefined : await scene.account.apiKeys.observe(adoptId);
  if (sight?.state === "found" && sight.live.type === "secret")
    await scene.voice.info(`adopts API key ${adoptId} as the current one, and rotates it away when it is due`);
  return { writes: [{ ...adoption(args, adoptId), merge: () => args.scopes && { scopes: [...args.scopes] } }] };
}

/** Makes or adopts the first key. */
export async function beginRotation(
  scene: Scene,
  args: RotatingApiKeyArgs,
  resource: ResourceInput,
): Promise<Made<RotatingApiKeyKept>> {
  const id = rotationIdOf(resource.tag);
  const { adoptId } = args;
  const first: First =
    adoptId === undefined || isHeldAlready(scene, resource)
      ? await makeKey(scene, id, 1, args, resource)
      : await adopt(scene, args, adoptId);
  const kept = rotationKeptFor(args, { current: first.key, generation: 1, shownAs: first.shownAs });
  const outputs = {
    ...(first.value === undefined ? {} : { value: first.value }),
    scopes: canonicalScopes(first.scopes),
  };
  return { id, kept, outputs: rotationOutputs(outputs, kept, args.rotation) };
}

/** State holds a rotation for this resource: this is its replacement. */
const isHeldAlready = ({ memory }: Scene, { urn }: ResourceInput): boolean =>
  urn !== "" && memory.holdsAny("RotatingApiKey", urn);

type First = Omit<MadeKey, "value"> & { value?: string | undefined };

async function adopt(scene: Scene, args: RotatingApiKeyArgs, adoptId: string): Promise<First> {
  const { live, shownAs } = await writeDeclaredScopes(scene, args.scopes, undefined, adoption(args, adoptId));
  // An ApiKey that held it and leaves the program in this run must not take it away.
  scene.memory.object({ account: scene.account, className: "ApiKey", id: adoptId }).isCreated = true;
  return { key: { ...keptOf(scene, live), adopted: true }, value: args.adoptValue, scopes: live.scopes, shownAs };
}

const adoption = ({ adoptValue }: Partial<RotatingApiKeyArgs>, id: string) => ({
  write: "update" as const,
  path: "scopes",
  id,
  known: { value: adoptValue, isGiven: true },
  adopts: { type: "secret" as const },
});
