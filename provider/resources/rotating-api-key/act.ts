import { canonicalScopes } from "../../api/contract/scope";
import { deleteKey, GuardRefusal } from "../../lifecycle/apply";
import type { ResourceInput } from "../../lifecycle/inputs";
import { Refusal } from "../../lifecycle/refusal";
import type { CreateResult, PlannedChange, ResourceContext } from "../../lifecycle/resource";
import { areDeclaredScopes, factsOf } from "./compare";
import type { LiveRotation, RotatingApiKeyArgs, RotatingApiKeyPrivateState } from "./fields";
import { makeKey, serviceNow, writeDeclaredScopes } from "./keys";
import { rotationOutputs, rotationPrivateStateFor } from "./outputs";
import {
  isForced,
  planRotation,
  type RotationFacts,
  replacesGoneKey,
  type Step,
  stepsToTake,
  whyRetiringStays,
} from "./phase";
import { knownValueOf, lookupOf, retiringStays, rotationKeys } from "./planned-writes";
import { privateStateIn, triggerMark } from "./private-state";

/** What is known so far in the course of one update: saved whatever happens next. */
interface Progress {
  privateState: RotatingApiKeyPrivateState;
  outputs: Record<string, unknown>;
}

/** Carries out what the time and the program ask for, decided again from what is live now. */
export async function changeRotation(
  context: ResourceContext,
  {
    id,
    args,
    recorded,
    fields,
    resource,
    observeNow,
  }: PlannedChange<RotatingApiKeyArgs, LiveRotation, RotatingApiKeyPrivateState>,
): Promise<CreateResult<RotatingApiKeyPrivateState>> {
  const progress: Progress = { privateState: { ...privateStateIn(recorded) }, outputs: { ...recorded.outputs } };
  const before = JSON.stringify(progress);
  const finished = (): CreateResult<RotatingApiKeyPrivateState> => ({
    id,
    privateState: rotationPrivateStateFor(args, progress.privateState),
    outputs: rotationOutputs(progress.outputs, progress.privateState, args.rotation),
  });
  try {
    const { observation, postponed } = await observeNow();
    if (observation.state === "unknown") throw observation.error;
    if (observation.state === "absent") throw new Refusal(observation.why);
    const facts = factsOf(args, observation.live, recorded, { ...context.configuration, postponed });
    const steps = stepsToTake(planRotation(facts), facts.dueRotations);
    for (const step of steps.filter((each) => replacesGoneKey(each) || fields.has("rotation")))
      await perform(step, { context, id, args, resource, progress, facts });
    if (fields.has("scopes")) await writeScopes(context, args, progress);
    return finished();
  } catch (error) {
    // What was done is saved: above all a value that was shown once.
    if (JSON.stringify(progress) === before) throw error;
    return { ...finished(), unfinished: error instanceof Error ? error.message : String(error) };
  }
}

interface Doing {
  context: ResourceContext;
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

async function rotate({ context, id, args, resource, progress, facts }: Doing): Promise<void> {
  const { current, retiring, generation = 1 } = progress.privateState;
  // The retiring key was to go first and was used since: a third one is never made.
  if (retiring !== undefined && facts.live.current.state === "found") return;
  const result = await makeKey(context, id, generation + 1, args, resource);
  if (current !== undefined && facts.live.current.state === "found") {
    progress.privateState.retiring = { ...current, retiredAt: serviceNow(context) };
    progress.outputs.retiringValue = progress.outputs.value;
  }
  progress.privateState.current = result.key;
  progress.privateState.generation = generation + 1;
  if ("trigger" in args.rotation) progress.privateState.trigger = triggerMark(args.rotation.trigger);
  progress.outputs.value = result.value;
  progress.outputs.scopes = canonicalScopes(result.scopes);
  progress.privateState.shownAs = result.shownAs ?? progress.privateState.shownAs;
  await context.log.info(
    current === undefined
      ? `key ${result.key.id} is the current one`
      : `key ${result.key.id} took over from ${current.id}`,
  );
}

/** Deletes the retiring key, after one more look at its last use. */
async function retire(keyId: string, { context, progress, facts }: Doing): Promise<void> {
  const { retiring } = progress.privateState;
  if (retiring === undefined || retiring.id !== keyId) return;
  const seen = facts.live.retiring;
  const isUseUnknown = seen?.state === "found" && seen.live.lastUsed === undefined;
  // Before the deletion: a list that fails must not hide that the key went.
  if (isUseUnknown && !isForced(facts.live, keyId)) await warnWhereUseIsNotShown(context);
  try {
    const done = await deleteKey(context, {
      write: "delete",
      id: keyId,
      lookup: lookupOf(retiring),
      known: knownValueOf({ key: retiring, value: progress.outputs.retiringValue }),
      deletionGuard: "off",
      against: ({ lastUsed }) => {
        const stays = whyRetiringStays(facts, retiring, lastUsed, facts.live.nowMs ?? Number.NaN);
        return stays === undefined ? [] : [{ guard: "deletion", why: stays.line }];
      },
    });
    if (done === "deleted") await context.log.info(`the retiring key ${keyId} was deleted`);
  } catch (error) {
    if (!(error instanceof GuardRefusal)) throw error;
    await context.log.warn(retiringStays(retiring, error.refusals));
    return;
  }
  dropRetiring(progress);
}

async function warnWhereUseIsNotShown({ account, log }: ResourceContext): Promise<void> {
  if (await account.apiKeys.showsLastUse()) return;
  await log.warnOnceARun(
    `whether the retiring keys of account ${account.accountId} are still in use is unknown, because the service shows last_used on no key. Only the overlap decides when they are deleted.`,
  );
}

function dropRetiring(progress: Progress): void {
  delete progress.privateState.retiring;
  delete progress.outputs.retiringValue;
}

/** The scopes that the program names hold for every key that still lives. */
async function writeScopes(context: ResourceContext, args: RotatingApiKeyArgs, progress: Progress): Promise<void> {
  const { apiKeys } = context.account;
  for (const each of rotationKeys(progress)) {
    const observation = await apiKeys.observe(each.key.id, lookupOf(each.key));
    if (observation.state === "unknown") throw observation.error;
    if (observation.state === "absent") continue;
    // Written by a run whose state was never saved, or by somebody else: recorded all the same.
    if (each.key === progress.privateState.current) progress.outputs.scopes = canonicalScopes(observation.live.scopes);
    if (areDeclaredScopes(observation.live.scopes, args.scopes, progress.privateState)) continue;
    const { live, shownAs } = await writeDeclaredScopes(context, args.scopes, progress.privateState.shownAs, {
      id: each.key.id,
      lookup: lookupOf(each.key),
      known: knownValueOf(each),
    });
    progress.privateState.shownAs = shownAs;
    if (each.key === progress.privateState.current) progress.outputs.scopes = canonicalScopes(live.scopes);
  }
}
