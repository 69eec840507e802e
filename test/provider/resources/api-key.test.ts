import { closeWorlds, failureOf, openWorld, type World } from "../lifecycle/world.js";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(closeWorlds);

const reads = { type: "secret", scopes: ["accounts:read"] };

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
    expect(plan.text).toContain(`pulumi state unprotect ${key.urn}`);
  });

  test("leaves state at refresh, and is no error at destroy", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    await world.colleagueDeletes(key.state!.id);
    const stored = key.state!;
    expect(await key.refresh()).toBe(false);
    key.state = stored;
    expect(await key.destroy()).toContain("was gone already");
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

describe("adopting", () => {
  test("takes over what is there, shows what will change, and touches nothing else", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["*"] });
    const key = world.resource("ApiKey", "ci");
    const args = { ...reads, adoptId: found.id };
    const plan = await key.preview(args);
    expect(plan.step).toBe("create");
    expect(plan.text).toContain('scopes: ["*"] -> ["accounts:read"]');
    expect(plan.text).not.toContain("name:");
    expect(await world.writes()).toEqual([]);
    await key.up(args);
    expect(key.state!.id).toBe(found.id);
    expect(await world.key(found.id)).toMatchObject({ name: "found", scopes: ["accounts:read"] });
    expect((await key.preview(args)).step).toBe("same");
  });

  test("keeps the live name for as long as none is declared", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const key = world.resource("ApiKey", "ci");
    await key.up({ ...reads, adoptId: found.id });
    await world.colleagueChanges(found.id, { name: "renamed" });
    expect((await key.preview({ ...reads, adoptId: found.id })).step).toBe("same");
  });

  test("knows a value only where adoptValue gives it, and keeps that", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const unknown = world.resource("ApiKey", "without");
    await unknown.up({ ...reads, adoptId: found.id });
    expect(unknown.outputs).not.toHaveProperty("value");
    const known = world.resource("ApiKey", "with");
    const args = { ...reads, adoptId: found.id, adoptValue: found.value };
    await known.up(args);
    expect(known.outputs.value).toBe(found.value);
    await known.refresh();
    await known.up({ ...args, name: "new" });
    expect(known.outputs.value).toBe(found.value);
  });

  test("counts at the first create only: later it is never a difference", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const other = await world.colleagueMakes({ type: "secret", name: "other", scopes: ["accounts:read"] });
    const key = world.resource("ApiKey", "ci");
    await key.up({ ...reads, adoptId: found.id });
    expect((await key.preview({ ...reads, adoptId: other.id })).step).toBe("same");
    expect((await key.preview(reads)).step).toBe("same");
  });

  test("a replacement makes a key of its own and leaves the adopted one", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const key = world.resource("ApiKey", "ci");
    await key.up({ ...reads, adoptId: found.id });
    await key.up({ type: "publishable", adoptId: found.id });
    expect(key.state!.id).not.toBe(found.id);
    expect((await world.keys()).map(({ id }) => id).sort()).toEqual([found.id, key.state!.id].sort());
  });

  test("a replacement that nobody diffed makes a key of its own too", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const key = world.resource("ApiKey", "ci");
    const args = { ...reads, adoptId: found.id };
    await key.up(args);
    const provider = world.start().provider("ApiKey");
    const news = key.news(args);
    // 'pulumi up --replace' asks for no diff: check with the old inputs, check without, create.
    await provider.check(key.state!.inputs, news);
    const { inputs } = await provider.check({}, news);
    const made = await provider.create(inputs);
    expect(made.id).not.toBe(found.id);
  });

  test("is refused for a key that is not there, and for one of the other type", async () => {
    const publishable = await world.colleagueMakes({ type: "publishable", name: "web" });
    const key = world.resource("ApiKey", "ci");
    expect(await failureOf(key.preview({ ...reads, adoptId: "key_none" }))).toContain("there is no API key key_none");
    expect(await failureOf(key.preview({ ...reads, adoptId: publishable.id }))).toContain("is publishable");
    expect(await world.writes()).toEqual([]);
  });

  test("is refused for two resources of one stack", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const process = world.start();
    const args = { ...reads, adoptId: found.id };
    await world.resource("ApiKey", "one").preview(args, {}, process);
    const message = await failureOf(world.resource("ApiKey", "two").preview(args, {}, process));
    expect(message).toContain(`adoptId ${found.id} is managed by ${world.resource("ApiKey", "one").urn}`);
  });

  test("is refused for a key that another resource of the stack made", async () => {
    const process = world.start();
    const one = world.resource("ApiKey", "one");
    await one.up(reads, {}, process);
    const two = world.resource("ApiKey", "two").preview({ ...reads, adoptId: one.state!.id }, {}, process);
    expect(await failureOf(two)).toContain(`${one.urn} of this stack holds it already`);
  });

  test("destroy leaves an adopted key in place and says so, unless deleteAdopted", async () => {
    const found = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
    const key = world.resource("ApiKey", "ci");
    const args = { ...reads, adoptId: found.id };
    await key.up(args);
    const stored = key.state!;
    expect(await key.destroy()).toContain("left in place");
    expect(await world.keys()).toHaveLength(1);
    key.state = stored;
    expect((await key.preview({ ...args, deleteAdopted: true })).step).toBe("update");
    await world.forgetRequests();
    await key.up({ ...args, deleteAdopted: true });
    expect(await world.writes()).toEqual([]);
    await key.destroy();
    expect(await world.keys()).toEqual([]);
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

describe("a create whose answer is lost", () => {
  test("after it happened is found by its name, deleted and made anew: one key, with its value", async () => {
    const key = world.resource("ApiKey", "ci");
    await world.fault({ operation: "POST /v1/api-keys", at: "after", effect: "reset" });
    const { text } = await key.up(reads);
    expect(text).toContain("was lost");
    expect((await world.keys()).map(({ id }) => id)).toEqual([key.state!.id]);
    expect(key.outputs.value).toMatch(/^sk_sandbox_[0-9a-f]{40,}$/);
  });

  test("before it happened is sent once more: one key", async () => {
    const key = world.resource("ApiKey", "ci");
    await world.fault({ operation: "POST /v1/api-keys", at: "before", effect: "reset" });
    await key.up(reads);
    expect((await world.keys()).map(({ id }) => id)).toEqual([key.state!.id]);
  });

  test("with a name of the user's touches nothing and lists the candidates with the two ways on", async () => {
    const key = world.resource("ApiKey", "ci");
    await world.fault({ operation: "POST /v1/api-keys", at: "after", effect: "reset" });
    const message = await failureOf(key.up({ ...reads, name: "mine" }));
    const [orphan] = await world.keys();
    expect(message).toContain(`adoptId: "${orphan.id}"`);
    expect(message).toContain("Nothing was touched");
    expect(await world.writes()).toEqual(["POST /v1/api-keys"]);
  });

  test("whose key cannot be looked for says which key may be left over", async () => {
    const key = world.resource("ApiKey", "ci");
    const process = world.start();
    await key.preview(reads, {}, process);
    await world.fault({ operation: "POST /v1/api-keys", at: "after", effect: "reset" });
    await world.fault({ operation: "GET /v1/api-keys", effect: "status", status: 403, count: 50 });
    const message = await failureOf(key.up(reads, {}, process));
    const [orphan] = await world.keys();
    expect(message).toContain(orphan.name);
  });
});

describe("a credential", () => {
  test("that lacks the write scope is refused in preview, for a new key and for a planned update", async () => {
    const weak = await world.colleagueMakes({ type: "secret", name: "weak", scopes: ["api_keys:read"] });
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    world.config["payments:apiKey"] = weak.value;
    world.config["payments:apiKeyId"] = weak.id;
    const fresh = world.resource("ApiKey", "fresh");
    expect(await failureOf(fresh.preview(reads))).toContain("lacks api_keys:write");
    expect(await failureOf(key.preview({ ...reads, scopes: ["accounts:write"] }))).toContain("lacks api_keys:write");
    expect((await key.preview(reads)).step).toBe("same");
  });

  test("that is refused fails the preview and says that a rotated one comes from the environment", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(reads);
    world.config["payments:apiKey"] = "sk_sandbox_0000000000000000000000000000000000000000";
    const message = await failureOf(key.refresh());
    expect(message).toContain("PAYMENTS_API_KEY");
    expect(message).toContain("last 'pulumi up'");
    expect(message).not.toContain("sk_sandbox_0000");
    world.environment.PAYMENTS_API_KEY = world.sandbox.apiKey;
    expect(await key.refresh()).toBe(true);
  });

  test("of a profile that is refused is named by that profile's variable, whatever runs beside it", async () => {
    const other = await world.admin("POST", "/accounts", { kind: "merchant" });
    const profiles = (apiKey: string): string => JSON.stringify({ eu: { accountId: other.id, apiKey } });
    world.config["payments:profiles"] = profiles(world.sandbox.apiKey);
    const main = world.resource("ApiKey", "main");
    const eu = world.resource("ApiKey", "eu");
    await main.up(reads);
    await eu.up({ ...reads, profile: "eu" });
    world.config["payments:profiles"] = profiles("sk_sandbox_0000000000000000000000000000000000000000");
    const provider = world.start().provider("ApiKey");
    const [message] = await Promise.all([
      failureOf(provider.read(eu.state!.id, eu.outputs)),
      provider.read(main.state!.id, main.outputs),
    ]);
    expect(message).toContain("PAYMENTS_PROFILE_EU_API_KEY=");
    expect(message).not.toContain(" PAYMENTS_API_KEY=");
  });
});

describe("what a check refuses", () => {
  const check = async (args: object): Promise<string> => failureOf(world.resource("ApiKey", "ci").preview(args));

  test("is told all at once, each with its property", async () => {
    const message = await check({ type: "secrt", scopes: ["api_key:read"], plainValu: true, adoptValue: "planted-1" });
    expect(message).toContain("type: ");
    expect(message).toContain('scopes[0]: "api_key:read" is no scope; api_keys:read may be meant');
    expect(message).toContain("plainValu: there is no such argument; plainValue may be meant");
    expect(message).toContain("adoptValue: goes with adoptId");
    expect(message).not.toContain("planted-1");
  });

  test("never names a secret property, since the engine would print its value", async () => {
    const provider = world.start().provider("ApiKey");
    const { failures } = await provider.check({}, { ...reads, adoptValue: "planted-1" });
    expect(failures).toEqual([{ property: "", reason: "adoptValue: goes with adoptId" }]);
  });

  test("costs no request", async () => {
    await check({ type: "secret" });
    expect(await world.counts()).toEqual({});
  });
});
