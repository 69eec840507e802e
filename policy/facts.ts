/** Stands for a value that is not known before `up`. */
export const notYetKnown = Symbol("not known before up");

/** Properties of a resource as plain values; what is not known yet is `notYetKnown`, at any depth. */
export type Facts = Readonly<Record<string, unknown>>;

/** Facts, and the error with which the policy SDK itself says that something is not known. */
export interface ReadFacts {
  facts: Facts;
  firstUnknown: unknown;
}

/**
 * Copies the named properties out of what the policy SDK hands over, in which touching an unknown value throws: so one
 * unknown value does not hide what the others say.
 */
export function readFacts(properties: Readonly<Record<string, unknown>>, names: readonly string[]): ReadFacts {
  const unknowns: unknown[] = [];
  const read = (holder: object, key: string): unknown => {
    let value: unknown;
    try {
      value = (holder as Record<string, unknown>)[key];
    } catch (error) {
      unknowns.push(error);
      return notYetKnown;
    }
    if (Array.isArray(value)) return Object.keys(value).map((index) => read(value, index));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.keys(value).map((inner) => [inner, read(value, inner)]));
  };
  const facts = Object.fromEntries(names.map((name) => [name, read(properties, name)]));
  return { facts, firstUnknown: unknowns[0] };
}
