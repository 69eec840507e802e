import { type Lifecycle, lifecycleOf } from "../../../provider/lifecycle/lifecycle";
import type { Run } from "../../../provider/lifecycle/run";
import { resources } from "../../../provider/resources/registry";
import { closeWorlds, failureOf, type Managed, openWorld, type Process, type World } from "./world";

let world: World;
let key: Managed;
const args = { type: "secret", scopes: ["accounts:read"] };
beforeEach(async () => {
  world = await openWorld();
  key = world.resource("ApiKey", "ci");
  await key.up(args);
});
afterEach(closeWorlds);

/** A host whose engine reads before it compares. */
function host(more: Partial<Run>): { lifecycle: Lifecycle; process: Process } {
  const process = world.start();
  const run: Run = {
    ...process.run,
    readsBeforeDiff: true,
    requestFor: () => ({ urn: key.urn, ignoreChanges: [] }),
    ...more,
  };
  const definition = resources.ApiKey as unknown as Parameters<typeof lifecycleOf>[0];
  return { lifecycle: lifecycleOf(definition, run), process };
}
const unreadable = () => world.fault({ operation: "GET /v1/api-keys", effect: "status", status: 403, count: 1_000 });

test("drift that a reading took into state is reported as drift, by what state recorded before", async () => {
  await world.colleagueChanges(key.state!.id, { scopes: ["accounts:write"] });
  const { lifecycle, process } = host({ isRefreshAsked: false });
  const found = await lifecycle.read(key.state!.id, key.outputs);
  expect(found?.properties.scopes).toEqual(["accounts:write"]);
  const news = key.news(args);
  await lifecycle.check(key.state!.inputs, news);
  const { changes, differing } = await lifecycle.diff(key.state!.id, found!.properties, news);
  expect(changes).toBe(true);
  expect(differing).toMatchObject([
    { field: "scopes", cause: "drift", recorded: ["accounts:read"], live: ["accounts:write"] },
  ]);
  expect(process.text()).toMatch(/drift: scopes of API key/);
  expect(process.text()).not.toContain("to change");
});

test("a reading that nobody asked for fails for nothing, and leaves state as it is", async () => {
  await unreadable();
  const { lifecycle, process } = host({ isRefreshAsked: false });
  expect(await lifecycle.read(key.state!.id, key.outputs)).toEqual({ id: key.state!.id, properties: key.outputs });
  expect(await lifecycle.diff(key.state!.id, key.outputs, key.state!.inputs)).toMatchObject({ changes: false });
  expect(process.text()).toBe("");
  // The comparison with the program judges.
  const news = key.news(args);
  await lifecycle.check(key.state!.inputs, news);
  expect(await failureOf(lifecycle.diff(key.state!.id, key.outputs, news))).toContain("could not be read");
});

test.each([true, undefined])(
  "a refresh that was asked for, or that may have been (%s), fails where nothing can be read",
  async (isRefreshAsked) => {
    await unreadable();
    const { lifecycle } = host({ isRefreshAsked });
    expect(await failureOf(lifecycle.read(key.state!.id, key.outputs))).toContain("403");
  },
);

test("an object that a reading found gone is created again, and the preview says so", async () => {
  await world.colleagueDeletes(key.state!.id);
  const { lifecycle, process } = host({ isRefreshAsked: false });
  expect(await lifecycle.read(key.state!.id, key.outputs)).toBeUndefined();
  const { failures } = await lifecycle.check({}, key.news(args));
  expect(failures).toEqual([]);
  expect(process.text()).toMatch(/gone: API key .* was deleted outside Pulumi[\s\S]*It will be created again/);
});

test("what stands against creating again an object that a reading found gone fails the preview", async () => {
  await world.colleagueDeletes(key.state!.id);
  const declared = key.news({ ...args, name: "taken" });
  await world.colleagueMakes({ type: "secret", name: "taken", scopes: ["accounts:read"] });
  const { lifecycle } = host({ isRefreshAsked: false });
  expect(await lifecycle.read(key.state!.id, key.outputs)).toBeUndefined();
  const { failures } = await lifecycle.check({}, declared);
  expect(failures).toMatchObject([{ property: "name", reason: expect.stringContaining("live key named") }]);
});

test("a look that records is not shown what a reading found: state stays as it was", async () => {
  await world.colleagueChanges(key.state!.id, { scopes: ["accounts:write"] });
  const report = { add: jest.fn() } as unknown as NonNullable<Run["report"]>;
  const { lifecycle } = host({ isRefreshAsked: false, report });
  expect(await lifecycle.read(key.state!.id, key.outputs)).toEqual({ id: key.state!.id, properties: key.outputs });
});

describe("an existing object", () => {
  test("is found with the arguments that leave it as it is, and counts as adopted", async () => {
    const { id } = await world.colleagueMakes({ type: "secret", name: "by hand", scopes: ["b:read", "a:read"] });
    const { lifecycle } = host({});
    const found = await lifecycle.find(id, key.news({}), true);
    expect(found).toMatchObject({
      id,
      inputs: { adoptId: id, type: "secret", name: "by hand", scopes: ["a:read", "b:read"] },
      properties: { name: "by hand", __kept: { adopted: true } },
    });
    expect(found?.properties).not.toHaveProperty("value");
    await lifecycle.delete(id, found!.properties);
    expect(await world.key(id)).toMatchObject({ name: "by hand" });
  });

  test("that is not there is not found, and one that can't be looked for fails", async () => {
    expect(await host({}).lifecycle.find("key_none", key.news({}), true)).toBeUndefined();
    await unreadable();
    expect(await failureOf(host({}).lifecycle.find("key_none", key.news({}), true))).toContain("403");
  });

  test("that another resource of the run manages is refused, and may be looked at", async () => {
    const { lifecycle } = host({});
    await lifecycle.check(key.state!.inputs, key.news(args));
    await lifecycle.diff(key.state!.id, key.outputs, key.news(args));
    const other = world.resource("ApiKey", "other").news({});
    expect(await failureOf(lifecycle.find(key.state!.id, other, true))).toContain(key.urn);
    expect(await lifecycle.find(key.state!.id, other, false)).toMatchObject({ id: key.state!.id });
  });
});

test("a value that the program gives later is recorded without a write, and never changed again", async () => {
  const { id, value } = await world.colleagueMakes({ type: "secret", name: "by hand", scopes: ["accounts:read"] });
  const adopted = world.resource("ApiKey", "adopted");
  const without = { ...args, adoptId: id };
  await adopted.up(without);
  await world.forgetRequests();
  const plan = await adopted.up({ ...without, adoptValue: value });
  expect(plan.step).toBe("update");
  expect(adopted.outputs.value).toBe(value);
  expect(await world.writes()).toEqual([]);
  expect(plan.text).not.toContain(value);
  expect((await adopted.up({ ...without, adoptValue: "sk_another_value_0123456789" })).step).toBe("same");
  expect(adopted.outputs.value).toBe(value);
});
