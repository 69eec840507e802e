import { closeWorlds, type Managed, openWorld, type Process, type World } from "./world";

const reads = { type: "secret", name: "mine", scopes: ["accounts:read"] };

let world: World;
let key: Managed;
beforeEach(async () => {
  world = await openWorld();
  key = world.resource("ApiKey", "ci");
  await key.up(reads);
  await world.colleagueChanges(key.state!.id, { scopes: ["*"] });
});
afterEach(closeWorlds);

/** A process in which the engine's own request for the key can be seen. */
function seeing(ignoreChanges: string[], urn = key.urn): Process {
  const process = world.start();
  process.run.requestFor = (className, id) =>
    className === "ApiKey" && id === key.state?.id ? { urn, ignoreChanges } : undefined;
  return process;
}

test.each(["scopes", "scopes[0]", '["scopes"]', "*"])(
  "an ignoreChanges of %s that only the engine knows, as from a transform, is honoured live and in the update",
  async (path) => {
    expect(await key.preview(reads, {}, seeing([path]))).toMatchObject({ step: "same", lines: [] });
    // Something else is recorded, which must not write the ignored field.
    world.config["payments:environment"] = "sandbox";
    await world.forgetRequests();
    expect((await key.up(reads, {}, seeing([path]))).step).toBe("update");
    expect(await world.writes()).toEqual([]);
  },
);

test("it adds to those that the program told, and takes none away", async () => {
  await world.colleagueChanges(key.state!.id, { name: "theirs" });
  const plan = await key.preview(reads, { ignoreChanges: ["name"] }, seeing(["scopes"]));
  expect(plan).toMatchObject({ step: "same", lines: [] });
  expect((await key.preview(reads, { ignoreChanges: ["name"] }, seeing([]))).text).toContain("drift: scopes");
});

test("the engine's own urn names the row, in refresh and destroy too, where inputs are not seen", async () => {
  await world.colleagueDeletes(key.state!.id);
  const recorded = key.state!;
  const refreshing = seeing([], "urn:seen");
  expect(await key.refresh(refreshing)).toBe(false);
  key.state = recorded;
  const destroying = seeing([], "urn:seen");
  await key.destroy(destroying);
  const lines = [...refreshing.lines, ...destroying.lines].filter(({ line }) => line.includes("gone"));
  expect(lines.map(({ urn }) => urn)).toEqual(expect.arrayContaining(["urn:seen", "urn:seen"]));
});
