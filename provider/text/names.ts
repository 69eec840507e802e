/** The names or ids of a variable, with commas between: `key_1,key_2`. Pure. */
export function namesIn(text: string | undefined): ReadonlySet<string> {
  const names = (text ?? "").split(",").map((name) => name.trim());
  return new Set(names.filter((name) => name !== ""));
}

/** The name that the program gave; `::` may be part of it. Pure. */
export const logicalNameOf = (urn: string): string => urn.split("::").slice(3).join("::");

/** Whether a resource is among those that were named, by urn or logical name. Pure. */
export const isNamed = (urn: string, names: ReadonlySet<string>): boolean =>
  names.has(urn) || names.has(logicalNameOf(urn));
