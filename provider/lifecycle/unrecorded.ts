import type { Change } from "../report/record";
import type { Naming } from "./accounts";
import { same, show } from "./plan";
import type { PreviewRequest } from "./preview-request";
import type { Difference } from "./resource";

/** What state shows otherwise than it is, though live is as wanted: an update that was cut off after its write leaves that. */
export function unrecordedOutputs(recorded: readonly Difference[], live: readonly Difference[]): Change[] {
  return recorded
    .filter(({ field, repairable }) => repairable && !live.some((each) => each.field === field))
    .map(({ field, desired, live: before }) => ({
      ...unrecorded(field, desired, before, `${field} matches the program, and state records ${show(before)}`),
      live: desired,
    }));
}

function unrecorded(field: string, desired: unknown, recorded: unknown, advice: string): Change {
  return { field, desired, recorded, cause: "unrecorded", repairable: false, advice };
}

/** What state holds of where the object lives, and keeps for later, that is not what the program says now. */
export function unrecordedNotes<Args extends Naming, Live, Private extends object>(
  request: PreviewRequest<Args, Live, Private>,
): Change[] {
  const { definition, read, recorded, recordedPlacement, desiredPlacement } = request;
  const notes: Change[] = [];
  const note = (what: string, now: unknown, before: unknown): void => {
    if (!same(now, before))
      notes.push(unrecorded(what, now, before, `${what} is ${show(now)}, state says ${show(before)}`));
  };
  if (desiredPlacement !== undefined) {
    note("profile", desiredPlacement.connection.profile, recorded.origin.profile);
    if (desiredPlacement.accountNamed !== recordedPlacement.accountNamed) {
      const by = desiredPlacement.accountNamed ? "named by the resource" : "that of the configuration";
      notes.push(
        unrecorded(
          "accountNamed",
          desiredPlacement.accountNamed,
          recordedPlacement.accountNamed,
          `the account is ${by} now`,
        ),
      );
    }
    // One that the configuration no longer names stays recorded.
    if (desiredPlacement.connection.environment !== undefined)
      note("environment", desiredPlacement.connection.environment, recorded.origin.environment);
  }
  const desired = definition.recordedFor?.(read.known, recorded) ?? recorded;
  const privateState = Object.entries(desired.privateState);
  const before = recorded.privateState as Record<string, unknown>;
  for (const [name, now] of privateState) note(name, now, before[name]);
  for (const name of Object.keys(before))
    if (!privateState.some(([each]) => each === name)) note(name, undefined, before[name]);
  for (const field of Object.keys(desired.outputs).filter((name) => !(name in recorded.outputs)))
    notes.push({ field, cause: "unrecorded", repairable: false, advice: `${field} is the one that the program gives` });
  return notes;
}
