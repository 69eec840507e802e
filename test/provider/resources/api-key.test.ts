import { closeWorlds, failureOf, openWorld, type World } from "../lifecycle/world";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(closeWorlds);

const reads = { type: "secret", scopes: ["accounts:read"] };

test("a key's value that was pasted into an argument is refused and shown nowhere, its property not even named", async () => {
  const key = world.resource("ApiKey", "ci");
  const planted = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";
  const refused = await failureOf(key.preview({ type: "secret", scopes: ["accounts:read", planted] }));
  expect(refused).toContain("looks like an API key value");
  expect(refused).not.toContain(planted);
});

describe("a new key", () => {
  test("is previewed without a write, made once, and clean afterwards", async () => {
    const key = world.resource("ApiKey", "ci");
    expect((await key.preview(reads)).step).toBe("create");
    expect(await world.writes()).toEqual([]);
    await key.up(reads);
    expect(await world.writes()).toEqual(["POST /v1/api-keys"]);
    expect((await key.preview(reads)).step).toBe("same");
    expect((await key.up(reads)).step).toBe("same");
    expect(await world.writes()).toHaveLength(1);
    const [live] = await world.keys();
    expect(live).toMatchObject({ id: key.state!.id, type: "secret", scopes: ["accounts:read"] });
  });

  test("has a name of logical name, tag and random part, kept for life", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    const { name } = key.outputs;
    expect(name).toMatch(/^ci-[a-z0-9]{8}-[a-z2-9]{8}$/);
    expect((await world.key(key.state!.id)).name).toBe(name);
    await key.up({ ...reads, scopes: ["accounts:write"] });
    expect(key.outputs.name).toBe(name);
    await world.colleagueChanges(key.state!.id, { name: "renamed" });
    const plan = await key.preview(reads);
    expect(plan.step).toBe("update");
    expect(plan.text).toContain(`name of API key ${key.state!.id} is "renamed", wanted "${name}"`);
    await key.up(reads);
    expect((await world.key(key.state!.id)).name).toBe(name);
  });

  test("keeps the name that was made for it through a refresh that meets another, and after one was declared", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    const { name } = key.outputs;
    await world.colleagueChanges(key.state!.id, { name: "renamed" });
    await key.refresh();
    expect(key.outputs.name).toBe("renamed");
    expect((await key.preview(reads)).text).toContain(`is "renamed", wanted "${name}"`);
    await key.up(reads);
    expect((await world.key(key.state!.id)).name).toBe(name);
    await key.up({ ...reads, name: "declared" });
    await key.up(reads);
    expect((await world.key(key.state!.id)).name).toBe(name);
  });

  test("shows every documented output, and its value authenticates", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up({ ...reads, name: "mine" });
    expect(key.outputs).toMatchObject({
      type: "secret",
      name: "mine",
      scopes: ["accounts:read"],
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
      accountId: world.sandbox.accountId,
      serviceUrl: world.sandbox.url,
    });
    const answer = await fetch(`${world.sandbox.url}/v1/accounts`, {
      headers: { "payments-api-key": String(key.outputs.value), "payments-account": world.sandbox.accountId },
    });
    expect(answer.status).toBe(200);
  });

  test("holds no credential of the run in what state keeps", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    expect(JSON.stringify(key.state)).not.toContain(world.sandbox.apiKey);
  });

  test("that lists do not show yet is not called gone", async () => {
    const key = world.resource("ApiKey", "ci");
    const process = world.start();
    await key.up(reads, {}, process);
    expect((await key.preview(reads, {}, process)).step).toBe("same");
  });

  test("of a publishable kind shows its value in every reading", async () => {
    const key = world.resource("ApiKey", "web");
    await key.up({ type: "publishable" });
    const value = key.outputs.value;
    expect(value).toMatch(/^pk_/);
    key.state = { ...key.state!, outputs: { ...key.outputs, value: "stale" } };
    expect(await key.refresh()).toBe(true);
    expect(key.outputs.value).toBe(value);
    expect((await key.preview({ type: "publishable" })).step).toBe("same");
  });
});

