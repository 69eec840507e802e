import { closeWorlds, openWorld } from "../lifecycle/world";

afterEach(closeWorlds);

const args = { type: "secret", scopes: ["accounts:read"] };

test("a run that lost its state after a creation is followed by one that names the key, and touches it not", async () => {
  const world = await openWorld();
  const key = world.resource("ApiKey", "beefbeef");
  await key.up(args);
  const lost = key.state!.id;
  key.state = undefined;
  const { text } = await key.up(args);
  expect(text).toContain(`orphan: API key ${lost}`);
  expect(text).toMatch(/\n.*adoptId.*\n.*npx pulumi-payments orphans --stack test --delete /);
  expect((await world.keys()).map(({ id }) => id)).toContain(lost);
  expect((await key.preview(args)).text).toContain(`orphan: API key ${lost}`);
  await world.colleagueDeletes(lost);
  expect((await key.preview(args)).text).toBe("");
});

test("neither a replacement nor a refresh takes the key that it holds for left over", async () => {
  const world = await openWorld();
  const key = world.resource("ApiKey", "beefbeef");
  await key.up(args);
  const process = world.start();
  await key.refresh(process);
  const { text, step } = await key.up({ type: "publishable" }, {}, process);
  expect(step).toBe("replace");
  expect(text).not.toContain("left over");
});
