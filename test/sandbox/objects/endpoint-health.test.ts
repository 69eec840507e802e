import fc from "fast-check";
import type { SandboxOptions } from "../../../sandbox/index";
import { happenings } from "../happenings";
import { type Harness, start, stopAll } from "../harness";
import { EndpointModel } from "./endpoint-model";

afterEach(stopAll);

const day = 86_400;
const startMs = Date.parse("2026-01-01T00:00:00Z");
const at = (seconds: number) => new Date(startMs + seconds * 1_000).toISOString();
const brief = ({ from, to, at: when }: { from: string; to: string; at: string }) => `${from} → ${to} ${when}`;

async function scene(
  options: SandboxOptions = {},
): Promise<{ sandbox: Harness; world: ReturnType<typeof happenings>; status(): Promise<string> }> {
  const sandbox = await start(options);
  return {
    sandbox,
    world: happenings(sandbox),
    status: async () =>
      (await sandbox.call("GET", `/v1/webhook-endpoints/${sandbox.webhookEndpointId}`)).body.status as string,
  };
}

test("an endpoint whose deliveries fail becomes inactive after exactly three days and disabled after seven", async () => {
  const { sandbox, world } = await scene();
  await world.script({ status: 500 });
  await world.emit();
  const before = await sandbox.advance({ seconds: 3 * day - 0.001 });
  expect(before.transitions).toEqual([]);
  const { transitions } = await sandbox.advance({ seconds: 10 * day });
  const endpoint = { kind: "webhook_endpoint", id: sandbox.webhookEndpointId };
  expect(transitions).toEqual([
    { ...endpoint, from: "active", to: "inactive", at: at(3 * day), reason: "no successful delivery for 3 days" },
    { ...endpoint, from: "inactive", to: "disabled", at: at(7 * day), reason: "no successful delivery for 7 days" },
  ]);
});

test("one successful delivery among failing ones begins the count anew", async () => {
  const { sandbox, world } = await scene();
  await world.script({ status: 500, for_seconds: 2 * day }, { status: 200, count: 1 }, { status: 500 });
  await world.emit();
  await sandbox.advance({ seconds: 2 * day });
  await world.emit();
  expect((await sandbox.advance({ seconds: 3 * day })).transitions).toEqual([]);
});

test("an endpoint that nothing is sent to stays active", async () => {
  const { sandbox } = await scene();
  expect(await sandbox.advance({ seconds: 60 * day })).toMatchObject({ jobs: 0, transitions: [] });
});

test.each(["all", "waiting"] as const)(
  "an inactive endpoint gets nothing and its events wait; re-enabled with --replay-set %s, it gets them oldest first, two a second",
  async (replaySet) => {
    const { sandbox, world, status } = await scene({ replaySet });
    const receiver = await world.script({ status: 500, for_seconds: 5 * day }, { status: 200 });
    const usedUp = await world.emit("used.up.eight.attempts");
    await sandbox.advance({ seconds: 2.9 * day });
    const cutOff = await world.emit("cut.off");
    await sandbox.advance({ seconds: 0.2 * day });
    expect(await status()).toBe("inactive");
    const before = (await world.received(receiver)).length;
    const waiting = replaySet === "all" ? [usedUp, cutOff] : [cutOff];
    for (let count = 0; count < 4; count++) waiting.push(await world.emit("while.inactive"));
    await sandbox.advance({ to: at(5 * day) });
    expect(await world.received(receiver)).toHaveLength(before);
    expect((await sandbox.call("GET", "/v1/events?delivery_status=undelivered")).body.total).toBe(4);
    expect((await world.reenable()).body.status).toBe("pending");
    const { transitions } = await sandbox.advance({ seconds: 60 });
    expect(transitions.map(brief)).toEqual([`pending → active ${at(5 * day)}`]);
    const replayed = (await world.received(receiver)).slice(before);
    expect(replayed.map((request) => [request.body.id, request.at])).toEqual(
      waiting.map((id, index) => [id, at(5 * day + index * 0.5)]),
    );
    expect((await sandbox.call("GET", "/v1/events?delivery_status=succeeded")).body.total).toBe(waiting.length);
    expect((await sandbox.call("GET", "/v1/events?delivery_status=failed")).body.total).toBe(6 - waiting.length);
  },
);

test("events that happen during a replay are delivered at once", async () => {
  const { sandbox, world } = await scene();
  await world.setStatus("inactive");
  for (let count = 0; count < 10; count++) await world.emit("old");
  await world.reenable();
  await sandbox.advance({ seconds: 1 });
  await world.emit("new");
  await sandbox.advance({ seconds: 60 });
  expect((await world.received()).map(({ body }) => body.type)).toEqual([
    ...["old", "old", "old", "new"],
    ...Array<string>(7).fill("old"),
  ]);
});

test("what was delivered in one cycle is not delivered again in the next", async () => {
  const { sandbox, world } = await scene();
  await world.setStatus("inactive");
  for (let count = 0; count < 6; count++) await world.emit();
  await world.reenable();
  await sandbox.advance({ seconds: 1 });
  await world.setStatus("inactive");
  await world.reenable();
  await sandbox.advance({ seconds: 60 });
  const ids = (await world.received()).map(({ body }) => body.id);
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(6);
});

