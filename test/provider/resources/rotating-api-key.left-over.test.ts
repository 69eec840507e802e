import { closeWorlds, openWorld } from "../lifecycle/world";

afterEach(closeWorlds);

const args = (scopes: string[]) => ({ scopes, rotation: { trigger: "first", overlapHours: 24 } });
const readOnly = ["accounts:read"];
const readWrite = ["accounts:read", "accounts:write"];

test("scopes that a run wrote and never saved are recorded by the next one, and the preview after it is clean", async () => {
  const world = await openWorld();
  const rotation = world.resource("RotatingApiKey", "beefbeef");
  await rotation.up(args(readOnly));
  const [key] = await world.keys();
  await world.colleagueChanges(key.id, { scopes: readWrite });
  expect((await rotation.up(args(readWrite))).step).toBe("update");
  expect(rotation.outputs.scopes).toEqual(readWrite);
  expect((await rotation.preview(args(readWrite))).step).toBe("same");
});

test("the first key of a rotation whose state was never saved is named by the run that begins it anew", async () => {
  const world = await openWorld();
  const rotation = world.resource("RotatingApiKey", "beefbeef");
  await rotation.up(args(readOnly));
  const [lost] = await world.keys();
  rotation.state = undefined;
  expect((await rotation.up(args(readOnly))).text).toContain(`orphan: API key ${lost.id}`);
  expect((await world.keys()).map(({ id }) => id)).toContain(lost.id);
});

test("a retiring key that a run is told to delete is not said to go by its overlap", async () => {
  const world = await openWorld();
  const rotation = world.resource("RotatingApiKey", "billing");
  const triggered = (trigger: string) => ({ scopes: readOnly, rotation: { trigger, overlapHours: 24 } });
  await rotation.up(triggered("first"));
  await rotation.up(triggered("second"));
  world.environment.PAYMENTS_FORCE = (rotation.outputs.retiring as { id: string }).id;
  const { text } = await rotation.up(triggered("second"));
  expect(rotation.outputs.retiring).toBeUndefined();
  expect(text).toContain("this run was asked to");
  expect(text).not.toContain("Only the overlap");
});
