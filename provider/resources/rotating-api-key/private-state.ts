import { createHash } from "node:crypto";
import type { RecordedState } from "../../lifecycle/resource";
import {
  type RecordedKey,
  type RecordedRetiringKey,
  type RotatingApiKeyPrivateState,
  rotatingApiKeyOutputs,
} from "./fields";

/**
 * What state keeps of a rotation; where that can't be read, what it shows of the keys. A key that state shows must never
 * pass for one that a run left over. Pure.
 */
export function privateStateIn({
  privateState,
  outputs,
}: RecordedState<RotatingApiKeyPrivateState>): RotatingApiKeyPrivateState {
  const current = privateState.current ?? shownCurrent(outputs.current);
  const retiring = privateState.retiring ?? shownRetiring(outputs.retiring);
  const whole: RotatingApiKeyPrivateState = { ...privateState };
  if (current !== undefined) whole.current = current;
  if (retiring !== undefined) whole.retiring = retiring;
  return whole;
}

function shownCurrent(value: unknown): RecordedKey | undefined {
  const read = rotatingApiKeyOutputs.shape.current.safeParse(value);
  return read.success ? { id: read.data.id, name: read.data.name, since: read.data.since } : undefined;
}

/** When it retired is not shown, so no time lets it go. */
function shownRetiring(value: unknown): RecordedRetiringKey | undefined {
  const { data } = rotatingApiKeyOutputs.shape.retiring.safeParse(value);
  return data === undefined ? undefined : { id: data.id, name: data.name, since: data.since, retiredAt: "" };
}

const markLength = 16;

/** What state keeps of a trigger: enough to see that it changed, and nothing of a text that may be a secret. Pure. */
export const triggerMark = (trigger: string): string =>
  createHash("sha256").update(trigger).digest("hex").slice(0, markLength);
