import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import type { Problem } from "../../configuration/problem.js";
import type { PlannedWrite, Scene, Stored } from "../../lifecycle/resource.js";
import { credentialProblems } from "../api-key/credential-problems.js";
import { type Held, lockOutRefusals, narrowingRefusals, selfVerdict } from "../api-key/lock-out.js";
import { removalRefusals } from "../api-key/remove.js";
import type { ApiKeyKept } from "../api-key/schema.js";
import type { GuardFinding } from "../api-key/writes.js";
import { keptIn } from "./kept-in.js";
import type { KeptKey, KeptRetiring, LiveRotation, RotatingApiKeyArgs, RotatingApiKeyKept } from "./schema.js";

/** A key of a rotation with what state holds of its value. */
export interface HeldKey {
  key: KeptKey;
  value: unknown;
}

/** The keys that state holds: first the one that goes first. Pure. */
export function heldKeys(stored: Stored<RotatingApiKeyKept>): HeldKey[] {
  const { outputs } = stored;
  const { current, retiring } = keptIn(stored);
  const keys: HeldKey[] = [];
  if (retiring !== undefined) keys.push({ key: retiring, value: outputs.retiringValue });
  if (current !== undefined) keys.push({ key: current, value: outputs.value });
  return keys;
}

export const heldValueOf = ({ key, value }: HeldKey): Held => ({ value, isGiven: key.adopted === true });

/** One key of a rotation in the form of an ApiKey's state, so that the guards of a deletion are the same. Pure. */
export function asApiKey({ key, value }: HeldKey, { kept }: Stored<RotatingApiKeyKept>): Stored<ApiKeyKept> {
  const own: ApiKeyKept = {};
  // One that was rotated away goes like any other.
  if (key.adopted && key.id === kept.current?.id) {
    own.adopted = true;
    if (kept.deleteAdopted) own.deleteAdopted = true;
  }
  if (kept.deletionGuard !== undefined) own.deletionGuard = kept.deletionGuard;
  return { outputs: { type: "secret", value, createdAt: key.createdAt }, kept: own };
}

/** Why the retiring key may not go by this run, whatever the time. */
export async function retiringLock(
  scene: Scene,
  live: ApiKeyRecord,
  retiring: KeptRetiring,
  value: unknown,
): Promise<string | undefined> {
  const self = await selfVerdict(scene, live.id, heldValueOf({ key: retiring, value }));
  const refusals = lockOutRefusals(scene, live, "delete", self);
  return refusals.length === 0 ? undefined : refusals.join(" ");
}

/** What is said where a guard keeps the retiring key. Pure. */
export const retiringStays = ({ id, name }: KeptRetiring, refusals: readonly GuardFinding[]): string =>
  refusals
    .map(({ guard, why }) => (guard === "deletion" ? why : `the retiring key ${id} (${name}) stays: ${why}`))
    .join("\n");

/** Why the scopes of a key may not become these. */
export async function scopeRefusals(
  scene: Scene,
  live: ApiKeyRecord,
  key: HeldKey,
  scopes: readonly string[],
): Promise<string[]> {
  return narrowingRefusals(scene, live, scopes, await selfVerdict(scene, live.id, heldValueOf(key)));
}

/** Why a planned write would be refused: told before anything is created for it. */
export async function rotationWriteProblems(
  scene: Scene,
  planned: PlannedWrite<RotatingApiKeyArgs, LiveRotation, RotatingApiKeyKept>,
): Promise<Problem[]> {
  const { args, live, stored, fields } = planned;
  const problems = await credentialProblems(scene);
  if (live === undefined || (planned.replaces && !planned.removes)) return problems;
  for (const each of heldKeys(stored)) {
    const sight = each.key.id === keptIn(stored).current?.id ? live.current : live.retiring;
    if (sight?.state !== "found") continue;
    const state = asApiKey(each, stored);
    const isLeft = state.kept.adopted === true && state.kept.deleteAdopted !== true;
    if (planned.replaces && !isLeft) {
      const refusals = await removalRefusals(scene, sight.live, state, "replace");
      problems.push(...refusals.map((message) => ({ path: "the replacement", message })));
    } else if (
      !planned.replaces &&
      args.scopes !== undefined &&
      [...fields].some((name) => name.startsWith("scopes"))
    ) {
      const refusals = await scopeRefusals(scene, sight.live, each, args.scopes);
      problems.push(...refusals.map((message) => ({ path: "scopes", message })));
    }
  }
  return problems;
}
