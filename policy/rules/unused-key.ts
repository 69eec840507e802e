import { z } from "zod";
import type { ResourceFacts } from "../facts";
import { type Found, stackRule, undetermined, violation } from "../rule";
import { daysSince } from "../rule-helpers/days";
import { firstOf } from "../text/in-words";

const config = z.object({
  days: z.number().positive().default(90).meta({ description: "Days without a use after which a key is unused." }),
});

/** An older observation does not prove that a key is unused: someone may have used it since. In days. */
const maxObservationDays = 1;

/**
 * Only a fresh observation shows that a key is unused (interface document, ApiKey, `last_used`); on an old one, someone might delete
 * a key that is in use. An old observation does show that a key is in use.
 */
export const unusedKey = stackRule<typeof config>({
  name: "unused-key",
  title: "Every key is in use.",
  why: "Nobody would notice the theft of a key that nobody uses.",
  fix: "Ask its owner, then remove it from the program.",
  level: "advisory",
  strictLevel: "advisory",
  config,

  check(resources, { config: { days }, stack, now }) {
    const declared = resources.filter(({ className }) => className === "ApiKey");
    const isReported = declared.some(({ props }) => daysSince(props.lastUsed, now) !== undefined);
    const keys = declared.map((key) => ({ key, use: useOf(key, { days, now, isReported }) }));
    const keysWith = (expected: Use): ResourceFacts[] =>
      keys.filter(({ use }) => use === expected).map(({ key }) => key);
    const unused = keysWith("none").map(({ urn, props }): Found => {
      const { lastUsed, createdAt, lastUsedObservedAt } = props;
      const since =
        lastUsed === undefined
          ? `was not used since its creation on ${dayOf(createdAt)}`
          : `was last used on ${dayOf(lastUsed)}`;
      return violation(`This key ${since}, as observed on ${String(lastUsedObservedAt)}.`, { path: "lastUsed", urn });
    });
    const refresh = `Run: pulumi refresh --stack ${stack.name}.`;
    return [
      ...unused,
      ...undeterminedUse(
        keysWith("unknown"),
        (names) =>
          `The last use of ${names} is unknown: it was never observed, or its format is not supported. ${refresh}`,
      ),
      ...undeterminedUse(
        keysWith("observed too long ago"),
        (names) =>
          `The last use of ${names} was observed over ${maxObservationDays * 24} hours ago, so it may be in use. ${refresh}`,
      ),
      ...undeterminedUse(
        keysWith("not reported"),
        (names) =>
          `No use of ${names} was ever observed, but the service reports no use of any key of this stack, so it may not report them. Ask its users.`,
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
    "State holds `lastUsed` as of `lastUsedObservedAt`, the last write or refresh. If that is over 24 hours ago, a key that looks unused is undetermined, never a violation. Run `pulumi refresh` first, for example in a nightly job. A key that was never used is also undetermined if no key of the stack shows a use, because the service may not report uses. The rule skips a key that is new or changes in this preview.",
});

/** The known use of a key. Only `none` means that nobody uses it. */
type Use = "not created" | "some" | "none" | "unknown" | "observed too long ago" | "not reported";

interface UseOptions {
  days: number;
  now: Date;
  /** Whether a key of the stack shows a use, so that the service is known to report uses. */
  isReported: boolean;
}

function useOf({ props }: ResourceFacts, { days, now, isReported }: UseOptions): Use {
  const { lastUsed, createdAt, lastUsedObservedAt } = props;
  // Outputs are absent in the preview of a key that is new or changes.
  if (![lastUsed, createdAt, lastUsedObservedAt].some((time) => typeof time === "string")) return "not created";
  const idleDays = daysSince(lastUsed ?? createdAt, now);
  if (idleDays === undefined) return "unknown";
  if (idleDays < days) return "some";
  const observedDays = daysSince(lastUsedObservedAt, now);
  if (observedDays === undefined) return "unknown";
  // A time in the future comes from a wrong clock.
  if (Math.abs(observedDays) > maxObservationDays) return "observed too long ago";
  return isReported ? "none" : "not reported";
}

/** One finding for all of the keys, because most runs are not about unused keys. */
function undeterminedUse(keys: readonly ResourceFacts[], why: (names: string) => string): Found[] {
  return keys.length === 0 ? [] : [undetermined("lastUsed", { why: why(firstOf(keys.map(({ name }) => name))) })];
}

const dayOf = (time: unknown): string => String(time).slice(0, "2026-01-31".length);
