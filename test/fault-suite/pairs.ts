import { allCases, pairwise } from "./cases";
import type { Lane } from "./lane";
import { historiesOf, openLanes, runAll } from "./run-all";
import type { Case } from "./run-case";

import type { Host } from "./sdk-wire";

/** The same on each host. */
export function testPairs(host: Host): void {
  let lanes: Lane[] = [];
  beforeAll(async () => {
    lanes = await openLanes(8, host);
  });
  afterAll(() => Promise.all(lanes.map((lane) => lane.close())));

  test("every fault at every operation, every call of every history: no key is lost, doubled, or taken for gone, and every loss is told", async () => {
    const cases = allCases(await historiesOf(lanes[0]!));
    const part = pairwise(cases, 1);
    // What is left out runs in `npm run fault-suite`.
    expect(part.length).toBeGreaterThan(250);
    const broken: Case[] = [];
    await runAll(part, lanes, (each, problems) => {
      if (problems.length > 0) broken.push(each);
    });
    // On a machine that is busy with others a time limit may strike where no fault does: what is broken is so again, alone.
    expect(await runAll(broken, lanes.slice(0, 1), () => undefined)).toEqual([]);
  }, 600_000);
}
