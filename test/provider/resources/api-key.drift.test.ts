import { closeWorlds, failureOf, openWorld, type World } from "../lifecycle/world";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(closeWorlds);

const reads = { type: "secret", scopes: ["accounts:read"] };

describe("drift", () => {
  test("names field, live and wanted value on the resource's own row, and up repairs it", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up({ ...reads, name: "mine" });
    await world.colleagueChanges(key.state!.id, { name: "theirs", scopes: ["accounts:read", "accounts:delete"] });
    const plan = await key.preview({ ...reads, name: "mine" });
    expect(plan.step).toBe("update");
    expect(plan.lines.map(({ urn }) => urn)).toEqual([key.urn, key.urn]);
    expect(plan.text).toContain("name of API key");
    expect(plan.text).toContain('is "theirs", wanted "mine"');
    expect(plan.text).toContain('is ["accounts:delete","accounts:read"], wanted ["accounts:read"]');
    await key.up({ ...reads, name: "mine" });
    expect(await world.key(key.state!.id)).toMatchObject({ name: "mine", scopes: ["accounts:read"] });
    expect((await key.preview({ ...reads, name: "mine" })).step).toBe("same");
  });

  test("is not what the program changed, and that is not called drift", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    const plan = await key.preview({ ...reads, scopes: ["accounts:write"] });
    expect(plan.step).toBe("update");
    expect(plan.text).not.toContain("drift");
  });

  test("is not what the program changed on a key with delegated scopes", async () => {
    const args = { ...reads, delegatedScopes: ["apple_pay_domains"] };
    const key = world.resource("ApiKey", "ci");
    await key.up(args);
    await world.colleagueChanges(key.state!.id, { scopes: ["accounts:read", "apple_pay_domains:read"] });
    await key.refresh();
    const plan = await key.preview({ ...args, scopes: ["accounts:write"] });
    expect(plan.step).toBe("update");
    expect(plan.text).not.toContain("drift");
  });

  test("is not a use of the key, nor order and duplicates of scopes", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up({ type: "secret", scopes: ["accounts:write", "accounts:read"] });
    await world.colleagueChanges(key.state!.id, { last_used: "2026-02-01T00:00:00Z" });
    await world.colleagueChanges(key.state!.id, { scopes: ["accounts:write", "accounts:read"] });
    const plan = await key.preview({ type: "secret", scopes: ["accounts:read", "accounts:write", "accounts:read"] });
    expect(plan.step).toBe("same");
    await key.refresh();
    expect(key.outputs.lastUsed).toBe("2026-02-01T00:00:00.000Z");
    expect(key.outputs.lastUsedObservedAt).toMatch(/^\d{4}-/);
    expect((await key.preview({ type: "secret", scopes: ["accounts:read", "accounts:write"] })).step).toBe("same");
  });

  test("of a field that ignoreChanges names is neither said nor repaired", async () => {
    const key = world.resource("ApiKey", "ci");
    const options = { ignoreChanges: ["scopes"] };
    await key.up({ ...reads, name: "mine" }, options);
    await world.colleagueChanges(key.state!.id, { scopes: ["*"] });
    expect(await key.preview({ ...reads, name: "mine" }, options)).toMatchObject({ step: "same", lines: [] });
    await key.up({ ...reads, name: "mine, too" }, options);
    expect(await world.key(key.state!.id)).toMatchObject({ name: "mine, too", scopes: ["*"] });
  });

  test("of a field that replaceOnChanges names replaces", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    await world.colleagueChanges(key.state!.id, { scopes: ["*"] });
    const plan = await key.preview(reads, { replaceOnChanges: ["scopes"] });
    expect(plan).toMatchObject({ step: "replace", replaces: ["scopes differs, and replaceOnChanges names it"] });
  });

  test("refresh and preview agree about it", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    await world.colleagueChanges(key.state!.id, { scopes: ["accounts:delete"] });
    await key.refresh();
    expect(key.outputs.scopes).toEqual(["accounts:delete"]);
    expect((await key.preview(reads)).step).toBe("update");
    await key.up(reads);
    expect((await world.key(key.state!.id)).scopes).toEqual(["accounts:read"]);
  });

  test("an update that was written and not read back leaves no output behind as it was before", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up({ ...reads, name: "before" });
    const wanted = { ...reads, name: "after" };
    await world.fault({ operation: "GET /v1/api-keys", effect: "status", status: 403, from: 3, count: 50 });
    await failureOf(key.up(wanted));
    await world.admin("DELETE", "/faults");
    expect((await world.key(key.state!.id)).name).toBe("after");
    expect(key.outputs.name).toBe("before");
    await world.forgetRequests();
    const plan = await key.up(wanted);
    expect(plan.text).toContain('name matches the program, and state records "before"');
    expect(key.outputs.name).toBe("after");
    expect(await world.writes()).toEqual([]);
    expect((await key.preview(wanted)).step).toBe("same");
  });

  test("an object whose update was cut off is seen by the next preview itself", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    for (const method of ["PATCH", "PUT", "POST"]) {
      await world.fault({ operation: `${method} /v1/api-keys/{id}`, effect: "status", status: 422, count: 3 });
    }
    const wanted = { ...reads, scopes: ["accounts:write"] };
    expect(await failureOf(key.up(wanted))).toContain(key.state!.id);
    expect((await key.preview(wanted)).step).toBe("update");
  });
});

describe("a key that is gone", () => {
  test("is shown as a replacement, says so and that its value will change, and is made again", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    const { id } = key.state!;
    const { value } = key.outputs;
    await world.colleagueDeletes(id);
    const plan = await key.preview(reads);
    expect(plan.step).toBe("replace");
    expect(plan.replaces[0]).toMatch(/^gone: /);
    expect(plan.text).toContain("its value will change");
    await key.up(reads);
    expect(key.state!.id).not.toBe(id);
    expect(key.outputs.value).not.toBe(value);
    expect((await world.keys()).map((each) => each.id)).toEqual([key.state!.id]);
  });

  test("names the way to unprotect it where it is protected", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    await world.colleagueDeletes(key.state!.id);
    const plan = await key.preview(reads, { protect: true });
    expect(plan.text).toContain(`if the engine refuses the replacement, run 'pulumi state unprotect ${key.urn}' once`);
  });

  test("leaves state at refresh, and is no error at destroy", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    await world.colleagueDeletes(key.state!.id);
    const recorded = key.state!;
    expect(await key.refresh()).toBe(false);
    key.state = recorded;
    expect(await key.destroy()).toContain("was gone already");
  });
});
