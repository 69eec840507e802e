import { canonicalScopes } from "../../api/contract/scope.js";
import { deleteKey, GuardRefusal } from "../../lifecycle/apply.js";
import type { ResourceInput } from "../../lifecycle/inputs.js";
import { Refusal } from "../../lifecycle/refusal.js";
import type { Made, PlannedChange, Scene } from "../../lifecycle/resource.js";
import { areDeclaredScopes, factsOf } from "./compare.js";
import type { LiveRotation, RotatingApiKeyArgs, RotatingApiKeyKept } from "./fields.js";
import { heldKeys, knownValueOf, lookupOf, retiringStays } from "./held-keys.js";
import { keptIn } from "./kept-in.js";
import { makeKey, serviceNow, writeDeclaredScopes } from "./keys.js";
import { rotationKeptFor, rotationOutputs } from "./outputs.js";
import {
  isForced,
  isMending,
  planRotation,
  type RotationFacts,
  type Step,
  stepsToTake,
  whyRetiringStays,
} from "./phase.js";
import { triggerMark } from "./trigger-mark.js";

/** What is known so far in the course of one update: saved whatever happens next. */
interface Progress {
  kept: RotatingApiKeyKept;
  outputs: Record<string, unknown>;
}

/** Carries out what the time and the program ask for, decided again from what is live now. */
export async function changeRotation(
  scene: Scene,
  {
    id,
    args,
    stored,
    fields,
    resource,
    observeNow,
  }: PlannedChange<RotatingApiKeyArgs, LiveRotation, RotatingApiKeyKept>,
): Promise<Made<RotatingApiKeyKept>> {
  const progress: Progress = { kept: { ...keptIn(stored) }, outputs: { ...stored.outputs } };
  const before = JSON.stringify(progress);
  const finished = (): Made<RotatingApiKeyKept> => ({
    id,
    kept: rotationKeptFor(args, progress.kept),
    outputs: rotationOutputs(progress.outputs, progress.kept, args.rotation),
  });
  try {
    const { sight, postponed } = await observeNow();
    if (sight.state === "unknown") throw sight.error;
    if (sight.state === "absent") throw new Refusal(sight.why);
    const facts = factsOf(args, sight.live, stored, { ...scene.configuration, postponed });
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
  const { progress } = doing;
  switch (step.do) {
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
  progress.kept.shownAs = made.shownAs ?? progress.kept.shownAs;
  await scene.voice.info(
    current === undefined ? `key ${made.key.id} is the current one` : `key ${made.key.id} took over from ${current.id}`,
  );
}

/** Deletes the retiring key, after one more look at its last use. */
async function retire(keyId: string, { scene, progress, facts }: Doing): Promise<void> {
  const { retiring } = progress.kept;
  if (retiring === undefined || retiring.id !== keyId) return;
  const whyStays = (lastUsed: string | undefined) =>
    whyRetiringStays(facts, retiring, lastUsed, facts.live.nowMs ?? Number.NaN);
  try {
    let lastUse: string | undefined;
    const done = await deleteKey(scene, {
      write: "delete",
      id: keyId,
      lookup: lookupOf(retiring),
      known: knownValueOf({ key: retiring, value: progress.outputs.retiringValue }),
      deletionGuard: "off",
      against: ({ lastUsed }) => {
        lastUse = lastUsed;
        const stays = whyStays(lastUsed);
        return stays === undefined ? [] : [{ guard: "deletion", why: stays.line }];
      },
    });
    if (done === "deleted" && lastUse === undefined && !isForced(facts.live, keyId))
      await warnWhereUseIsNotShown(scene);
    if (done === "deleted") await scene.voice.info(`the retiring key ${keyId} was deleted`);
  } catch (error) {
    if (!(error instanceof GuardRefusal)) throw error;
    await scene.voice.warn(retiringStays(retiring, error.refusals));
    return;
  }
  dropRetiring(progress);
}

async function warnWhereUseIsNotShown({ account, voice }: Scene): Promise<void> {
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
    if (areDeclaredScopes(sight.live.scopes, args.scopes, progress.kept)) continue;
    const { live, shownAs } = await writeDeclaredScopes(scene, args.scopes, progress.kept.shownAs, {
      id: held.key.id,
      lookup: lookupOf(held.key),
      known: knownValueOf(held),
    });
    progress.kept.shownAs = shownAs;
    if (held.key === progress.kept.current) progress.outputs.scopes = canonicalScopes(live.scopes);
  }
}
