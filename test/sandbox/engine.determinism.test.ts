import fc from "fast-check";
import { happenings, type Step } from "./happenings";
import { start, stopAll } from "./harness";

afterEach(stopAll);

const step = fc.record({
  status: fc.constantFrom<Step["status"][]>(200, 204, 302, 500, "reset"),
  count: fc.integer({ min: 1, max: 9 }),
});

interface Story {
  scripts: Step[][];
  /** Before each piece of time: how many events happen, and whether the first endpoint is re-enabled. */
  pieces: { seconds: number; events: number; reenable: boolean }[];
}

const story: fc.Arbitrary<Story> = fc.record({
  scripts: fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  pieces: fc.array(
    fc.record({
      seconds: fc.oneof(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 10 * 86_400 })),
      events: fc.nat(3),
      reenable: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

/** Plays a story on a fresh sandbox, each piece of time cut into so many, and answers every byte that can be seen of it but its port. */
async function play({ scripts, pieces }: Story, cuts: number): Promise<string> {
  const sandbox = await start({ seed: "story" });
  const world = happenings(sandbox);
  const receivers = ["seed"];
  for (const script of scripts) receivers.push((await world.endpoint(...script)).receiverId);
  const transitions: unknown[] = [];
  let jobs = 0;
  for (const { seconds, events, reenable } of pieces) {
    for (let event = 0; event < events; event++) await world.emit();
    if (reenable) await world.reenable();
    for (let cut = 0; cut < cuts; cut++) {
      const moved = await sandbox.advance({ seconds: seconds / cuts });
      transitions.push(...moved.transitions);
      jobs += moved.jobs;
    }
  }
  const seen: unknown[] = [transitions, jobs];
  for (const path of [
    "/clock",
    "/webhook-endpoints",
    "/deliveries",
    ...receivers.map((id) => `/receivers/${id}/requests`),
  ])
    seen.push((await sandbox.admin("GET", path)).body);
  seen.push((await sandbox.call("GET", "/v1/events?limit=100")).body);
  await sandbox.close();
  return JSON.stringify(seen).replaceAll(new URL(sandbox.url).host, "sandbox");
}

test("the same seed and calls leave the same bytes, in however many pieces the clock is moved", async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.constantFrom(1, 2, 4), async (told, cuts) => {
      expect(await play(told, cuts)).toBe(await play(told, 1));
    }),
    { numRuns: 25 },
  );
});
