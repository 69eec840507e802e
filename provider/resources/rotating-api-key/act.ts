import { canonicalScopes, sameScopes } from "../../api/contract/scope.js";
import { Refusal } from "../../lifecycle/failure.js";
import type { ResourceInput } from "../../lifecycle/inputs.js";
import type { Made, Scene, Stored } from "../../lifecycle/resource.js";
import { printable } from "../../text/printable.js";
import { factsOf } from "./compare.js";
import { heldKeys, retiringLock, scopeRefusals } from "./guards.js";
import { keptIn } from "./kept-in.js";
import { makeKey, serviceNow } from "./keys.js";
import { lookupOf, observeRotation } from "./observe.js";
import { rotationKeptFor, rotationOutputs } from "./outputs.js";
import {
  isLost,
  isMending,
  planRotation,
  type RotationFacts,
  type Step,
  stepsToTake,
  whyRetiringStays,
} from "./phase.js";
import type { RotatingApiKeyArgs, RotatingApiKeyKept } from "./schema.js";
import { triggerMark } from "./trigger-mark.js";

/** What is known so far in the course of one update: saved whatever happens next. */
interface Progress {
  kept: RotatingApiKeyKept;
  outputs: Record<string, unknown>;
}

/** Carries out what the time and the program ask for, decided again from what is live now. */
export async function changeRotation(
  scene: Scene,
  id: string,
  args: RotatingApiKeyArgs,
  stored: Stored<RotatingApiKeyKept>,
  fields: ReadonlySet<string>,
  resource: ResourceInput,
): Promise<Made<RotatingApiKeyKept>> {
  const progress: Progress = { kept: { ...keptIn(stored) }, outputs: { ...stored.outputs } };
  const before = JSON.stringify(progress);
  const finished = (): Made<RotatingApiKeyKept> => ({
    id,
    kept: rotationKeptFor(args, progress.kept),
    outputs: rotationOutputs(progress.outputs, progress.kept, args.rotation),
  });
  try {
    const sight = await observeRotation(scene, id, stored, "observeNow");
    if (sight.state === "unknown") throw sight.error;
    if (sight.state === "absent") throw new Refusal(sight.why);
    const facts = factsOf(args, sight.live, stored, scene.configuration);
    const steps = stepsToTake(planRotation(facts), facts.dueRotations);
    for (const step of steps.filter((each) => isMending(each) || fields.has("rotation")))
      await perform(step, { scene, id, args, resource, progress, facts });
    if (fields.has("scopes")) await writeScopes(scene, args, progress);
    return finished();
  } catch (error) {
    // What was done is saved: above all a value that was shown once.
    if (JSON.stringify(progress) === before) throw error;
    return { ...finished(), unfinished: error instanceof Error ? error.message : String(error) };
  }
}

interface Doing {
  scene: Scene;
  id: string;
  args: RotatingApiKeyArgs;
  resource: ResourceInput;
  progress: Progress;
  facts: RotationFacts;
}

async function perform(step: Step, doing: Doing): Promise<void> {
  const { scene, progress } = doing;
  switch (step.do) {
    case "discard":
      if (!(await isStillLost(step.id, doing))) return;
      await scene.account.apiKeys.delete(step.id);
      await scene.voice.warn(
        `${step.id} (${printable(step.name)}), left over from a run that was cut off, was deleted`,
      );
      return;
    case "forget":
      dropRetiring(progress);
      return;
    case "rotate":
      return rotate(doing);
    case "retire":
      return retire(step.id, doing);
  }
}

async function rotate({ scene, id, args, resource, progress, facts }: Doing): Promise<void> {
  const { current, retiring, generation = 1 } = progress.kept;
  // The retiring key was to go first and was used since: a third one is never made.
  if (retiring !== undefined && facts.live.current.state === "found") return;
  const made = await makeKey(scene, id, generation + 1, args, resource);
  if (current !== undefined && facts.live.current.state === "found") {
    progress.kept.retiring = { ...current, retiredAt: serviceNow(scene) };
    progress.outputs.retiringValue = progress.outputs.value;
  }
  progress.kept.current = made.key;
  progress.kept.generation = generation + 1;
  if ("trigger" in args.rotation) progress.kept.trigger = triggerMark(args.rotation.trigger);
  progress.outputs.value = made.value;
  progress.outputs.scopes = canonicalScopes(made.scopes);
  await scene.voice.info(
    current === undefined ? `key ${made.key.id} is the current one` : `key ${made.key.id} took over from ${current.id}`,
  );
}

/** Deletes the retiring key, after one more look at its last use. */
async function retire(keyId: string, { scene, progress, facts }: Doing): Promise<void> {
  const { retiring } = progress.kept;
  if (retiring === undefined || retiring.id !== keyId) return;
  const sight = await scene.account.apiKeys.observeNow(keyId, lookupOf(retiring));
  if (sight.state === "unknown") throw sight.error;
  if (sight.state === "found") {
    const retiringLockedBy = await retiringLock(scene, sight.live, retiring, progress.outputs.retiringValue);
    const now = { ...facts, live: { ...facts.live, retiringLockedBy } };
    const stays = whyRetiringStays(now, retiring, sight.live.lastUsed, facts.live.nowMs ?? Number.NaN);
    if (stays !== undefined) {
      await scene.voice.warn(stays.line);
      return;
    }
    if (sight.live.lastUsed === undefined) await sayWhereUseIsNotShown(scene);
    await scene.account.apiKeys.delete(keyId, lookupOf(retiring));
    await scene.voice.info(`the retiring key ${keyId} was deleted`);
  }
  dropRetiring(progress);
}

/** Somebody may have taken it for his own since the run looked first. */
async function isStillLost(keyId: string, { scene, facts }: Doing): Promise<boolean> {
  const sight = await scene.account.apiKeys.observeNow(keyId);
  if (sight.state === "unknown") throw sight.error;
  return sight.state === "found" && isLost(sight.live, facts.live.forced);
}

async function sayWhereUseIsNotShown({ account, voice }: Scene): Promise<void> {
  if ((await account.apiKeys.all()).some(({ lastUsed }) => lastUsed !== undefined)) return;
  await voice.warnOnceARun(
    `whether the retiring keys of account ${account.accountId} are still in use is not known: the service shows last_used on no key. They go by the overlap alone.`,
  );
}

function dropRetiring(progress: Progress): void {
  delete progress.kept.retiring;
  delete progress.outputs.retiringValue;
}

/** The scopes that the program names hold for every key that still lives. */
async function writeScopes(scene: Scene, args: RotatingApiKeyArgs, progress: Progress): Promise<void> {
  const { apiKeys } = scene.account;
  for (const held of heldKeys(progress)) {
    const sight = await apiKeys.observe(held.key.id, lookupOf(held.key));
    if (sight.state === "unknown") throw sight.error;
    if (sight.state === "absent") continue;
    // Written by a run whose state was never saved, or by somebody else: recorded all the same.
    if (held.key === progress.kept.current) progress.outputs.scopes = canonicalScopes(sight.live.scopes);
    if (sameScopes(sight.live.scopes, args.scopes)) continue;
    const refusals = await scopeRefusals(scene, sight.live, held, args.scopes);
    if (refusals.length > 0) throw new Refusal(`not changed: ${refusals.join("\n")}`);
    await apiKeys.modify(
      held.key.id,
      (now) => (sameScopes(now.scopes, args.scopes) ? undefined : { scopes: args.scopes }),
      lookupOf(held.key),
    );
    if (held.key === progress.kept.current) progress.outputs.scopes = canonicalScopes(args.scopes);
  }
}
