import type { rotationPhases } from "../../../../tools/reference/rotation-phases.js";
import type { Declared, Trouble } from "./rotation-commands";

export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

export const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A line of the table as an expression: what differs from run to run matches anything. */
const lineOf = (shows: string): RegExp =>
  new RegExp(
    shows
      .split(/<[^>]+>/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".+"),
  );

/** What state keeps of the declared times. */
export const timesOf = ({ rotation }: Declared): string =>
  "everyDays" in rotation ? `${rotation.everyDays} ${rotation.overlapHours}` : `by trigger ${rotation.overlapHours}`;

/** A rotation by trigger is never late, and has no day to name. */
export function isShown(
  { name, shows }: (typeof rotationPhases)[number],
  { asked }: { asked?: string | undefined },
  text: string,
): boolean {
  if (name === "one key" && !text.includes("rotates in")) return asked === undefined && !text.includes("due");
  return lineOf(shows).test(text);
}

export function faultOf({ operation, from, at, effect }: Trouble): object {
  return { operation, from, at, effect, ...(effect === "status" ? { status: 500 } : {}) };
}
