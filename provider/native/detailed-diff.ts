import type { Properties } from "../lifecycle/inputs";
import type { Change } from "../report/record";

/** How the engine shows one path: from the value that state holds to the program's. */
export type DiffKind = "ADD" | "DELETE" | "UPDATE";

export interface PathDiff {
  path: string;
  kind: DiffKind;
  /** The change replaces the object. */
  replaces: boolean;
}

/** The two sides that the engine takes values from. */
export interface DiffSides {
  /** As state holds them. */
  outputs: Properties;
  /** The arguments, as checked. */
  inputs: Properties;
}

/**
 * What differs, path by path: of a list each element that is added or removed, so that the engine shows nothing else. The
 * words on the row say what no path can, such as that an object is due. Pure.
 */
export function detailedDiff(changes: readonly Change[], sides: DiffSides): PathDiff[] {
  const paths = new Map<string, PathDiff>();
  for (const change of changes) {
    // What an endpoint needs and nobody may repair is reported, and is no change.
    if (change.cause === "unhealthy" && !change.repairable) continue;
    if (change.cause === "due" && !change.repairable) continue;
    for (const each of pathsOf(change, sides)) paths.set(each.path, each);
  }
  return [...paths.values()];
}

function pathsOf({ field, argument = field, cause, desired, live, replaces }: Change, sides: DiffSides): PathDiff[] {
  const isShownBy = (name: string): boolean => name in sides.inputs && (name === field || name in sides.outputs);
  const name = [field, argument].find(isShownBy) ?? field;
  const [old, wanted] = [sides.outputs[name], sides.inputs[name]];
  // What state keeps for itself has no value that the engine could show.
  if (old === undefined && wanted === undefined && cause === "unrecorded") return [];
  const at = (path: string, kind: DiffKind): PathDiff => ({ path, kind, replaces: replaces !== undefined });
  if (name === field && isTexts(old) && isTexts(wanted) && isTexts(live) && isTexts(desired)) {
    const elements = elementsOf(name, { old, wanted }, { live, desired }, at);
    if (elements.length > 0) return elements;
  }
  if (wanted === undefined && desired === undefined) return [at(quoted(name), "DELETE")];
  // A key that is made has no value yet: the engine shows one that is not known.
  const isMade = wanted === undefined && (cause === "due" || cause === "gone");
  return [at(quoted(name), isMade || old === undefined ? "ADD" : "UPDATE")];
}

/** Where the lists hold what the comparison is about: a key's list may hold scopes that another resource manages. */
function elementsOf(
  name: string,
  { old, wanted }: { old: readonly string[]; wanted: readonly string[] },
  { live, desired }: { live: readonly string[]; desired: readonly string[] },
  at: (path: string, kind: DiffKind) => PathDiff,
): PathDiff[] {
  const removed = live.filter((each) => !desired.includes(each)).map((each) => old.indexOf(each));
  const added = desired.filter((each) => !live.includes(each)).map((each) => wanted.indexOf(each));
  // One of them is not where the engine looks: then the lists as a whole are shown.
  if ([...removed, ...added].includes(-1)) return [];
  const indexes = [...new Set([...removed, ...added])].sort((a, b) => a - b);
  return indexes.map((index) => {
    const path = `${name}[${index}]`;
    if (removed.includes(index) && added.includes(index)) return at(path, "UPDATE");
    return at(path, removed.includes(index) ? "DELETE" : "ADD");
  });
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** A path of the engine's: a name that is no plain word is quoted. */
const quoted = (name: string): string => (/^\w+$/.test(name) ? name : `[${JSON.stringify(name)}]`);
