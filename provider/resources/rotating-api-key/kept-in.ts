import type { Stored } from "../../lifecycle/resource.js";
import { type KeptKey, type KeptRetiring, type RotatingApiKeyKept, rotatingApiKeyOutputs } from "./fields.js";

/**
 * What state keeps of a rotation; where that can't be read, what it shows of the keys. A key that state shows must never
 * pass for one that a run left over. Pure.
 */
export function keptIn({ kept, outputs }: Stored<RotatingApiKeyKept>): RotatingApiKeyKept {
  const current = kept.current ?? shownCurrent(outputs.current);
  const retiring = kept.retiring ?? shownRetiring(outputs.retiring);
  const whole: RotatingApiKeyKept = { ...kept };
  if (current !== undefined) whole.current = current;
  if (retiring !== undefined) whole.retiring = retiring;
  return whole;
}

function shownCurrent(value: unknown): KeptKey | undefined {
  const read = rotatingApiKeyOutputs.shape.current.safeParse(value);
  return read.success ? { id: read.data.id, name: read.data.name, since: read.data.since } : undefined;
}

/** When it retired is not shown, so no time lets it go. */
function shownRetiring(value: unknown): KeptRetiring | undefined {
  const { data } = rotatingApiKeyOutputs.shape.retiring.safeParse(value);
  return data === undefined ? undefined : { id: data.id, name: data.name, since: data.since, retiredAt: "" };
}
