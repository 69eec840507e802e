import type { Problem } from "../../configuration/problem.js";
import { generatedName, randomPart } from "../../lifecycle/generated-name.js";
import type { ResourceInput } from "../../lifecycle/inputs.js";
import type { Made, Scene } from "../../lifecycle/resource.js";
import { adoptedId, adoptionProblems, adoptKey } from "./adopt.js";
import { createKey } from "./create-key.js";
import { credentialProblems } from "./credential-problems.js";
import { duplicateName, notHeld, refuseDuplicateName, reportTwins } from "./duplicate-name.js";
import { keptAfter } from "./kept-after.js";
import { prefixesOf, warnAboutOrphans } from "./left-over.js";
import { apiKeyKeptFor, apiKeyOutputsOf } from "./outputs.js";
import type { ApiKeyArgs, ApiKeyKept } from "./schema.js";

/** Reads only: what would stand against a create, said in preview. */
export async function apiKeyPreconditions(
  scene: Scene,
  args: Partial<ApiKeyArgs>,
  resource: ResourceInput,
): Promise<Problem[]> {
  await warnAboutOrphans(scene, prefixesOf(resource));
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
  await refuseDuplicateName(scene, args, resource);
  const live = await createKey(scene, {
    type: args.type,
    name: args.name ?? (() => generatedName(resource.urn, resource.tag, randomPart())),
    ...(args.type === "secret" && args.scopes ? { scopes: args.scopes } : {}),
    // A replacement meets the key that it replaces under the same name.
    mayBeOurs: (named) => notHeld(named, resource, args.name, scene),
  });
  if (args.name !== undefined && !args.allowDuplicateName) await reportTwins(scene, live, args.name);
  const outputs = apiKeyOutputsOf(live, { outputs: { value: live.value }, kept: {} }, scene.clock.now().toISOString());
  const kept = apiKeyKeptFor(args, args.name === undefined ? { generatedName: live.name } : {});
  return { id: live.id, outputs, kept: await keptAfter(scene, kept, { args, after: live }) };
}
