import { canonicalScopes } from "../../api/contract/scope";
import type { RecordedState } from "../../lifecycle/resource";
import type { LiveRotation, RotatingApiKeyArgs, RotatingApiKeyPrivateState, Rotation } from "./fields";
import { dueAtMs, overlapEndsAtMs } from "./phase";
import { triggerMark } from "./private-state";

/** What state shows of a rotation: its keys, and when the next steps are due. Pure. */
export function rotationOutputs(
  outputs: Readonly<Record<string, unknown>>,
  { current, retiring }: RotatingApiKeyPrivateState,
  rotation: Rotation,
): Record<string, unknown> {
  const { retiring: _, rotatesAt: __, ...rest } = outputs;
  const shown: Record<string, unknown> = { ...rest };
  if (current !== undefined) shown.current = { id: current.id, name: current.name, since: current.since };
  if (retiring !== undefined) {
    const { id, name, since } = retiring;
    shown.retiring = { id, name, since, mayGoAt: isoOf(overlapEndsAtMs(rotation, retiring)) };
  }
  const dueMs = dueAtMs(rotation, current);
  if (dueMs !== undefined) shown.rotatesAt = isoOf(dueMs);
  return shown;
}

/** What state shows after a reading. The values are never taken from one. Pure. */
export function rotationAsRead(
  live: LiveRotation,
  { outputs }: RecordedState<RotatingApiKeyPrivateState>,
): Record<string, unknown> {
  if (live.current.state === "absent") return { ...outputs };
  return { ...outputs, scopes: canonicalScopes(live.current.live.scopes) };
}

/**
 * What is kept for these arguments. A trigger is recorded by the rotation that it causes; the first one causes none. The
 * times are kept so that a change of them alone is recorded: `rotatesAt` and `mayGoAt` follow from them. Pure.
 */
export function rotationPrivateStateFor(
  { rotation, deletionGuard, deleteAdopted }: Partial<RotatingApiKeyArgs>,
  privateState: RotatingApiKeyPrivateState,
): RotatingApiKeyPrivateState {
  const { trigger, everyDays, overlapHours, deletionGuard: _, deleteAdopted: __, ...keys } = privateState;
  const desired: RotatingApiKeyPrivateState = { ...keys, deletionGuard };
  if (rotation === undefined) Object.assign(desired, { trigger, everyDays, overlapHours });
  else {
    desired.overlapHours = rotation.overlapHours;
    if ("everyDays" in rotation) desired.everyDays = rotation.everyDays;
    else desired.trigger = trigger ?? triggerMark(rotation.trigger);
  }
  if (privateState.current?.adopted && deleteAdopted) desired.deleteAdopted = true;
  return definedOf(desired);
}

const definedOf = (privateState: RotatingApiKeyPrivateState): RotatingApiKeyPrivateState =>
  Object.fromEntries(Object.entries(privateState).filter(([, value]) => value !== undefined));

/** A time beyond what a date can hold is no time. */
function isoOf(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : "never";
}
