import { findKeyOwners } from "../../cli/stack-tags";
import type { ClassifiedStack } from "../../drift/classify/stack";
import { openStateObserver } from "../../drift/collect/from-state";
import type { StateResource } from "../../drift/collect/state";
import { type FromStateParts, runFromState, type StateSource } from "../../drift/from-state";
import { assemble } from "../../drift/report/assemble";
import { text } from "../../drift/report/formats/text";
import type { Report } from "../../drift/report/report";
import { closeWorlds, type Managed, openWorld, type World } from "../provider/lifecycle/world";
import { exportedResource } from "./collect/exported";

const args = { type: "secret", scopes: ["accounts:read"] };
let world: World;
let keys: Managed[];
beforeAll(async () => {
  world = await openWorld();
  keys = [world.resource("ApiKey", "first"), world.resource("ApiKey", "second")];
  for (const key of keys) await key.up({ ...args, name: key.name });
});
afterAll(closeWorlds);

const stateOf = (key: Managed): StateResource[] => [exportedResource(key)];
/** A stack for each key. */
const sourceOf = (key: Managed, parts: Partial<StateSource> = {}): StateSource => ({
  stack: { project: "shop", name: key.name, folder: "." },
  read: async () => stateOf(key),
  mayChange: true,
  ...parts,
});

interface Ran {
  report: Report;
  told: string[];
}
async function look(sources: StateSource[], parts: Partial<FromStateParts> = {}): Promise<Ran> {
  const { run } = world.start();
  const { service, clock } = run;
  const told: string[] = [];
  const looked = await runFromState({
    sources,
    jobs: 2,
    timeoutMs: 60_000,
    interrupted: new AbortController().signal,
    all: false,
    findKeyOwners,
    observer: openStateObserver({ configuration: run.configuration(), say: () => undefined, service, clock }),
    requireProgram: false,
    onLook: ({ result }: ClassifiedStack, done) => told.push(`${done} ${result.stack.name} ${result.outcome}`),
    ...parts,
  });
  const at = new Date("2030-01-01T00:00:00Z");
  return { report: assemble({ tool: "0", startedAt: at, endedAt: at, failOn: ["changed", "gone"], ...looked }), told };
}

/** The sandbox's own credential is a key too, and no stack declares it. */
const isOwn = (id: string | undefined): boolean => keys.some(({ state }) => state?.id === id);

test("stacks that are as they were applied are clean, and the report says once what state can't tell", async () => {
  const { report, told } = await look(
    keys.map((key) => sourceOf(key)),
    { jobs: 1 },
  );
  expect(report).toMatchObject({ exitCode: 0, findings: [], source: { kind: "state" } });
  expect(report.stacks).toMatchObject([{ clean: 1 }, { clean: 1 }]);
  expect(told).toEqual(["1 first looked", "2 second looked"]);
  expect(text(report).match(/no program was run: .*pending-program/g)).toHaveLength(1);
});

test("whoever needs the programs judged gets exit code 3 where nothing fails, and 2 where something does", async () => {
  const quiet = await look([sourceOf(keys[0]!)], { requireProgram: true });
  expect([quiet.report.exitCode, quiet.report.counts]).toEqual([3, { undetermined: 1 }]);
  expect(text(quiet.report)).toContain("undetermined: Program of every stack\n  no program was run (--from-state)");
  await world.colleagueChanges(keys[0]!.state!.id, { name: "renamed" });
  const drifted = await look([sourceOf(keys[0]!)], { requireProgram: true });
  await world.colleagueChanges(keys[0]!.state!.id, { name: "first" });
  expect([drifted.report.exitCode, drifted.report.counts]).toEqual([2, { changed: 1, undetermined: 1 }]);
});

test("an up that ended after the state was read is not called drift, and drift that stays is", async () => {
  const [first] = keys as [Managed, Managed];
  const before = stateOf(first);
  await first.up({ ...args, name: "first anew" });
  const readings = [before];
  const raced = sourceOf(first, { read: async () => readings.pop() ?? stateOf(first) });
  expect((await look([raced])).report.findings).toEqual([]);
  const exported = sourceOf(first, { read: async () => before, mayChange: false });
  expect((await look([exported])).report.findings).toMatchObject([{ tier: "changed", fields: [{ field: "name" }] }]);
  await world.colleagueChanges(first.state!.id, { name: "renamed" });
  expect((await look([sourceOf(first)])).report.findings).toMatchObject([{ tier: "changed" }]);
  await first.up({ ...args, name: "first" });
});

