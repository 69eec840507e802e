import { describeProblems, type Problem } from "../configuration/problem";
import type { Report } from "../report/writer";
import type { Properties } from "./inputs";
import { reasonOf } from "./refusal";

interface Subject {
  className: string;
  urn: string;
}

/** What a check found is told and stops nothing: a program that is refused must not hide what is live. */
export function noteCheck(
  report: Report,
  { className, urn, isNew, problems }: Subject & { isNew: boolean; problems: readonly Problem[] },
): void {
  if (isNew) report.add({ record: "new", urn, className });
  if (problems.length === 0) return;
  report.add({
    record: "failure",
    urn,
    className,
    why: describeProblems("the program's arguments are refused:", problems),
  });
}

/** A check that fails altogether lets the inputs through as they are. */
export async function collectCheck<Failure>(
  report: Report,
  { className, urn }: Subject,
  inputs: Properties,
  check: () => Promise<{ inputs: Properties; failures: Failure[] }>,
): Promise<{ inputs: Properties; failures: Failure[] }> {
  try {
    return await check();
  } catch (failure) {
    report.add({ record: "failure", urn, className, why: reasonOf(failure) });
    return { inputs, failures: [] };
  }
}