test("a disabled endpoint gets nothing of its outage back, only what happens once it is re-enabled", async () => {
  const { sandbox, world, status } = await scene();
  await world.script({ status: 500, for_seconds: 8 * day }, { status: 200 });
  await world.emit("before");
  await sandbox.advance({ seconds: 4 * day });
  await world.emit("while.inactive");
  await sandbox.advance({ seconds: 4 * day });
  expect(await status()).toBe("disabled");
  await world.emit("while.disabled");
  await world.reenable();
  expect(await sandbox.advance({ seconds: day })).toMatchObject({ attempts: 0, transitions: [] });
  await world.emit("afterwards");
  expect(await sandbox.advance({ seconds: 0 })).toMatchObject({ attempts: 1, transitions: [{ to: "active" }] });
});

test("a pending endpoint becomes inactive when a delivery uses up its attempts, with the same notice", async () => {
  const { sandbox, world } = await scene();
  await sandbox.admin("POST", "/users", { email: "owner@example.com", role: "owner" });
  await world.script({ status: 500 });
  await world.setStatus("pending");
  await world.emit();
  const { transitions } = await sandbox.advance({ seconds: 3 * day });
  const exhaustedAt = 60 * 3_600 + 300;
  expect(transitions).toMatchObject([
    { from: "pending", to: "inactive", at: at(exhaustedAt), reason: "a delivery used up all its attempts" },
  ]);
  expect((await sandbox.admin("GET", "/mail")).body).toMatchObject([
    {
      at: at(exhaustedAt),
      kind: "endpoint_inactive",
      subject: expect.stringContaining("4.5 days left"),
      text: expect.stringContaining(at(7 * day)),
    },
  ]);
});

type Action = { do: "emit" } | { do: "reenable" } | { do: "receiver"; up: boolean } | { do: "advance"; ms: number };

const advance = fc
  .oneof(
    fc.nat(2_000),
    fc.nat(day * 1_000),
    fc.constantFrom(60.1 / 24, 3, 3, 4).map((days) => days * day * 1_000),
  )
  .map<Action>((ms) => ({ do: "advance", ms }));

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Action>({ do: "emit" }) },
  { weight: 2, arbitrary: fc.constant<Action>({ do: "reenable" }) },
  { weight: 2, arbitrary: fc.boolean().map<Action>((up) => ({ do: "receiver", up })) },
  { weight: 3, arbitrary: advance },
);

/** Half of the histories begin in the middle of an outage, so that what comes after one is met often. */
const history: fc.Arbitrary<Action[]> = fc
  .tuple(
    fc.constantFrom<Action[]>(
      [],
      [{ do: "receiver", up: false }, { do: "emit" }, { do: "advance", ms: 3 * day * 1_000 }],
    ),
    fc.array(action, { minLength: 4, maxLength: 25 }),
  )
  .map(([before, after]) => [...before, ...after]);

/** Everything of the sandbox that the model speaks of. */
async function seen(sandbox: Harness) {
  const world = happenings(sandbox);
  const [endpoint] = (await sandbox.admin("GET", "/webhook-endpoints")).body;
  const mail = (await sandbox.admin("GET", "/mail")).body as { at: string; kind: string; text: string }[];
  return {
    status: endpoint.status,
    attempts: (await world.deliveries()).map(({ event_id, attempts }) => [
      event_id,
      ...attempts.map((made) => `${made.at} ${made.outcome === "succeeded"}`),
    ]),
    mail: mail.map(({ at: when, kind, text }) => `${when} ${kind} ${/disabled in ([\d.]+) day/.exec(text)?.[1]}`),
  };
}

function expected(model: EndpointModel) {
  const when = (ms: number) => new Date(ms).toISOString();
  const days = (ms: number) => String(Math.round((ms / day / 1_000) * 10) / 10);
  return {
    status: model.status,
    attempts: model.events.map(({ id, attempts }) => [
      id,
      ...attempts.map((made) => `${when(made.atMs)} ${made.taken}`),
    ]),
    mail: model.mail.map(
      ({ atMs, kind, leftMs }) => `${when(atMs)} ${kind} ${leftMs === undefined ? undefined : days(leftMs)}`,
    ),
  };
}

test.each(["all", "waiting"] as const)(
  "through random histories an endpoint does what a model written from the document alone does, with --replay-set %s",
  async (replaySet) => {
    const { sandbox, world } = await scene({ replaySet });
    await fc.assert(
      fc.asyncProperty(history, async (told) => {
        await sandbox.reset();
        await sandbox.admin("POST", "/users", { email: "owner@example.com", role: "owner" });
        const model = new EndpointModel(startMs, replaySet);
        const transitions: string[] = [];
        for (const step of told) {
          if (step.do === "emit") model.emit(await world.emit());
          else if (step.do === "receiver") {
            model.up = step.up;
            await world.script({ status: step.up ? 200 : 500 });
          } else if (step.do === "reenable") {
            const before = model.status;
            model.reenable();
            await world.reenable();
            if (before !== model.status) transitions.push(`${before} → pending ${new Date(model.nowMs).toISOString()}`);
          } else {
            model.advance(step.ms);
            transitions.push(...(await sandbox.advance({ seconds: step.ms / 1_000 })).transitions.map(brief));
          }
          expect(await seen(sandbox)).toEqual(expected(model));
        }
        expect(transitions).toEqual(
          model.transitions.map(({ from, to, atMs }) => brief({ from, to, at: new Date(atMs).toISOString() })),
        );
        const reenabled = model.transitions.filter(({ to }) => to === "pending").length;
        for (const { attempts } of model.events) {
          expect(attempts.length).toBeLessThanOrEqual(replaySet === "all" ? 8 * (1 + reenabled) : 8);
          expect(attempts.filter(({ taken }) => taken).length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 60 },
    );
  },
  60_000,
);
