import { z } from "zod";
import type { ResourceFacts } from "../facts.js";
import { type Found, stackRule, undetermined, violation } from "../rule.js";
import { daysSince } from "../rule-helpers/days.js";
import { firstOf } from "../text/in-words.js";

const config = z.object({
  days: z
    .number()
    .positive()
    .default(90)
    .meta({ description: "Without a use for so many days a key counts as unused." }),
});

/** A reading older than this proves no disuse: somebody may be using the key since. */
const freshDays = 1;

/**
 * Only a fresh reading can show that a key is not used (interface document, ApiKey, `last_used`), since somebody may go by
 * it and delete a live key. That a key is used an old one shows as well: a use is never undone.
 */
export const unusedKey = stackRule<typeof config>({
  name: "unused-key",
  title: "Every key is used by somebody.",
  why: "A key that nobody uses is one whose theft nobody would notice.",
  fix: "Ask whoever declared it, then take it out of the program.",
  level: "advisory",
  strictLevel: "advisory",
  config,

  check(resources, { config: { days }, stack, now }) {
    const declared = resources.filter(({ className }) => className === "ApiKey");
    const isTold = declared.some(({ props }) => daysSince(props.lastUsed, now) !== undefined);
    const keys = declared.map((key) => ({ key, use: useOf(key, { days, now, isTold }) }));
    const having = (wanted: Use): ResourceFacts[] => keys.filter(({ use }) => use === wanted).map(({ key }) => key);
    const unused = having("none").map(({ urn, props }): Found => {
      const { lastUsed, createdAt, lastUsedObservedAt } = props;
      const since =
        lastUsed === undefined
          ? `was not used since it was made on ${dayOf(createdAt)}`
          : `was last used on ${dayOf(lastUsed)}`;
      return violation(`This key ${since}, as read on ${String(lastUsedObservedAt)}.`, { path: "lastUsed", urn });
    });
    const refresh = `Run: pulumi refresh --stack ${stack.name}.`;
    return [
      ...unused,
      ...inDoubt(
        having("not read"),
        (names) => `when ${names} was last used was never read, or is told in no form that is known here. ${refresh}`,
      ),
      ...inDoubt(
        having("read too long ago"),
        (names) =>
          `when ${names} was last used was read over ${freshDays * 24} hours ago; do not take it for unused. ${refresh}`,
      ),
      ...inDoubt(
        having("not told"),
        (names) =>
          `no use of ${names} was ever seen, but no key of this stack shows one: the service may not tell it. Ask its users.`,
      ),
    ];
  },

  example: {
    failing: {
      program: 'new ApiKey("old-reports", { type: "secret", scopes: ["accounts:read"] });',
      now: "2026-06-01T09:00:00Z",
      outputs: {
        "old-reports": {
          createdAt: "2025-01-10T12:00:00Z",
          lastUsed: "2025-11-02T04:00:00Z",
          lastUsedObservedAt: "2026-06-01T08:00:00Z",
        },
      },
    },
    passing: {
      program: 'new ApiKey("reports", { type: "secret", scopes: ["accounts:read"] });',
      now: "2026-06-01T09:00:00Z",
      outputs: {
        reports: {
          createdAt: "2025-01-10T12:00:00Z",
          lastUsed: "2026-05-31T04:00:00Z",
          lastUsedObservedAt: "2026-06-01T08:00:00Z",
        },
      },
    },
  },
  notes:
    "State holds `lastUsed` as of `lastUsedObservedAt`: the last write or refresh. Is that over 24 hours ago, a key that looks unused is undetermined, never a violation; run `pulumi refresh` before, in a nightly job for instance. So is one that was never used where no key of the stack shows a use: the service need not tell it. Nothing is said of a key that is new or changes in this preview.",
});

/** What is known of a key's use. `none` alone says that nobody uses it. */
type Use = "not there yet" | "some" | "none" | "not read" | "read too long ago" | "not told";

interface Yardstick {
  days: number;
  now: Date;
  /** Some key of the stack shows a use, so the service does tell it. */
  isTold: boolean;
}

function useOf({ props }: ResourceFacts, { days, now, isTold }: Yardstick): Use {
  const { lastUsed, createdAt, lastUsedObservedAt } = props;
  // Outputs are absent in the preview of a key that is new or changes.
  if (![lastUsed, createdAt, lastUsedObservedAt].some((time) => typeof time === "string")) return "not there yet";
  const idleDays = daysSince(lastUsed ?? createdAt, now);
  if (idleDays === undefined) return "not read";
  if (idleDays < days) return "some";
  const readingDays = daysSince(lastUsedObservedAt, now);
  if (readingDays === undefined) return "not read";
  // One from the future is of a clock that goes wrong.
  if (Math.abs(readingDays) > freshDays) return "read too long ago";
  return isTold ? "none" : "not told";
}

/** One line for all of them: in most runs nobody asked. */
function inDoubt(keys: readonly ResourceFacts[], why: (names: string) => string): Found[] {
  return keys.length === 0 ? [] : [undetermined("lastUsed", { why: why(firstOf(keys.map(({ name }) => name))) })];
}

const dayOf = (time: unknown): string => String(time).slice(0, "2026-01-31".length);
