import { configLine } from "../config-line";
import type { Probe } from "../probe";
import { cannotTell, differs, holds } from "../verdict";

export const listWalk: Probe = {
  name: "list-walk",
  row: "payments:absenceConfirmMs",
  title: "whether the whole list can be read consistently, page after page",
  judge: ({ walk, stopped }) => {
    if (walk === undefined) return cannotTell(stopped ?? "the list could not be asked for", "failed");
    if ("keys" in walk) return holds(`${walk.keys.length} keys, no sign that one was missed`);
    // Failing to be read and being read as what is no list are not alike.
    if (!/kept changing|no end within|one item at a time/.test(walk.problem)) return cannotTell(walk.problem, "failed");
    return differs(
      walk.problem,
      `${configLine("absenceConfirmMs", "30000")}   # and run again when fewer keys come and go`,
    );
  },
};
