import fc from "fast-check";
import { start, stopAll } from "../harness";
import { subscribing } from "../subscribing";

afterEach(stopAll);

const day = 86_400;

interface Story {
  subscriptions: { unit: string; count: number; anchorSeconds: number; behaviour: string[] }[];
  /** Pieces of time, and how many parts each is cut into by the one who cuts. */
  pieces: number[];
}

const story: fc.Arbitrary<Story> = fc.record({
  subscriptions: fc.array(
    fc.record({
      unit: fc.constantFrom("day", "week", "month", "year"),
      count: fc.integer({ min: 1, max: 4 }),
      anchorSeconds: fc.oneof(fc.constant(0), fc.integer({ min: -90 * day, max: 40 * day })),
      behaviour: fc.array(fc.constantFrom("approve", "decline"), { minLength: 1, maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  pieces: fc.array(
    fc.oneof(
      fc.nat(12).map((hours) => hours * 3_600),
      fc.integer({ min: 1, max: 20 * day }),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
});

/** Plays a story on a fresh sandbox and answers every byte that can be seen of it but its port. */
async function play({ subscriptions, pieces }: Story, cuts: number): Promise<string> {
  const sandbox = await start({ seed: "story" });
  const world = subscribing(sandbox);
  const startMs = Date.parse("2026-01-01T00:00:00Z");
  for (const { unit, count, anchorSeconds, behaviour } of subscriptions) {
    await world.subscribe({
      behaviour,
      interval_unit: unit,
      interval_count: count,
      billing_cycle_anchor: new Date(startMs + anchorSeconds * 1_000).toISOString(),
    });
  }
  const transitions: unknown[] = [];
  let jobs = 0;
  for (const seconds of pieces) {
    for (let cut = 0; cut < cuts; cut++) {
      const moved = await sandbox.advance({ seconds: seconds / cuts });
      transitions.push(...moved.transitions);
      jobs += moved.jobs;
    }
  }
  const seen: unknown[] = [transitions, jobs];
  const { body } = await sandbox.admin("GET", "/subscriptions");
  for (const { id } of body) seen.push(await world.see(id));
  for (const path of ["/deliveries", "/receivers/seed/requests"]) seen.push((await sandbox.admin("GET", path)).body);
  await sandbox.close();
  return JSON.stringify(seen).replaceAll(new URL(sandbox.url).host, "sandbox");
}

test("subscriptions leave the same bytes in however many pieces the clock is moved", async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.constantFrom(1, 2, 4, 5), async (told, cuts) => {
      expect(await play(told, cuts)).toBe(await play(told, 1));
    }),
    { numRuns: 20 },
  );
});
