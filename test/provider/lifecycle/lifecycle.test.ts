import { closeWorlds, failureOf, type Managed, openWorld, type World } from "./world";

const reads = { type: "secret", scopes: ["accounts:read"] };
const down = { operation: "GET /v1/api-keys", effect: "status", status: 403, count: 1_000 };

let world: World;
let key: Managed;
beforeEach(async () => {
  world = await openWorld();
  key = world.resource("ApiKey", "ci");
});
afterEach(closeWorlds);

describe("live state that cannot be read", () => {
  beforeEach(async () => {
    await key.up(reads);
    await world.fault(down);
  });

  test("fails a strict preview and a strict refresh, and is never taken for absence", async () => {
    const recorded = structuredClone(key.state);
    expect(await failureOf(key.preview(reads))).toContain("could not be read");
    expect(await failureOf(key.refresh())).toContain("403");
    expect(key.state).toEqual(recorded);
  });

  test("is warned about under warn, compared with what state holds, and leaves state alone at refresh", async () => {
    world.config["payments:driftCheck"] = "warn";
    const same = await key.preview(reads);
    expect(same).toMatchObject({ step: "same", lines: [{ level: "warn", urn: key.urn }] });
    expect((await key.preview({ ...reads, scopes: ["accounts:write"] })).step).toBe("update");
    const recorded = structuredClone(key.outputs);
    expect(await key.refresh()).toBe(true);
    expect(key.outputs).toEqual(recorded);
    expect((await world.resource("ApiKey", "new").preview(reads)).text).toContain("live state could not be read");
  });

  test("is not asked for at all with driftCheck off: not by preview, check or refresh", async () => {
    world.config["payments:driftCheck"] = "off";
    await world.forgetRequests();
    const told = {
      step: "same",
      lines: [expect.objectContaining({ level: "once" })],
      text: expect.stringContaining("live state was not read"),
    };
    expect(await key.preview(reads)).toMatchObject(told);
    expect((await key.preview({ ...reads, name: "new" })).step).toBe("update");
    expect((await world.resource("ApiKey", "new").preview(reads)).step).toBe("create");
    const process = world.start();
    expect(await key.refresh(process)).toBe(true);
    expect(process.text()).toContain("live state was not read");
    expect(await world.counts()).toEqual({});
  });

  test("stops a destroy that depends on it, and state stays", async () => {
    await world.fault({ operation: "DELETE /v1/api-keys/{id}", effect: "status", status: 404 });
    expect(await failureOf(key.destroy())).toContain("403");
    expect(key.state).toBeDefined();
  });
});

