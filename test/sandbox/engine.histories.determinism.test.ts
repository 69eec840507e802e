import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { asOften } from "../nightly";
import { happenings, type Step } from "./happenings";
import { type Harness, start, stopAll } from "./harness";
import { payments } from "./payments";
import { lookInto, wholeState } from "./stored";
import { subscribing } from "./subscribing";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-"));
});
afterEach(async () => {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
});

const deeds = [
  "key",
  "rename",
  "delete",
  "intent",
  "pay",
  "token",
  "subscribe",
  "emit",
  "endpoint",
  "reenable",
] as const;
const faulty = fc.record({
  operation: fc.constantFrom("POST /v1/api-keys", "POST /v1/payment-intents", "GET /v1/api-keys"),
  at: fc.constantFrom("before", "after"),
  effect: fc.constantFrom("status", "reset", "truncate"),
});
const step = fc.record({
  status: fc.constantFrom<Step["status"][]>(200, 500, "reset"),
  count: fc.integer({ min: 1, max: 9 }),
});
const history = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ deed: fc.constantFrom(...deeds) }) },
    { weight: 1, arbitrary: fc.record({ fault: faulty }) },
    { weight: 1, arbitrary: fc.record({ script: fc.array(step, { minLength: 1, maxLength: 3 }) }) },
    { weight: 3, arbitrary: fc.record({ seconds: fc.oneof(fc.nat(3_600), fc.nat(9 * 86_400)) }) },
  ),
  { minLength: 4, maxLength: 24 },
);
type History = typeof history extends fc.Arbitrary<infer Happened> ? Happened : never;

/** Plays a history on a fresh data file, each move of the clock cut into so many, and answers all that is stored and was logged. */
async function play(told: History, cuts: number): Promise<string[]> {
  const data = join(mkdtempSync(join(folder, "play-")), "p.db");
  const sandbox = await start({ seed: "history", data });
  const act = actor(sandbox);
  for (const happened of told) {
    if ("seconds" in happened)
      for (let cut = 0; cut < cuts; cut++) await sandbox.advance({ seconds: happened.seconds / cuts });
    else if ("fault" in happened) await sandbox.admin("POST", "/faults", happened.fault);
    else if ("script" in happened) await happenings(sandbox).script(...happened.script);
    // A fault that breaks the connection off is part of the history.
    else await act(happened.deed).catch(() => undefined);
  }
  await sandbox.advance({ seconds: 0 });
  const logged = [
    (await sandbox.admin("GET", "/requests")).body,
    (await sandbox.admin("GET", "/faults")).body,
    sandbox.lines,
  ];
  await sandbox.close();
  return [...lookInto(data, wholeState), JSON.stringify(logged)];
}

function actor(sandbox: Harness): (deed: (typeof deeds)[number]) => Promise<unknown> {
  const world = happenings(sandbox);
  const { intent, token, confirm } = payments(sandbox);
  const { subscribe } = subscribing(sandbox);
  const latestKey = async (): Promise<string> => (await sandbox.call("GET", "/v1/api-keys?limit=1")).body.items[0].id;
  const does = {
    key: () => sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } }),
    rename: async () => sandbox.call("PATCH", `/v1/api-keys/${await latestKey()}`, { body: { name: "renamed" } }),
    delete: async () => sandbox.call("DELETE", `/v1/api-keys/${await latestKey()}`),
    intent: () => intent(),
    pay: async () => confirm(await intent(), await token({ behaviour: ["decline", "approve"] })),
    token: () => token(),
    subscribe: () =>
      subscribe({ behaviour: ["approve", "decline"], interval_unit: "day", billing_cycle_anchor: "2026-01-02" }),
    emit: () => world.emit(),
    endpoint: () => world.endpoint({ status: 500, count: 4 }, { status: 200 }),
    reenable: () => world.reenable(),
  };
  return (deed) => does[deed]();
}

test(
  "whatever happens, the same seed and calls store and log the same bytes, in however many pieces the clock is moved",
  async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(1, 2, 4), async (told, cuts) => {
        expect(await play(told, cuts)).toEqual(await play(told, 1));
      }),
      { numRuns: asOften(30, 300) },
    );
  },
  asOften(120_000, 1_200_000),
);
