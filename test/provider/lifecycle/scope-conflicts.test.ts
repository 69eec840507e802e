import { closeWorlds, failureOf, type Managed, openWorld, type World } from "./world";

let world: World;
let key: Managed;
let rotating: Managed;
let scopes: Managed;
beforeEach(async () => {
  world = await openWorld();
  key = world.resource("ApiKey", "shop");
  rotating = world.resource("RotatingApiKey", "billing");
  scopes = world.resource("ApplePayDomainScopes", "pay");
});
afterEach(closeWorlds);

const plain = { type: "secret", scopes: ["accounts:read"] };
const delegating = { ...plain, delegatedScopes: ["apple_pay_domains"] };
const rotation = { scopes: ["accounts:read"], rotation: { trigger: "a", overlapHours: 1 } };
const line = 'Add delegatedScopes: ["apple_pay_domains"] to the ApiKey';
const on = (apiKeyId: string) => ({ apiKeyId, access: "read" });

describe("Apple Pay scopes on a key of the same program that does not delegate the namespace", () => {
  test("fail the preview with the line to add, whichever of the two the engine asks about first", async () => {
    await key.up(plain);
    const { id } = key.state!;
    await world.forgetRequests();
    const keyFirst = world.start();
    await key.preview(plain, {}, keyFirst);
    const failure = await failureOf(scopes.preview(on(id), {}, keyFirst));
    expect(failure).toContain("apiKeyId: ");
    expect(failure).toContain(line);
    const scopesFirst = world.start();
    await scopes.preview(on(id), {}, scopesFirst);
    const other = await failureOf(key.preview(plain, {}, scopesFirst));
    expect(other).toContain('ApplePayDomainScopes "pay" manages a part of the scopes');
    expect(other).toContain(line);
    expect(await world.writes()).toEqual([]);
  });

  test("fail it in every mode of payments:driftCheck, and where both are in state already", async () => {
    await key.up(delegating);
    await scopes.up(on(key.state!.id));
    for (const mode of ["strict", "warn", "off"]) {
      world.config["payments:driftCheck"] = mode;
      const process = world.start();
      await key.preview(plain, {}, process);
      expect(await failureOf(scopes.preview(on(key.state!.id), {}, process))).toContain(line);
    }
  });

  test("fail where the key is adopted by the same run, in either order", async () => {
    const { id } = await world.colleagueMakes({ ...plain, name: "found" });
    const adopting = { ...plain, adoptId: id };
    const keyFirst = world.start();
    await key.preview(adopting, {}, keyFirst);
    expect(await failureOf(scopes.preview(on(id), {}, keyFirst))).toContain(line);
    const scopesFirst = world.start();
    await scopes.preview(on(id), {}, scopesFirst);
    expect(await failureOf(key.preview(adopting, {}, scopesFirst))).toContain(line);
  });

  test("fail an up that made the key just before, whose id no preview could know", async () => {
    const process = world.start();
    await key.up(plain, {}, process);
    expect(await failureOf(scopes.up(on(key.state!.id), {}, process))).toContain(line);
    expect((await world.key(key.state!.id)).scopes).toEqual(["accounts:read"]);
  });

  test("stand where the key ignores changes of its scopes, or is another one", async () => {
    await key.up(plain);
    const ignoring = world.start();
    await key.preview(plain, { ignoreChanges: ["scopes"] }, ignoring);
    expect((await scopes.preview(on(key.state!.id), {}, ignoring)).step).toBe("create");
    const { id } = await world.colleagueMakes({ ...plain, name: "found" });
    const other = world.start();
    await key.preview(plain, {}, other);
    expect((await scopes.preview(on(id), {}, other)).step).toBe("create");
  });

  test("stand where what the key delegates is not known yet", async () => {
    await key.up(delegating);
    const process = world.start();
    await key.preview({ ...plain, delegatedScopes: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }, {}, process);
    expect((await scopes.preview(on(key.state!.id), {}, process)).step).toBe("create");
  });
});

test("Apple Pay scopes on a key of a rotation fail the preview, since a rotation manages every scope of its keys", async () => {
  await rotating.up(rotation);
  const { id } = rotating.outputs.current as { id: string };
  const rotationFirst = world.start();
  await rotating.preview(rotation, {}, rotationFirst);
  expect(await failureOf(scopes.preview(on(id), {}, rotationFirst))).toContain("Name the apple_pay_domains scopes in");
  const scopesFirst = world.start();
  await scopes.preview(on(id), {}, scopesFirst);
  expect(await failureOf(rotating.preview(rotation, {}, scopesFirst))).toContain("remove the ApplePayDomainScopes");
  const turned = world.start();
  await rotating.up({ ...rotation, rotation: { trigger: "b", overlapHours: 1 } }, {}, turned);
  const { id: next } = rotating.outputs.current as { id: string };
  expect(await failureOf(scopes.up(on(next), {}, turned))).toContain('RotatingApiKey "billing"');
});

describe("dropping the delegation together with the Apple Pay scopes", () => {
  beforeEach(async () => {
    await key.up(delegating);
    await scopes.up(on(key.state!.id));
  });

  test("is a change of the program and not drift, and one up leaves the key with its own scopes", async () => {
    const plan = await key.preview(plain);
    expect(plan.step).toBe("update");
    expect(plan.text).toContain("to change: scopes of API key");
    expect(plan.text).not.toContain("drift:");
    const process = world.start();
    await key.up(plain, {}, process);
    await scopes.destroy(process);
    expect((await world.key(key.state!.id)).scopes).toEqual(["accounts:read"]);
    expect((await key.preview(plain)).step).toBe("same");
  });

  test("does not pass for the program's doing what a colleague changed besides", async () => {
    await world.colleagueChanges(key.state!.id, {
      scopes: ["accounts:delete", "accounts:read", "apple_pay_domains:read"],
    });
    const plan = await key.preview(plain);
    expect(plan.text).toContain("drift: scopes of API key");
  });
});

test("a scope that a colleague added stays drift where the program changes another argument", async () => {
  await key.up({ ...plain, name: "one" });
  await world.colleagueChanges(key.state!.id, { scopes: ["accounts:read", "api_keys:read"] });
  const plan = await key.preview({ ...plain, name: "two" });
  expect(plan.text).toContain("to change: name");
  expect(plan.text).toContain("drift: scopes");
});