describe("state that was made elsewhere", () => {
  const loopback = (): string => world.sandbox.url.replace("127.0.0.1", "localhost");
  const nothingAsked = async (): Promise<void> => expect(await world.counts()).toEqual({});

  beforeEach(async () => {
    await key.up(reads);
    await world.forgetRequests();
  });

  test("at another address is refused by every method, with the way out, before anything is asked", async () => {
    world.config["payments:baseUrl"] = loopback();
    const way = `PAYMENTS_REHOME=${world.sandbox.url}=${loopback()}`;
    for (const work of [() => key.preview(reads), () => key.refresh(), () => key.destroy()])
      expect(await failureOf(work())).toContain(way);
    const provider = world.start().provider("ApiKey");
    const { id, outputs, inputs } = key.state!;
    expect(await failureOf(provider.update(id, outputs, inputs))).toContain(way);
    await nothingAsked();
  });

  test("in another account is refused, not called gone", async () => {
    const other = await world.admin("POST", "/accounts", { kind: "merchant" });
    world.config["payments:accountId"] = other.id;
    for (const work of [() => key.preview(reads), () => key.refresh(), () => key.destroy()]) {
      expect(await failureOf(work())).toContain(`the configuration says ${other.id}`);
    }
    await nothingAsked();
  });

  test("in another environment is refused", async () => {
    world.config["payments:environment"] = "sandbox";
    expect((await key.up(reads)).step).toBe("update");
    expect(key.outputs.environment).toBe("sandbox");
    expect(await world.writes()).toEqual([]);
    world.config["payments:environment"] = "production";
    expect(await failureOf(key.preview(reads))).toContain("state records environment sandbox");
  });

  test("moves with PAYMENTS_REHOME where the object is found, and then needs it no more", async () => {
    world.config["payments:baseUrl"] = loopback();
    world.environment.PAYMENTS_REHOME = `${world.sandbox.url}=${loopback()}`;
    expect((await key.preview(reads)).text).toContain("was found at the new address");
    expect((await key.up(reads)).step).toBe("update");
    expect(key.outputs.serviceUrl).toBe(loopback());
    expect(await world.writes()).toEqual([]);
    world.environment = {};
    expect((await key.preview(reads)).step).toBe("same");
  });

  test("moves at refresh too", async () => {
    world.config["payments:baseUrl"] = loopback();
    world.environment.PAYMENTS_REHOME = `${world.sandbox.url}=${loopback()}`;
    expect(await key.refresh()).toBe(true);
    expect(key.outputs.serviceUrl).toBe(loopback());
  });

  test("does not move where the object is not found: not by preview, refresh or destroy", async () => {
    const elsewhere = await openWorld();
    world.config = { ...elsewhere.config, "payments:accountId": world.sandbox.accountId };
    world.config["payments:accountId"] = elsewhere.sandbox.accountId;
    key.state!.outputs.accountId = elsewhere.sandbox.accountId;
    world.environment.PAYMENTS_REHOME = `${world.sandbox.url}=${elsewhere.sandbox.url}`;
    for (const work of [() => key.preview(reads), () => key.refresh(), () => key.destroy()]) {
      expect(await failureOf(work())).toContain("the move was refused");
    }
    expect(key.state).toBeDefined();
  });

  test("does not move unseen, where driftCheck is off", async () => {
    world.config["payments:baseUrl"] = loopback();
    world.config["payments:driftCheck"] = "off";
    world.environment.PAYMENTS_REHOME = `${world.sandbox.url}=${loopback()}`;
    expect(await failureOf(key.preview(reads))).toContain("was not read at the new address");
  });
});

describe("several accounts", () => {
  test("a profile's key is made, read and deleted in its account, and moving it to another profile of the same is recorded only", async () => {
    const other = await world.admin("POST", "/accounts", { kind: "merchant" });
    const eu = { accountId: other.id };
    world.config["payments:profiles"] = JSON.stringify({ eu, europe: eu });
    await key.up({ ...reads, profile: "eu" });
    expect(await world.keys(other.id)).toHaveLength(1);
    await world.forgetRequests();
    expect((await key.up({ ...reads, profile: "europe" })).step).toBe("update");
    expect(key.outputs.profile).toBe("europe");
    expect(await world.writes()).toEqual([]);
    expect(await key.refresh()).toBe(true);
    expect((await key.preview({ ...reads, profile: "europe" })).step).toBe("same");
    await key.destroy();
    expect(await world.keys(other.id)).toEqual([]);
  });

  test("moving a key from the stack's account to a profile's replaces it, each in its own account", async () => {
    const other = await world.admin("POST", "/accounts", { kind: "merchant" });
    world.config["payments:profiles"] = JSON.stringify({ eu: { accountId: other.id } });
    await key.up(reads);
    expect((await key.up({ ...reads, profile: "eu" })).step).toBe("replace");
    expect([await world.keys(), await world.keys(other.id)].map((keys) => keys.length)).toEqual([0, 1]);
  });

  test("a key whose account the program names is not judged by the configuration's", async () => {
    await key.up({ ...reads, accountId: world.sandbox.accountId });
    const other = await world.admin("POST", "/accounts", { kind: "merchant" });
    world.config["payments:accountId"] = other.id;
    expect((await key.preview({ ...reads, accountId: world.sandbox.accountId })).step).toBe("same");
    expect(await key.refresh()).toBe(true);
    await key.destroy();
    expect(await world.keys()).toEqual([]);
  });

  test("a profile that is gone from the configuration is named, with the way to what state holds", async () => {
    world.config["payments:profiles"] = JSON.stringify({ eu: { accountId: world.sandbox.accountId } });
    await key.up({ ...reads, profile: "eu" });
    delete world.config["payments:profiles"];
    expect(await failureOf(key.destroy())).toContain("has no profile eu");
  });
});

