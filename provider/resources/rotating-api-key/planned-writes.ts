import type { ApiKeyLookup } from "../../api/service";
import type { Finding, KeyDeletion, KeyUpdate, KeyWrite, KnownValue } from "../../guards/guard";
import type { PlannedWrite, RecordedState, ResourceContext } from "../../lifecycle/resource";
import { deletionOf, isLeftInPlace } from "../api-key";
import type { ApiKeyPrivateState } from "../api-key/fields";
import type {
  LiveRotation,
  RecordedKey,
  RecordedRetiringKey,
  RotatingApiKeyArgs,
  RotatingApiKeyPrivateState,
} from "./fields";
import { privateStateIn } from "./private-state";

/** A key of a rotation with what state holds of its value. */
export interface RotationKey {
  key: RecordedKey;
  value: unknown;
}

/** The keys that state holds: first the one that goes first. Pure. */
export function rotationKeys(recorded: RecordedState<RotatingApiKeyPrivateState>): RotationKey[] {
  const { outputs } = recorded;
  const { current, retiring } = privateStateIn(recorded);
  const keys: RotationKey[] = [];
  if (retiring !== undefined) keys.push({ key: retiring, value: outputs.retiringValue });
  if (current !== undefined) keys.push({ key: current, value: outputs.value });
  return keys;
}

export const knownValueOf = ({ key, value }: RotationKey): KnownValue => ({ value, isGiven: key.adopted === true });

/** One key of a rotation in the form of an ApiKey's state, so that the guards of a deletion are the same. Pure. */
export function asApiKey(
  { key, value }: RotationKey,
  { privateState }: RecordedState<RotatingApiKeyPrivateState>,
): RecordedState<ApiKeyPrivateState> {
  const own: ApiKeyPrivateState = {};
  // One that was rotated away goes like any other.
  if (key.adopted && key.id === privateState.current?.id) {
    own.adopted = true;
    if (privateState.deleteAdopted) own.deleteAdopted = true;
  }
  if (privateState.deletionGuard !== undefined) own.deletionGuard = privateState.deletionGuard;
  return { outputs: { type: "secret", value, createdAt: key.createdAt }, privateState: own };
}

/** What is said where a guard keeps the retiring key. Pure. */
export const retiringStays = ({ id, name }: RecordedRetiringKey, refusals: readonly Finding[]): string =>
  refusals
    .map(({ guard, why }) => (guard === "deletion" ? why : `the retiring key ${id} (${name}) stays: ${why}`))
    .join("\n");

export const lookupOf = ({ createdAt }: RecordedKey): ApiKeyLookup => ({ createdAt });

/** The scopes of a key of the rotation become these. */
const scopeUpdate = (key: RotationKey, scopes: readonly string[]): KeyUpdate => ({
  write: "update",
  id: key.key.id,
  lookup: lookupOf(key.key),
  known: knownValueOf(key),
  path: "scopes",
  merge: () => ({ scopes: [...scopes] }),
});

/** The retiring key may go only where the run does not authenticate with it: otherwise it stays, whatever the time. */
export function postponableDeletions(
  { retiring }: LiveRotation,
  recorded: RecordedState<RotatingApiKeyPrivateState>,
): KeyDeletion[] {
  const [first] = rotationKeys(recorded);
  if (first === undefined || retiring?.state !== "found" || first.key.id !== retiring.live.id) return [];
  const { key } = first;
  return [{ write: "delete", id: key.id, lookup: lookupOf(key), known: knownValueOf(first), deletionGuard: "off" }];
}

/** The deletions of a removal or a replacement: both keys, save one that was adopted and stays. */
export function deletionsOf(
  keys: readonly RotationKey[],
  recorded: RecordedState<RotatingApiKeyPrivateState>,
  write: "delete" | "replace",
  rules: ResourceContext["configuration"],
): KeyDeletion[] {
  const states = keys.map((key) => ({ id: key.key.id, state: asApiKey(key, recorded) }));
  return states
    .filter(({ state }) => !isLeftInPlace(state))
    .map(({ id, state }) => deletionOf(id, state, write, rules));
}

/** What a planned update or replacement writes. Pure. */
export function rotationWrites(
  {
    args,
    live,
    recorded,
    replaces,
    removes,
    fields,
  }: PlannedWrite<RotatingApiKeyArgs, LiveRotation, RotatingApiKeyPrivateState>,
  rules: ResourceContext["configuration"],
): KeyWrite[] {
  // An update may create the next key as well.
  const writes: KeyWrite[] = [{ write: "create" }];
  if (live === undefined || (replaces && !removes)) return writes;
  const found = rotationKeys(recorded).filter(({ key }) =>
    [live.current, live.retiring].some(
      (observation) => observation?.state === "found" && observation.live.id === key.id,
    ),
  );
  if (replaces) return [...writes, ...deletionsOf(found, recorded, "replace", rules)];
  const { scopes } = args;
  if (scopes === undefined || ![...fields].some((name) => name.startsWith("scopes"))) return writes;
  return [...writes, ...found.map((key) => scopeUpdate(key, scopes))];
}
