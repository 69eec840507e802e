import { allCases, pairwise } from "./cases.js";
import type { Lane } from "./lane.js";
import { historiesOf, openLanes, runAll } from "./run-all.js";

let lanes: Lane[] = [];
beforeAll(async () => {
  lanes = await openLanes(4);
});
afterAll(() => Promise.all(lanes.map((lane) => lane.close())));

test("every fault at every operation, every call of every history: no key is lost, doubled, or taken for gone, and every loss is told", async () => {
  const cases = allCases(await historiesOf(lanes[0]!));
  const part = pairwise(cases, 1);
  // What is left out runs in `npm run fault-suite`.
  expect(part.length).toBeGreaterThan(250);
  expect(await runAll(part, lanes, () => undefined)).toEqual([]);
}, 600_000);