describe("requests", () => {
  test("the reads of many keys of a run share one walk of the list, and so do those that are missing", async () => {
    const keys = Array.from({ length: 12 }, (_, index) => world.resource("ApiKey", `key-${index}`));
    const first = world.start();
    for (const each of keys) await each.up(reads, {}, first);
    await world.forgetRequests();
    const process = world.start();
    const plans = await Promise.all(keys.map((each) => each.preview(reads, {}, process)));
    expect(plans.map(({ step }) => step)).toEqual(keys.map(() => "same"));
    expect(await world.counts()).toEqual({ "GET /v1/api-keys": 1 });

    for (const each of keys.slice(0, 5)) await world.colleagueDeletes(each.state!.id);
    await world.forgetRequests();
    const later = world.start();
    const again = await Promise.all(keys.map((each) => each.preview(reads, {}, later)));
    expect(again.map(({ step }) => step)).toEqual([...Array(5).fill("replace"), ...Array(7).fill("same")]);
    expect(await world.counts()).toEqual({ "GET /v1/api-keys": 2 });
  });
});

describe("a wrong configuration", () => {
  test("fails every method with every problem, as a failure that the platform shows without a trace", async () => {
    await key.up(reads);
    world.config = {};
    const provider = world.start().provider("ApiKey");
    const { id, inputs, outputs } = key.state!;
    const methods = [
      provider.check({}, inputs),
      provider.diff(id, outputs, inputs),
      provider.create(inputs),
      provider.read(id, outputs),
      provider.update(id, outputs, inputs),
      provider.delete(id, outputs),
    ];
    for (const method of methods) {
      const failure = await method.then(
        () => undefined,
        (error: unknown) => error as { details: string; stack: string },
      );
      for (const name of ["baseUrl", "apiKey", "accountId"]) expect(failure!.details).toContain(`payments:${name}`);
      expect(failure!.stack).not.toContain("\n");
    }
  });
});

test("an environment that the configuration begins to name is recorded, and the row says so", async () => {
  const key = world.resource("ApiKey", "ci");
  await key.up(reads);
  world.config["payments:environment"] = "sandbox";
  const plan = await key.preview(reads);
  expect(plan).toMatchObject({
    step: "update",
    text: expect.stringContaining('environment is "sandbox", state says not set'),
  });
});

test("an argument that is not known yet is planned as an update and never called clean", async () => {
  await key.up(reads);
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const plan = await key.preview({ ...reads, scopes: [unknown] });
  expect(plan.step).toBe("update");
  expect(plan.text).toContain("scopes can't be compared until apply");
  expect((await key.preview({ ...reads, type: unknown })).step).toBe("replace");
  expect((await key.preview({ ...reads, accountId: unknown })).step).toBe("replace");
});

test("state of an older version, without all that is kept today, is read and judged", async () => {
  await key.up({ ...reads, name: "mine" });
  const { __kept: _k, serviceUrl: _s, lastUsedObservedAt: _l, updatedAt: _u, ...older } = key.outputs;
  key.state = { ...key.state!, outputs: older };
  expect((await key.preview({ ...reads, name: "mine" })).step).toBe("same");
  expect(await key.refresh()).toBe(true);
  expect(key.outputs).toMatchObject({ serviceUrl: world.sandbox.url, value: older.value });
});
