import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { closeWorlds, type HostName, openWorld, type World } from "../provider/lifecycle/world";
import { type Command, histories } from "./commands";
import { play } from "./play";

/** What histories have to come to, or they would show little: how each shows in the output. */
const worthMeeting = {
  "a rotation": /took over from/,
  "a retiring key that goes": /the retiring key \S+ was deleted/,
  "a retiring key in use": /is still in use: last at/,
  "a rotation that adopts": /adopts API key \S+ as the current one/,
  "an orphan of a run that stopped": /orphan: API key/,
  "a key that is gone": /gone/,
  "a key in use that stays": /was last used/,
  "protection that stands": /it is protected/,
  "a possible duplicate": /possible duplicate/,
  "a name that is declared twice": /of this program also declares the name/,
};

/** A failing history stays, so that every later run plays it again: until it is fixed, and ever after. */
function remember(seed: number, history: readonly Command[]): string {
  const file = `test/regressions/history-${Math.abs(seed)}.json`;
  writeFileSync(join(__dirname, "..", "..", file), `${JSON.stringify(history, null, 2)}\n`);
  return file;
}

/** Tests the histories on each of these hosts by turns. */
export function testHistories(hosts: readonly HostName[], count: number): void {
  const worlds = new Map<HostName, World>();
  const met = new Set<string>();
  beforeAll(async () => {
    for (const host of hosts) worlds.set(host, await openWorld({}, host));
  });
  afterAll(closeWorlds);

  test(
    "in no history of programs, colleagues, clocks and faults is a key lost, doubled or shown, and state says what is",
    async () => {
      const property = fc.asyncProperty(histories, fc.constantFrom(...hosts), async (history, host) => {
        const world = worlds.get(host)!;
        await world.sandbox.reset();
        const output = await play(world, history);
        for (const [what, words] of Object.entries(worthMeeting)) if (words.test(output)) met.add(what);
      });
      const ended = await fc.check(property, { numRuns: count });
      if (!ended.failed) return;
      const file = remember(ended.seed, ended.counterexample?.[0] ?? []);
      const why = (ended.errorInstance as Error).message;
      throw new Error(`${why}\n${fc.defaultReportMessage(ended)}\nThe shrunk history is kept in ${file}.`);
    },
    Math.max(300_000, count * 1_000),
  );

  // In the usual form some of it is met a few times only.
  const isLong = count >= 3_000;
  (isLong ? test : test.skip)("the histories come to everything that is worth meeting", () => {
    expect(Object.keys(worthMeeting).filter((what) => !met.has(what))).toEqual([]);
  });
}
