import { listTransitions } from "../../sandbox/core/transitions";
import { Engine } from "../../sandbox/engine";
import { requireWebhookEndpoint, setEndpointStatus } from "../../sandbox/objects/webhook-endpoints";
import { readOptions } from "../../sandbox/options";

/** An engine in whose future the seed's endpoint fails, is disabled an hour later, and comes back. */
function engineWithOutage(): Engine {
  const engine = new Engine(readOptions({ clock: "manual", seed: "s" }));
  const { world, seed } = engine;
  world.jobs.define<"inactive" | "disabled" | "pending">("status", {
    settle(status) {
      const endpoint = requireWebhookEndpoint(world, undefined, seed.webhookEndpointId);
      setEndpointStatus(world, endpoint, status, "in a test");
    },
  });
  const startMs = world.clock.now();
  (["inactive", "disabled", "pending"] as const).forEach((status, hours) => {
    world.jobs.schedule(startMs + hours * 3_600_000, "status", status);
  });
  return engine;
}

test("advance reports every transition on its way, with its own time, and none twice", async () => {
  const engine = engineWithOutage();
  const id = engine.seed.webhookEndpointId;
  const change = { kind: "webhook_endpoint", id, reason: "in a test" };
  expect(await engine.advance({ seconds: 3_600 })).toEqual({
    from: "2026-01-01T00:00:00.000Z",
    to: "2026-01-01T01:00:00.000Z",
    jobs: 2,
    events: 0,
    attempts: 0,
    transitions: [
      { ...change, from: "active", to: "inactive", at: "2026-01-01T00:00:00.000Z" },
      { ...change, from: "inactive", to: "disabled", at: "2026-01-01T01:00:00.000Z" },
    ],
  });
  expect(await engine.advance({ to: "2026-01-02T00:00:00Z" })).toMatchObject({
    jobs: 1,
    transitions: [{ ...change, from: "disabled", to: "pending", at: "2026-01-01T02:00:00.000Z" }],
  });
  engine.world.store.close();
});

test("advancing by a and then by b leaves the same log as advancing by both at once", async () => {
  const pieces = engineWithOutage();
  const whole = engineWithOutage();
  await pieces.advance({ seconds: 1_800.25 });
  await pieces.advance({ seconds: 86_400 });
  await whole.advance({ seconds: 88_200.25 });
  expect(listTransitions(pieces.world, 0, 0, 100)).toHaveLength(3);
  expect(JSON.stringify(listTransitions(pieces.world, 0, 0, 100))).toBe(
    JSON.stringify(listTransitions(whole.world, 0, 0, 100)),
  );
  expect(pieces.world.clock.now()).toBe(whole.world.clock.now());
  pieces.world.store.close();
  whole.world.store.close();
});

test("a reset forgets transitions and jobs, a restored snapshot brings them back", async () => {
  const engine = engineWithOutage();
  await engine.advance({ seconds: 60 });
  engine.snapshot("one");
  engine.reset();
  expect(listTransitions(engine.world, 0, 0, 100)).toEqual([]);
  expect(await engine.advance({ seconds: 86_400 })).toMatchObject({ jobs: 0 });
  engine.restore("one");
  expect(listTransitions(engine.world, 0, 0, 100)).toHaveLength(1);
  expect(await engine.advance({ seconds: 86_400 })).toMatchObject({ jobs: 2 });
  engine.world.store.close();
});
