import fc from "fast-check";
import { rotationPhases } from "../../../tools/reference/rotation-phases.js";
import { asOften } from "../../nightly";
import { closeWorlds, openWorld, type World } from "../lifecycle/world";
import { rotationHistories } from "./rotating-api-key/rotation-commands";
import { playRotation, type Seen } from "./rotating-api-key/rotation-play";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  world.config["payments:newKeyGraceMs"] = "0";
  world.config["payments:timeouts"] = JSON.stringify({ connectMs: 500, headersMs: 500, bodyMs: 500, totalMs: 4_000 });
});
afterAll(closeWorlds);

/** ROTATION_HISTORIES=n plays any number of them. */
const count = Number(process.env.ROTATION_HISTORIES ?? asOften(300, 3_000));
const seen: Seen = new Set();

test(
  "in no history of days, uses, faults, kills and colleagues is a rotation without a key, with a third one in state, or without the one in use; no key that state does not hold goes; and the preview says what the up does",
  async () => {
    await fc.assert(
      fc.asyncProperty(rotationHistories, async (history) => {
        await world.sandbox.reset();
        await playRotation(world, history, seen);
      }),
      { numRuns: count },
    );
  },
  Math.max(300_000, count * 1_000),
);

test("the histories meet every phase of the table", () => {
  expect(rotationPhases.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
});

// The usual form is too short to meet them all.
const isLong = count >= 3_000;
(isLong ? test : test.skip)("the long form goes every way of the picture", () => {
  const ways = rotationPhases.flatMap(({ name, preview, upLeadsTo, otherwise }) => [
    ...(preview === "update" ? upLeadsTo : []).map((to) => `${name} -> ${to}`),
    ...otherwise.map(([, to]) => `${name} -> ${to}`),
  ]);
  expect(ways.filter((way) => !seen.has(way))).toEqual([]);
});
