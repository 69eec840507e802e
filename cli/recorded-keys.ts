import { type StateResource, secretSignature } from "../drift/collect/state";
import { keyClassNames } from "../provider/text/class-names";
import { classNameOfType } from "../provider/text/type-token";
import type { StackState } from "./stack-state";

/** Resources of ours that hold keys. The others only name one. */
const holders: ReadonlySet<string | undefined> = new Set(keyClassNames);

/** What states say of keys. */
export interface RecordedKeys {
  /**
   * The urn of a resource that holds the key of this id, whatever it is about to do with it.
   *
   * @param accountId where it is given, a resource that lives in another account holds another key
   */
  recordedBy(id: string, accountId?: string): string | undefined;
  /** Resources whose keys are not known, because state keeps their ids encrypted. */
  unreadable: readonly string[];
}

/** A state records a key where its id is anywhere in a resource that holds keys. Pure. */
export function recordedKeysIn(
  states: readonly (Pick<StackState, "resources"> & Partial<Pick<StackState, "pending">>)[],
): RecordedKeys {
  const byId = new Map<string, StateResource[]>();
  const unreadable: string[] = [];
  const all = states.flatMap(({ resources, pending = [] }) => [...resources, ...pending.map((each) => each.resource)]);
  for (const resource of all) {
    if (!holders.has(classNameOfType(resource.type))) continue;
    const { __kept, current, retiring } = resource.outputs;
    const texts = new Set<string>();
    if (gather([resource.id, __kept, current, retiring], texts)) unreadable.push(resource.urn);
    for (const text of texts) {
      const holding = byId.get(text);
      if (holding === undefined) byId.set(text, [resource]);
      else holding.push(resource);
    }
  }
  return {
    recordedBy: (id, accountId) => byId.get(id)?.find((resource) => mayLiveIn(resource, accountId))?.urn,
    unreadable,
  };
}

/** An account that state does not tell, or keeps encrypted, may be any. */
function mayLiveIn({ outputs }: StateResource, accountId: string | undefined): boolean {
  return accountId === undefined || typeof outputs.accountId !== "string" || outputs.accountId === accountId;
}

/** Every text in a value; true where a part of it is encrypted. */
function gather(value: unknown, texts: Set<string>): boolean {
  if (typeof value === "string") texts.add(value);
  if (typeof value !== "object" || value === null) return false;
  if (secretSignature in value) return true;
  return Object.values(value)
    .map((inner) => gather(inner, texts))
    .some(Boolean);
}
