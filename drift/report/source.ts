import { ownCommand } from "../../provider/text/own-command";
import { fingerprintOf } from "./fingerprint";
import type { Finding, Report } from "./report";

/** Kind of the finding that no program was run: it belongs to no stack. */
export const programKind = "Program";

/** What a report says of itself that was made from states. */
export const fromState: NonNullable<Report["source"]> = {
  kind: "state",
  notKnown: "changes of the programs since the last up (pending-program) and the rules of policy packs are not known",
};

/** For whoever needs the programs judged too (`--require-program`): the report is never clean. Pure. */
export function programFinding(): Finding {
  const finding: Omit<Finding, "fingerprint"> = {
    tier: "undetermined",
    kind: programKind,
    name: "of every stack",
    fields: [],
    why: `no program was run (--from-state): ${fromState.notKnown}`,
    next: `run '${ownCommand} drift' without --from-state, or leave --require-program out`,
  };
  return { fingerprint: fingerprintOf(finding), ...finding };
}