test("a key that was made after the list was read is not called gone", async () => {
  const [first] = keys as [Managed, Managed];
  const young = world.resource("ApiKey", "young");
  let readings = 0;
  const growing = sourceOf(first, {
    read: async () => {
      readings += 1;
      // The first comparison finds drift, so that the state is read again; it holds a new key by then.
      if (readings === 2) await young.up({ ...args, name: "young" });
      return [...stateOf(first), ...(readings < 2 ? [] : stateOf(young))];
    },
  });
  await world.colleagueChanges(first.state!.id, { name: "renamed" });
  const { report } = await look([growing]);
  await world.colleagueChanges(first.state!.id, { name: "first" });
  await young.destroy();
  expect(report.findings.map(({ tier, name }) => [tier, name])).toEqual([["changed", "first"]]);
});

test("a state that can't be read hides no other, and unmanaged keys are not looked for then", async () => {
  const broken = sourceOf(keys[0]!, {
    read: async () => {
      throw new Error("the backend is down");
    },
  });
  const { report } = await look([broken, sourceOf(keys[1]!)], { all: true });
  expect(report).toMatchObject({
    exitCode: 3,
    findings: [{ tier: "undetermined", kind: "Stack", why: "the backend is down" }],
    stacks: [{ outcome: "failed" }, { outcome: "looked", clean: 1 }],
    completeness: { unmanaged: "not-looked-for", why: expect.stringContaining("shop/first") },
  });
});

test("a state that takes too long, and every one after an interruption, is undetermined", async () => {
  const hangs = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const slow = await look([sourceOf(keys[0]!, { read: hangs })], { timeoutMs: 50 });
  expect(slow.report.findings).toMatchObject([{ why: "it took longer than 0.05 s (--timeout)" }]);
  const interrupted = AbortSignal.abort();
  const ended = await look(
    keys.map((key) => sourceOf(key)),
    { interrupted },
  );
  expect(ended.report.findings).toMatchObject([{ why: "it was interrupted" }, { why: "it was interrupted" }]);
});

test("in a complete set a key that no state holds is unmanaged; one that a state holds by the end is not", async () => {
  const stray = await world.colleagueMakes({ type: "secret", name: "by hand", scopes: ["*"] });
  const complete = await look(
    keys.map((key) => sourceOf(key)),
    { all: true },
  );
  const unmanaged = complete.report.findings.filter(({ id }) => id === stray.id || isOwn(id));
  expect(unmanaged).toMatchObject([{ tier: "unmanaged", id: stray.id, name: "by hand" }]);
  expect(complete.report.accounts).toMatchObject([{ listedBy: [{ name: "first" }] }]);
  const named = await look(keys.map((key) => sourceOf(key)));
  expect(named.report.findings).toEqual([]);
  const adopting = world.resource("ApiKey", "adopting");
  await adopting.up({ ...args, name: "by hand", adoptId: stray.id, scopes: ["*"] });
  let readings = 0;
  const adopted = sourceOf(keys[0]!, {
    read: async () => {
      readings += 1;
      return readings === 1 ? stateOf(keys[0]!) : [...stateOf(keys[0]!), ...stateOf(adopting)];
    },
  });
  const { report } = await look([adopted, sourceOf(keys[1]!)], { all: true });
  expect(report.findings.filter(({ id }) => id === stray.id)).toEqual([]);
  for (const isUpdated of [true, false]) {
    readings = 0;
    const updatedSince = async (): Promise<Set<StateSource>> => new Set(isUpdated ? [adopted] : []);
    await look([adopted, sourceOf(keys[1]!)], { all: true, updatedSince });
    expect([isUpdated, readings]).toEqual([isUpdated, isUpdated ? 2 : 1]);
  }
});

test("the account's list is read once for all stacks, and twice where a key is gone", async () => {
  const lists = async (): Promise<number> => (await world.counts())["GET /v1/api-keys"] ?? 0;
  const stacks = Array.from({ length: 20 }, (_, place) =>
    sourceOf(keys[1]!, { stack: { project: "shop", name: `s${place}`, folder: "." } }),
  );
  await world.forgetRequests();
  await look(stacks);
  expect(await lists()).toBe(1);
  const gone = world.resource("ApiKey", "gone");
  await gone.up({ ...args, name: "gone" });
  await world.colleagueDeletes(gone.state!.id);
  await world.forgetRequests();
  const { report } = await look([...stacks, sourceOf(gone)]);
  expect(report.counts).toEqual({ gone: 1 });
  expect(await lists()).toBe(2);
});
