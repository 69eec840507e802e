import { Refusal } from "../lifecycle/failure.js";
import type { ResourceDefinition, Scene, Stored } from "../lifecycle/resource.js";
import { orphanLine } from "./api-key/left-over.js";
import { isLeftInPlace, removalRefusals, removeApiKey } from "./api-key/remove.js";
import { changeRotation } from "./rotating-api-key/act.js";
import { beginRotation, rotationPreconditions } from "./rotating-api-key/begin.js";
import { compareRotation } from "./rotating-api-key/compare.js";
import { asApiKey, type HeldKey, heldKeys, rotationWriteProblems } from "./rotating-api-key/guards.js";
import { leftOverKeys, lookupOf, observeRotation } from "./rotating-api-key/observe.js";
import { rotationAsRead, rotationKeptFor } from "./rotating-api-key/outputs.js";
import {
  type LiveRotation,
  type RotatingApiKeyArgs,
  type RotatingApiKeyKept,
  rotatingApiKeyArgs,
  rotatingApiKeyKept,
  rotatingApiKeyOutputs,
  rotatingApiKeyProblems,
  storedRotation,
} from "./rotating-api-key/schema.js";
import { scopeConflicts } from "./scope-conflicts.js";

export const rotatingApiKey: ResourceDefinition<RotatingApiKeyArgs, LiveRotation, RotatingApiKeyKept> = {
  className: "RotatingApiKey",
  noun: "rotation of API keys",
  description:
    "A secret key that is replaced on time without a gap: a new one is made and handed on, and the one before it stays through an overlap and goes once it is quiet. Every step is taken by `pulumi up` and told by `pulumi preview`.",
  args: rotatingApiKeyArgs,
  outputs: rotatingApiKeyOutputs,
  kept: rotatingApiKeyKept,
  problems: rotatingApiKeyProblems,
  keysIn: (stored) => heldKeys(stored).map(({ key }) => key.id),
  claims: ({ adoptId }) => (adoptId === undefined ? [] : [`adoptId ${adoptId}`]),
  conflicts: (run, read, object) =>
    scopeConflicts(run, "RotatingApiKey", read, object && heldKeys(object.stored).map(({ key }) => key.id)),
  // A replacement begins with a key of its own, whatever adoptId says.
  lacksValue: ({ memory }, { known, unusable, resource }) =>
    known.adoptId !== undefined &&
    !memory.holdsAny("RotatingApiKey", resource.urn) &&
    known.adoptValue === undefined &&
    !unusable.has("adoptValue"),
  preconditions: rotationPreconditions,
  writeProblems: rotationWriteProblems,
  observe: (scene, id, stored) => observeRotation(scene, id, stored),
  compare: compareRotation,
  liveOf: storedRotation,
  isSeen: ({ current, retiring }) => current.state === "found" || retiring?.state === "found",
  goneAdvice: "A new key is made, and the value changes.",
  create: beginRotation,
  change: changeRotation,
  keptFor: rotationKeptFor,
  outputsOf: rotationAsRead,
  remove,
};

/** Deletes both keys, or neither: what a guard keeps is told before anything goes. What another resource took over stays. */
async function remove(scene: Scene, id: string, stored: Stored<RotatingApiKeyKept>): Promise<string | undefined> {
  const wasTaken = ({ key }: HeldKey): boolean => {
    const place = { account: scene.account, className: "ApiKey", id: key.id };
    return scene.memory.wasMade(place) || scene.memory.managerOf(place, scene.urn ?? "") !== undefined;
  };
  const taken = heldKeys(stored).filter(wasTaken);
  const keys = heldKeys(stored).filter((each) => !wasTaken(each));
  const refusals: string[] = [];
  for (const each of keys) {
    const state = asApiKey(each, stored);
    if (isLeftInPlace(state)) continue;
    const sight = await scene.account.apiKeys.observeNow(each.key.id, lookupOf(each.key));
    if (sight.state === "unknown") throw sight.error;
    if (sight.state === "found") refusals.push(...(await removalRefusals(scene, sight.live, state, "delete")));
  }
  if (refusals.length > 0) throw new Refusal(`not deleted:\n${refusals.join("\n")}`);
  const lines = taken.map(({ key }) => `API key ${key.id} was taken over in this run, so it is left as it is`);
  for (const key of await leftOverKeys(scene, id, stored)) await scene.voice.warn(orphanLine(key));
  for (const each of keys) {
    const line = await removeApiKey(scene, each.key.id, asApiKey(each, stored));
    if (line !== undefined) lines.push(line);
  }
  return lines.length === 0 ? undefined : lines.join("; ");
}
