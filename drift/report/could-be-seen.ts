import { isOfPolicy, type Tier } from "../classify/tiers";
import type { Report } from "./report";

/** Where a finding belongs: to a stack, or, where that is left out, to an account. */
export interface FindingPlace {
  project?: string | undefined;
  stack?: string | undefined;
  tier: Tier;
}

/** Whether a finding of this tier and place would have been found by now. Only then does it say something that it was not. Pure. */
export function couldBeSeen(
  { project, stack, tier }: FindingPlace,
  { stacks, completeness }: Pick<Report, "stacks" | "completeness">,
): boolean {
  if (stack === undefined) return completeness.unmanaged === "looked-for";
  return stacks.some(
    (each) =>
      each.stack.project === project &&
      each.stack.name === stack &&
      (isOfPolicy(tier) ? each.policy === "judged" : each.outcome === "looked"),
  );
}
