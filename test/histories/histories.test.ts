import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { asOften } from "../nightly.js";
import { closeWorlds, openWorld, type World } from "../provider/lifecycle/world.js";
import { type Command, histories } from "./commands.js";
import { play } from "./play.js";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(closeWorlds);

/** HISTORIES=n plays any number of them. */
const count = Number(process.env.HISTORIES ?? asOften(300, 10_000));

/** A failing history stays, so that every later run plays it again: until it is mended, and ever after. */
function remember(seed: number, history: readonly Command[]): string {
  const file = `test/regressions/history-${Math.abs(seed)}.json`;
  writeFileSync(join(__dirname, "..", "..", file), `${JSON.stringify(history, null, 2)}\n`);
  return file;
}

test(
  "in no history of programs, colleagues, clocks and faults is a key lost, doubled or shown, and state says what is",
  async () => {
    const property = fc.asyncProperty(histories, async (history) => {
      await world.sandbox.reset();
      await play(world, history);
    });
    const ended = await fc.check(property, { numRuns: count });
    if (!ended.failed) return;
    const file = remember(ended.seed, ended.counterexample?.[0] ?? []);
    const why = (ended.errorInstance as Error).message;
    throw new Error(`${why}\n${fc.defaultReportMessage(ended)}\nThe shrunk history is kept in ${file}.`);
  },
  Math.max(300_000, count * 1_000),
);