describe.each(["mask", "omit", "null", "last4"] as const)("a service that redacts by %s", (redaction) => {
  test("never costs the value: not by update, refresh or drift", async () => {
    const other = await openWorld({ redaction });
    const key = other.resource("ApiKey", "ci");
    await key.up(reads);
    const value = key.outputs.value;
    await key.refresh();
    expect(key.outputs.value).toBe(value);
    await key.up({ ...reads, name: "new", scopes: ["accounts:write"] });
    expect(key.outputs.value).toBe(value);
    await other.colleagueChanges(key.state!.id, { scopes: ["*"] });
    await key.up({ ...reads, name: "new" });
    expect(key.outputs.value).toBe(value);
    expect((await key.preview({ ...reads, name: "new" })).step).toBe("same");
  });
});

describe("what replaces", () => {
  test("another type replaces: the new key is made before the old one is deleted", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    await world.forgetRequests();
    const plan = await key.up({ type: "publishable" });
    expect(plan).toMatchObject({ step: "replace", replaces: ['type: "secret" -> "publishable"'] });
    expect(await world.writes()).toEqual(["POST /v1/api-keys", "DELETE /v1/api-keys/{id}"]);
    expect(await world.keys()).toMatchObject([{ type: "publishable" }]);
  });

  test("another account replaces, in that account", async () => {
    const other = await world.admin("POST", "/accounts", { kind: "merchant" });
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    const plan = await key.up({ ...reads, accountId: other.id });
    expect(plan.step).toBe("replace");
    expect(await world.keys()).toEqual([]);
    expect(await world.keys(other.id)).toHaveLength(1);
    expect((await key.preview({ ...reads, accountId: other.id })).step).toBe("same");
  });
});

describe("delegated scopes", () => {
  const args = { ...reads, delegatedScopes: ["apple_pay_domains"] };

  test("are neither compared nor removed", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(args);
    await world.colleagueChanges(key.state!.id, { scopes: ["accounts:read", "apple_pay_domains:write"] });
    expect((await key.preview(args)).step).toBe("same");
    await key.up({ ...args, scopes: ["accounts:write"] });
    expect((await world.key(key.state!.id)).scopes).toEqual(["accounts:write", "apple_pay_domains:write"]);
  });
});

describe("destroy", () => {
  test("deletes what was created", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    await key.destroy();
    expect(await world.keys()).toEqual([]);
  });

  test("fails where the service says 404 for a key that it lists", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    await world.fault({ operation: "DELETE /v1/api-keys/{id}", effect: "status", status: 404 });
    expect(await failureOf(key.destroy())).toContain("lists it");
    expect(await world.keys()).toHaveLength(1);
  });
});

describe("what a check refuses", () => {
  const check = async (args: object): Promise<string> => failureOf(world.resource("ApiKey", "ci").preview(args));

  test("is told all at once, each with its property", async () => {
    const message = await check({ type: "secrt", scopes: ["api_key:read"], plainValu: true, adoptValue: "planted-1" });
    expect(message).toContain("type: ");
    expect(message).toContain('scopes[0]: "api_key:read" is not a scope. Did you mean "api_keys:read"?');
    expect(message).toContain('plainValu: unknown argument. Did you mean "plainValue"?');
    expect(message).toContain("adoptValue: goes with adoptId");
    expect(message).not.toContain("planted-1");
  });

  test("never names a secret property, since the engine would print its value", async () => {
    const provider = world.start().provider("ApiKey");
    const { failures } = await provider.check({}, { ...reads, adoptValue: "planted-1" });
    expect(failures).toEqual([
      { property: "", reason: "adoptValue: goes with adoptId. Add adoptId, or leave this out" },
    ]);
  });

  test("costs no request", async () => {
    await check({ type: "secret" });
    expect(await world.counts()).toEqual({});
  });
});
