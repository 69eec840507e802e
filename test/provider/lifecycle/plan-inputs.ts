import { classify, type Evidence } from "../../../provider/lifecycle/classify";
import { type Plan, type PlanInput, plan } from "../../../provider/lifecycle/plan";
import type { Difference } from "../../../provider/lifecycle/resource";

/** A key that is as it was declared, with every setting as it is by default. */
export const calm: PlanInput = {
  label: "API key key_1",
  observed: "found",
  driftCheck: "strict",
  changes: [],
  comparison: {},
  relocates: false,
  goneAdvice: "It will be created again.",
  failOnUnhealthy: false,
};

/** A name that is otherwise live than declared. */
export const drift: Difference = { field: "name", desired: "mine", live: "theirs", repairable: true };

/** Nothing differs, and state tells nothing. */
const nothing: Evidence = {
  differences: [],
  recordedDifferences: [],
  outputs: {},
  desired: {},
  lastApplied: undefined,
  replaceOnChanges: [],
  dueRotations: "apply",
};

export interface Given extends Partial<Pick<Evidence, "replaceOnChanges" | "dueRotations">> {
  /** What state holds of the fields that differ. */
  recorded?: Readonly<Record<string, unknown>>;
}

/** The evidence of these differences. */
export function evidenceOf(differences: readonly Difference[], { recorded = {}, ...more }: Given = {}): Evidence {
  const recordedDifferences = differences
    .filter(({ field }) => field in recorded)
    .map((each) => ({ ...each, live: recorded[each.field] }));
  return { ...nothing, differences, recordedDifferences, outputs: recorded, ...more };
}

/** The plan for these differences. */
export function planFor(differences: readonly Difference[], given: Given = {}, more: Partial<PlanInput> = {}): Plan {
  return plan({ ...calm, changes: classify(evidenceOf(differences, given)), ...more });
}
