import type { ApiKeyRecord } from "../../../../provider/api/contract/api-key";
import type { KeyObservation, LiveRotation } from "../../../../provider/resources/rotating-api-key/fields";
import type { RotationFacts } from "../../../../provider/resources/rotating-api-key/phase";

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** When the current key was made; what a test calls a time counts from here. */
export const startMs = Date.parse("2026-01-01T00:00:00Z");
export const at = (ms: number): string => new Date(startMs + ms).toISOString();

export const current = { id: "key_2", name: "two", since: at(0) };
export const retiring = { id: "key_1", name: "one", since: at(-30 * dayMs), retiredAt: at(0) };
export const rotation = { everyDays: 30, overlapHours: 24 };

export const liveKey = (id: string, more: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  id,
  name: `name of ${id}`,
  type: "secret",
  scopes: ["accounts:read"],
  ...more,
});
export const found = (id: string, more: Partial<ApiKeyRecord> = {}): KeyObservation => ({
  state: "found",
  live: liveKey(id, more),
});
export const gone: KeyObservation = { state: "absent", why: "not in the list" };

/** What is seen so long after the start; by default the current key alone. */
export const live = (nowMs: number, more: Partial<LiveRotation> = {}): LiveRotation => ({
  current: found("key_2"),
  leftOver: [],
  forced: new Set(),
  nowMs: startMs + nowMs,
  ...more,
});

/** One key of a month, the present one made at the start. */
export const facts = (observation: LiveRotation, more: Partial<RotationFacts> = {}): RotationFacts => ({
  rotation,
  privateState: { generation: 2, current },
  live: observation,
  guardHours: 0,
  dueRotations: "apply",
  ...more,
});

/** The same with the key before it, which retired at the start. */
export const twoKeys = (observation: LiveRotation, more: Partial<RotationFacts> = {}): RotationFacts =>
  facts(observation, { privateState: { generation: 2, current, retiring }, ...more });
