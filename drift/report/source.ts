import { ownCommand } from "../../provider/text/own-command";
import { fingerprintOf } from "./fingerprint";
import type { Finding, Report } from "./report";

/** Kind of the finding that no program was run: it belongs to no stack. */
export const programKind = "Program";

/** The source of a report that was made from states. */
export const fromState: NonNullable<Report["source"]> = {
  kind: "state",
  notKnown: "changes of the programs since the last up (pending-program) and the rules of policy packs are not known",
};

/** With `--require-program`, a report from states is never clean. Pure. */
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
