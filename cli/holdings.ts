import { typeToken } from "../sdk/reference";
import { type StateResource, secretSignature } from "./exported-state";
import type { StackState } from "./stack-state";

/** Resources of ours that hold keys. The others only name one. */
const holders = new Set<string>([typeToken("ApiKey"), typeToken("RotatingApiKey")]);

/** What states say of keys. */
export interface Holdings {
  /** The urn of a resource that holds the key of this id, whatever it is about to do with it. */
  holderOf(id: string): string | undefined;
  /** Resources of which it can't be told which keys they hold, since what says so is encrypted. */
  unreadable: readonly string[];
}

/** A key is held where its id stands anywhere in what state keeps of a resource that holds keys. Pure. */
export function holdingsOf(states: readonly Pick<StackState, "resources">[]): Holdings {
  const byId = new Map<string, string>();
  const unreadable: string[] = [];
  for (const resource of states.flatMap(({ resources }) => resources)) {
    if (!holders.has(resource.type)) continue;
    const texts = new Set<string>();
    if (resource.id !== undefined) texts.add(resource.id);
    if (gather(resource.outputs.__kept, texts) || gather(openly(resource), texts)) unreadable.push(resource.urn);
    for (const text of texts) byId.set(text, resource.urn);
  }
  return { holderOf: (id) => byId.get(id), unreadable };
}

/** Outputs in which a key of a rotation is named. */
function openly({ outputs: { current, retiring } }: StateResource): unknown {
  return [current, retiring];
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
