import { canonicalScopes, sameScopes } from "../../api/contract/scope";
import { guardHours } from "../../guards/deletion";
import type { Comparison, Difference, PlanRules, RecordedState } from "../../lifecycle/resource";
import { areScopesAsShown } from "../api-key/normalization";
import type { KeyObservation, LiveRotation, RotatingApiKeyArgs, RotatingApiKeyPrivateState } from "./fields";
import { planRotation, type RotationFacts, type Step } from "./phase";
import { privateStateIn } from "./private-state";

/** What the next steps of a rotation are decided from. Pure. */
export function factsOf(
  args: Partial<RotatingApiKeyArgs>,
  live: LiveRotation,
  recorded: RecordedState<RotatingApiKeyPrivateState>,
  rules: Pick<PlanRules, "deletionGuard" | "dueRotations" | "postponed">,
): RotationFacts {
  const guard = recorded.privateState.deletionGuard ?? rules.deletionGuard;
  const privateState = privateStateIn(recorded);
  const retiringLockedBy = rules.postponed?.get(privateState.retiring?.id ?? "");
  return {
    rotation: args.rotation,
    privateState,
    live: retiringLockedBy === undefined ? live : { ...live, retiringLockedBy },
    guardHours: guardHours(guard),
    dueRotations: rules.dueRotations,
  };
}

/** What is live against what is declared, and what the time asks for. Pure; shared by preview and refresh. */
export function compareRotation(
  args: Partial<RotatingApiKeyArgs>,
  live: LiveRotation,
  recorded: RecordedState<RotatingApiKeyPrivateState>,
  rules: PlanRules,
): Comparison {
  const plan = planRotation(factsOf(args, live, recorded, rules));
  const differences = [
    ...plan.steps.map((step) => differenceOf(step, live, privateStateIn(recorded), plan.isAsked)),
    ...scopeDifferences(args, live.current, recorded, "scopes"),
    ...(live.retiring === undefined
      ? []
      : scopeDifferences(args, live.retiring, recorded, "scopes of the retiring key")),
  ];
  return { differences, notes: plan.lines, warnings: plan.warnings };
}

/** Whether live scopes are the declared ones, or what the service makes of them. Pure. */
export const areDeclaredScopes = (
  live: readonly string[],
  declared: readonly string[],
  { shownAs = {} }: Pick<RotatingApiKeyPrivateState, "shownAs">,
): boolean => sameScopes(live, declared) || areScopesAsShown(shownAs, declared, live);

function scopeDifferences(
  { scopes }: Partial<RotatingApiKeyArgs>,
  observation: KeyObservation,
  { privateState }: RecordedState<RotatingApiKeyPrivateState>,
  field: string,
): Difference[] {
  if (
    scopes === undefined ||
    observation.state === "absent" ||
    areDeclaredScopes(observation.live.scopes, scopes, privateState)
  )
    return [];
  const live = canonicalScopes(observation.live.scopes);
  return [{ field, argument: "scopes", desired: canonicalScopes(scopes), live, repairable: true }];
}

/** `ignoreChanges` on `rotation` does not stop a repair: a key that is gone is recreated all the same. */
function differenceOf(
  step: Step,
  live: LiveRotation,
  { current }: RotatingApiKeyPrivateState,
  isAsked: boolean,
): Difference {
  const timed = { argument: "rotation", repairable: true, cause: "due" as const, ...(isAsked ? { isAsked } : {}) };
  switch (step.do) {
    case "forget":
      return {
        ...timed,
        field: "retiring",
        desired: undefined,
        live: undefined,
        advice: `key ${step.id} is gone already and leaves state`,
      };
    case "retire": {
      const why = step.why === "quiet" ? "its overlap is over and nobody uses it" : "this run was asked to";
      return {
        ...timed,
        field: "retiring",
        desired: undefined,
        live: step.id,
        advice: `key ${step.id} is deleted: ${why}`,
      };
    }
    case "rotate":
      if (step.why === "gone") {
        const why = live.current.state === "absent" ? live.current.why : "";
        const advice = "A new key is created, and the value changes.";
        return {
          field: "current",
          desired: current?.id,
          live: `gone (${why})`,
          repairable: true,
          advice,
          cause: "gone",
        };
      }
      return { ...timed, field: "current", desired: "a new key", live: current?.id, advice: reasons[step.why] };
  }
}

const reasons = {
  due: "a new key is created and handed on; the current key stays for its overlap",
  trigger: "the trigger changed: a new key is created and handed on; the current key stays for its overlap",
  emergency: "requested for this run: a new key is created and handed on",
};
