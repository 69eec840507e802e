import fc from "fast-check";
import { happenings, type Step } from "../happenings";
import { start, stopAll } from "../harness";

afterEach(stopAll);

const hour = 3_600;

interface Scene {
  /**
   * Failures before the first success of each endpoint, its status when the event happens, whether it is set active later, and whether
   * it is deleted before that.
   */
  endpoints: { failures: number; status: "active" | "inactive" | "disabled"; back: boolean; deleted: boolean }[];
  waits: [number, number];
}

const scene: fc.Arbitrary<Scene> = fc.record({
  endpoints: fc.array(
    fc.record({
      failures: fc.constantFrom(0, 1, 2, 7, 8, 9),
      status: fc.constantFrom("active", "active", "inactive", "disabled"),
      back: fc.boolean(),
      deleted: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  waits: fc.tuple(fc.constantFrom(0, 1, 10), fc.constantFrom(0, 2, 30, 60.5)),
});

interface Seen {
  attempts: number;
  taken: boolean;
  /** Whether an attempt is still to come. */
  queued: boolean;
  deleted: boolean;
}

/**
 * Which of the four definitions of the document hold, given what each endpoint received and whether it still waits for the event. Of two
 * that hold, `failed` and `pending` come before `undelivered`.
 */
function statusesThatHold(all: Seen[], undelivered: "any" | "every"): string[] {
  const endpoints = all.filter(({ attempts, taken, deleted }) => !deleted || taken || attempts >= 8);
  const attempted = endpoints.some(({ attempts }) => attempts > 0);
  const missed = ({ attempts, queued }: Seen) => attempts === 0 && !queued;
  const failed = endpoints.some(({ attempts, taken }) => attempts >= 8 && !taken);
  const pending = !attempted && endpoints.some(({ queued }) => queued);
  const definitions = {
    succeeded: endpoints.length > 0 && endpoints.every(({ taken }) => taken),
    failed,
    pending,
    undelivered:
      undelivered === "any"
        ? !failed && !pending && endpoints.some(missed)
        : endpoints.length > 0 && endpoints.every(missed),
  };
  return Object.entries(definitions).flatMap(([status, holds]) => (holds ? [status] : []));
}

test.each(["any", "every"] as const)(
  "each value of delivery_status finds exactly the events that its definition says, over several endpoints, with --undelivered %s",
  async (undelivered) => {
    const sandbox = await start({ undelivered });
    const world = happenings(sandbox);
    await fc.assert(
      fc.asyncProperty(scene, async ({ endpoints, waits }) => {
        await sandbox.reset();
        await sandbox.admin("DELETE", `/webhook-endpoints/${sandbox.webhookEndpointId}`);
        const made: { id: string; receiverId: string; status: string; back: boolean; deleted: boolean }[] = [];
        for (const { failures, status, back, deleted } of endpoints) {
          const failing: Step[] = failures > 0 ? [{ status: 500, count: failures }] : [];
          const endpoint = await world.endpoint(...failing, { status: 200 });
          await world.setStatus(status, endpoint.id);
          made.push({ ...endpoint, status, back, deleted });
        }
        await world.emit();
        const check = async (isBack: boolean) => {
          const facts = [];
          for (const { receiverId, status, back, deleted } of made) {
            const received = await world.received(receiverId);
            facts.push({
              attempts: received.length,
              taken: received.some(({ answered }) => answered === 200),
              queued: status === "active" || (status === "inactive" && back && isBack),
              deleted: deleted && isBack,
            });
          }
          const found = [];
          for (const status of ["succeeded", "failed", "pending", "undelivered"])
            if ((await sandbox.call("GET", `/v1/events?delivery_status=${status}`)).body.total === 1)
              found.push(status);
          expect(found).toEqual(statusesThatHold(facts, undelivered));
          expect(await world.deliveryStatus()).toBe(found[0] ?? null);
        };
        await check(false);
        await sandbox.advance({ seconds: waits[0] * hour });
        await check(false);
        for (const { id, back, deleted } of made) {
          if (deleted) await sandbox.admin("DELETE", `/webhook-endpoints/${id}`);
          else if (back) await world.setStatus("active", id);
        }
        await check(true);
        await sandbox.advance({ seconds: waits[1] * hour });
        await check(true);
      }),
      { numRuns: 60 },
    );
  },
);
