import type { Problem } from "../../configuration/problem.js";
import { Refusal } from "../../lifecycle/failure.js";
import { generatedName, randomPart } from "../../lifecycle/generated-name.js";
import type { ResourceInput } from "../../lifecycle/inputs.js";
import { createOnce } from "../../lifecycle/lost-create.js";
import type { Made, Scene } from "../../lifecycle/resource.js";
import { adoptedId, adoptionProblems, adoptKey } from "./adopt.js";
import { credentialProblems } from "./credential-problems.js";
import { duplicateName, notHeld, refuseDuplicateName, waysOn } from "./duplicate-name.js";
import { keptAfter } from "./kept-after.js";
import { sayLeftOver } from "./left-over.js";
import { apiKeyKeptFor, apiKeyOutputsOf } from "./outputs.js";
import type { ApiKeyArgs, ApiKeyKept } from "./schema.js";
import { isWholeValue } from "./whole-value.js";

/** Reads only: what would stand against a create, said in preview. */
export async function apiKeyPreconditions(
  scene: Scene,
  args: Partial<ApiKeyArgs>,
  resource: ResourceInput,
): Promise<Problem[]> {
  await sayLeftOver(scene, resource.tag);
  const adoptId = adoptedId(scene, args, resource);
  if (adoptId === undefined) {
    const duplicate = await duplicateName(scene, args, resource);
    const problems = await credentialProblems(scene);
    return duplicate === undefined ? problems : [...problems, { path: "name", message: duplicate }];
  }
  return adoptionProblems(scene, args, adoptId, resource);
}

export async function createApiKey(scene: Scene, args: ApiKeyArgs, resource: ResourceInput): Promise<Made<ApiKeyKept>> {
  const adoptId = adoptedId(scene, args, resource);
  return adoptId === undefined ? makeKey(scene, args, resource) : adoptKey(scene, args, adoptId, resource);
}

async function makeKey(scene: Scene, args: ApiKeyArgs, resource: ResourceInput): Promise<Made<ApiKeyKept>> {
  const { apiKeys } = scene.account;
  const scopes = args.type === "secret" ? args.scopes : undefined;
  await refuseDuplicateName(scene, args, resource);
  const live = await createOnce({
    name: args.name ?? (() => generatedName(resource.urn, resource.tag, randomPart())),
    create: (name) => apiKeys.create({ type: args.type, name, ...(scopes ? { scopes } : {}) }),
    // A replacement meets the key that it replaces under the same name.
    findByName: async (name) => notHeld(await apiKeys.findByNameNow(name), resource, name, scene),
    discard: async (id) => {
      await apiKeys.delete(id);
    },
    waysOn: (found) => waysOn(found, scene.account),
    doubt: (name) => scene.memory.doubt(scene.account, name),
    say: (line) => scene.voice.warn(line),
  });
  if (args.type === "secret" && !isWholeValue(live.value)) {
    await apiKeys.delete(live.id);
    throw new Refusal(
      `the service created API key ${live.id} and its answer held no value or a redacted one, and it is shown once only; the key was deleted again. Report this to the service.`,
    );
  }
  const outputs = apiKeyOutputsOf(live, { outputs: { value: live.value }, kept: {} }, scene.clock.now().toISOString());
  const kept = apiKeyKeptFor(args, args.name === undefined ? { generatedName: live.name } : {});
  return { id: live.id, outputs, kept: await keptAfter(scene, kept, { args, after: live }) };
}
