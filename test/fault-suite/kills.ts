import { invariantsBroken } from "./invariants";
import { everyKill, type Kill, kill, nameOfKill } from "./kill";
import type { Lane } from "./lane";
import { historiesOf, openLanes } from "./run-all";
import { settle } from "./run-case";

import type { Host } from "./sdk-wire";

/** The same on each host. */
export function testKills(host: Host): void {
  let lanes: Lane[] = [];
  beforeAll(async () => {
    lanes = await openLanes(3, host);
  }, 120_000);
  afterAll(() => Promise.all(lanes.map((lane) => lane.close())));

  async function brokenBy(lane: Lane, each: Kill): Promise<string[]> {
    const { scenario } = each;
    const { place, struck, recordedBefore } = await kill(lane, each);
    const problems = struck.failed ? [] : ["the killed run went well"];
    const again = () => settle(place, scenario);
    problems.push(...(await invariantsBroken({ place, scenario, struck, recordedBefore, settle: again })));
    return problems.map((problem) => `${nameOfKill(each)}: ${problem}`);
  }

  test("a provider that is killed at any wait of a creation, an update or a deletion leaves what the next run fixes or names", async () => {
    const waiting = everyKill(await historiesOf(lanes[0]!));
    expect(waiting.length).toBeGreaterThan(40);
    const broken: string[] = [];
    await Promise.all(
      lanes.map(async (lane) => {
        for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
          broken.push(...(await brokenBy(lane, each)));
        }
      }),
    );
    expect(broken).toEqual([]);
  }, 600_000);
}
