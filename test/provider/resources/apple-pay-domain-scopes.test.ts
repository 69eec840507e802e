import { closeWorlds, failureOf, type Managed, openWorld, type World } from "../lifecycle/world";

let world: World;
let scopes: Managed;
beforeEach(async () => {
  world = await openWorld();
  scopes = world.resource("ApplePayDomainScopes", "shop");
});
afterEach(closeWorlds);

const keyWith = async (held: string[]): Promise<string> =>
  (await world.colleagueMakes({ type: "secret", name: "shop", scopes: held })).id;
const live = async (id: string): Promise<string[]> => [...(await world.key(id)).scopes].sort();

describe("the scopes of the namespace", () => {
  test.each([
    ["read", ["apple_pay_domains:read"]],
    ["write", ["apple_pay_domains:write"]],
    ["readWrite", ["apple_pay_domains:read", "apple_pay_domains:write"]],
  ])(
    "with access %s are added to the key's others, are clean afterwards, and are taken back",
    async (access, added) => {
      const apiKeyId = await keyWith(["accounts:read"]);
      expect((await scopes.preview({ apiKeyId, access })).step).toBe("create");
      await scopes.up({ apiKeyId, access });
      expect(await live(apiKeyId)).toEqual(["accounts:read", ...added]);
      expect(scopes.outputs).toMatchObject({ apiKeyId, access, scopes: added });
      expect((await scopes.preview({ apiKeyId, access })).step).toBe("same");
      await scopes.destroy();
      expect(await live(apiKeyId)).toEqual(["accounts:read"]);
    },
  );

  test("that were found there are put back by destroy", async () => {
    const apiKeyId = await keyWith(["accounts:read", "apple_pay_domains:write"]);
    await scopes.up({ apiKeyId, access: "read" });
    await scopes.up({ apiKeyId, access: "readWrite" });
    await scopes.refresh();
    await scopes.destroy();
    expect(await live(apiKeyId)).toEqual(["accounts:read", "apple_pay_domains:write"]);
  });

  test("are written alone: a change of others in between stays", async () => {
    const apiKeyId = await keyWith(["accounts:read"]);
    await scopes.up({ apiKeyId, access: "read" });
    await world.colleagueChanges(apiKeyId, { scopes: ["accounts:delete", "apple_pay_domains:read"] });
    expect((await scopes.preview({ apiKeyId, access: "read" })).step).toBe("same");
    await scopes.up({ apiKeyId, access: "write" });
    expect(await live(apiKeyId)).toEqual(["accounts:delete", "apple_pay_domains:write"]);
    await scopes.destroy();
    expect(await live(apiKeyId)).toEqual(["accounts:delete"]);
  });

  test("that went with a key which this run deleted before its replacement are nobody else's doing", async () => {
    const delegating = { type: "secret", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] };
    const key = world.resource("ApiKey", "shop");
    await key.up(delegating);
    await scopes.up({ apiKeyId: key.state!.id, access: "read" });
    const process = world.start();
    await key.destroy(process);
    const next = world.resource("ApiKey", "next");
    await next.up(delegating, {}, process);
    const plan = await scopes.up({ apiKeyId: next.state!.id, access: "read" }, {}, process);
    expect(plan.step).toBe("replace");
    const told = plan.lines.find(({ urn, line }) => urn === scopes.urn && line.startsWith("gone: "));
    expect(told?.level).toBe("info");
    expect(told?.line).toContain("was deleted by this run. The scopes went with their key");
    expect(await live(next.state!.id)).toEqual(["accounts:read", "apple_pay_domains:read"]);
  });

  test("that were changed behind Pulumi's back are drift, named, and repaired", async () => {
    const apiKeyId = await keyWith(["accounts:read"]);
    await scopes.up({ apiKeyId, access: "read" });
    await world.colleagueChanges(apiKeyId, { scopes: ["accounts:read", "apple_pay_domains:write"] });
    const plan = await scopes.preview({ apiKeyId, access: "read" });
    expect(plan.step).toBe("update");
    expect(plan.text).toContain('is ["apple_pay_domains:write"], wanted ["apple_pay_domains:read"]');
    await scopes.up({ apiKeyId, access: "read" });
    expect(await live(apiKeyId)).toEqual(["accounts:read", "apple_pay_domains:read"]);
  });

  test("are ignored where ignoreChanges names access", async () => {
    const apiKeyId = await keyWith(["accounts:read"]);
    const options = { ignoreChanges: ["access"] };
    await scopes.up({ apiKeyId, access: "read" }, options);
    await world.colleagueChanges(apiKeyId, { scopes: ["accounts:read"] });
    expect(await scopes.preview({ apiKeyId, access: "read" }, options)).toMatchObject({ step: "same", lines: [] });
  });

  test("and the key's own are written by two resources of one run without losing any", async () => {
    const key = world.resource("ApiKey", "shop-key");
    const args = { type: "secret", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] };
    await key.up(args);
    const apiKeyId = key.state!.id;
    await scopes.up({ apiKeyId, access: "read" });
    const process = world.start();
    await Promise.all([
      key.up({ ...args, scopes: ["accounts:write"] }, {}, process),
      scopes.up({ apiKeyId, access: "readWrite" }, {}, process),
    ]);
    expect(await live(apiKeyId)).toEqual(["accounts:write", "apple_pay_domains:read", "apple_pay_domains:write"]);
    const later = world.start();
    expect((await key.preview({ ...args, scopes: ["accounts:write"] }, {}, later)).step).toBe("same");
    expect((await scopes.preview({ apiKeyId, access: "readWrite" }, {}, later)).step).toBe("same");
  });
});

describe("destroy", () => {
  test("refuses to leave a key without any scope, with the two ways out", async () => {
    const apiKeyId = await keyWith(["accounts:read"]);
    await scopes.up({ apiKeyId, access: "read" });
    await world.colleagueChanges(apiKeyId, { scopes: ["apple_pay_domains:read"] });
    const message = await failureOf(scopes.destroy());
    expect(message).toContain("delete the key");
    expect(message).toContain("pulumi state delete");
    expect(await live(apiKeyId)).toEqual(["apple_pay_domains:read"]);
  });

  test("is done where the key is gone already", async () => {
    const apiKeyId = await keyWith(["accounts:read"]);
    await scopes.up({ apiKeyId, access: "read" });
    await world.colleagueDeletes(apiKeyId);
    expect(await scopes.destroy()).toContain("is gone");
  });

  test("leaves a key that holds * by now as it is, and says so", async () => {
    const apiKeyId = await keyWith(["accounts:read", "apple_pay_domains:write"]);
    await scopes.up({ apiKeyId, access: "read" });
    await world.colleagueChanges(apiKeyId, { scopes: ["*"] });
    expect(await scopes.destroy()).toContain("holds *");
    expect(await live(apiKeyId)).toEqual(["*"]);
  });
});

describe("what is refused, in preview and with its reason", () => {
  test("a publishable key", async () => {
    const { id } = await world.colleagueMakes({ type: "publishable", name: "web" });
    expect(await failureOf(scopes.preview({ apiKeyId: id, access: "read" }))).toContain("publishable");
  });

  test("a key with *, at first and later", async () => {
    const star = await keyWith(["*"]);
    expect(await failureOf(scopes.preview({ apiKeyId: star, access: "read" }))).toContain("holds *");
    const apiKeyId = await keyWith(["accounts:read"]);
    await scopes.up({ apiKeyId, access: "read" });
    await world.colleagueChanges(apiKeyId, { scopes: ["*"] });
    expect(await failureOf(scopes.preview({ apiKeyId, access: "read" }))).toContain("holds *");
  });

  test("a key that became publishable or * between preview and up", async () => {
    const star = await keyWith(["*"]);
    const provider = world.start().provider("ApplePayDomainScopes");
    expect(await failureOf(provider.create(scopes.news({ apiKeyId: star, access: "read" })))).toContain("holds *");
    expect(await live(star)).toEqual(["*"]);
  });

  test("a key that is not there", async () => {
    expect(await failureOf(scopes.preview({ apiKeyId: "key_none", access: "read" }))).toContain("there is no API key");
  });

  test("a second resource for the same key", async () => {
    const apiKeyId = await keyWith(["accounts:read"]);
    const process = world.start();
    await scopes.preview({ apiKeyId, access: "read" }, {}, process);
    const twin = world.resource("ApplePayDomainScopes", "twin");
    expect(await failureOf(twin.preview({ apiKeyId, access: "write" }, {}, process))).toContain("is managed by");
  });
});

describe("a key that drifted to *", () => {
  const args = { type: "secret", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] };
  let key: Managed;
  let apiKeyId: string;
  beforeEach(async () => {
    key = world.resource("ApiKey", "shop-key");
    await key.up(args);
    apiKeyId = key.state!.id;
    await scopes.up({ apiKeyId, access: "read" });
    await world.colleagueChanges(apiKeyId, { scopes: ["*"] });
  });

  test("is drift where its ApiKey is in the stack, not a refusal, and up repairs both in one run", async () => {
    const preview = world.start();
    expect((await key.preview(args, {}, preview)).step).toBe("update");
    const plan = await scopes.preview({ apiKeyId, access: "read" }, {}, preview);
    expect(plan.step).toBe("update");
    expect(plan.text).toContain("Its ApiKey restores the declared scopes first");
    const up = world.start();
    await key.up(args, {}, up);
    await scopes.up({ apiKeyId, access: "read" }, {}, up);
    expect(await live(apiKeyId)).toEqual(["accounts:read", "apple_pay_domains:read"]);
    expect((await scopes.preview({ apiKeyId, access: "read" })).step).toBe("same");
  });

  test("is refused in the preview where its ApiKey leaves the scopes as they are", async () => {
    const preview = world.start();
    expect((await key.preview(args, { ignoreChanges: ["scopes"] }, preview)).step).toBe("same");
    expect(await failureOf(scopes.preview({ apiKeyId, access: "read" }, {}, preview))).toContain("holds *");
  });
});

test("another key replaces: the new one gets the scopes, the old one is put back", async () => {
  const first = await keyWith(["accounts:read"]);
  const second = await keyWith(["accounts:write"]);
  await scopes.up({ apiKeyId: first, access: "read" });
  expect((await scopes.up({ apiKeyId: second, access: "read" })).step).toBe("replace");
  expect(await live(first)).toEqual(["accounts:read"]);
  expect(await live(second)).toEqual(["accounts:write", "apple_pay_domains:read"]);
});

test("a key whose id is unknown until apply is planned as a replacement, not called clean", async () => {
  const apiKeyId = await keyWith(["accounts:read"]);
  await scopes.up({ apiKeyId, access: "read" });
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  expect((await scopes.preview({ apiKeyId: unknown, access: "read" })).step).toBe("replace");
});

test("a replacement on the same key keeps what it wrote, and destroy still puts back what was there at first", async () => {
  const apiKeyId = await keyWith(["accounts:read"]);
  await scopes.up({ apiKeyId, access: "read" });
  const plan = await scopes.up({ apiKeyId, access: "readWrite" }, { replaceOnChanges: ["access"] });
  expect(plan.step).toBe("replace");
  expect(await live(apiKeyId)).toEqual(["accounts:read", "apple_pay_domains:read", "apple_pay_domains:write"]);
  await scopes.destroy();
  expect(await live(apiKeyId)).toEqual(["accounts:read"]);
});

test.each([
  [
    "the reading afterwards fails",
    { operation: "GET /v1/api-keys", effect: "status", status: 403, from: 3, count: 50 },
  ],
  ["the answer never comes", { operation: "PATCH /v1/api-keys/{id}", at: "after", effect: "reset", count: 50 }],
])("what was found is not lost where scopes were written and %s", async (_, fault) => {
  const apiKeyId = await keyWith(["accounts:read"]);
  await world.fault(fault);
  const failure = await scopes.up({ apiKeyId, access: "read" }).catch((thrown) => thrown);
  await world.admin("DELETE", "/faults");
  expect(failure).toMatchObject({ id: apiKeyId, reasons: [expect.stringContaining(apiKeyId)] });
  expect(await live(apiKeyId)).toEqual(["accounts:read", "apple_pay_domains:read"]);
  // The engine saves what a partial failure holds.
  scopes.state = { id: failure.id, inputs: scopes.news({ apiKeyId, access: "read" }), outputs: failure.properties };
  expect((await scopes.preview({ apiKeyId, access: "read" })).step).toBe("same");
  await scopes.destroy();
  expect(await live(apiKeyId)).toEqual(["accounts:read"]);
});

test("scopes that the service refused to write are not recorded as written", async () => {
  const apiKeyId = await keyWith(["accounts:read"]);
  await world.fault({ operation: "PATCH /v1/api-keys/{id}", effect: "status", status: 403 });
  const failure = await scopes.up({ apiKeyId, access: "read" }).catch((thrown) => thrown);
  expect(failure).toMatchObject({ message: expect.stringContaining("403") });
  expect(failure).not.toHaveProperty("properties");
});

test("scopes that the key's own resource declares by the time this one goes are left on the key", async () => {
  const key = world.resource("ApiKey", "ci");
  await key.up({ type: "secret", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
  const apiKeyId = key.state!.id;
  await scopes.up({ apiKeyId, access: "read" });
  const run = world.start();
  const declared = ["accounts:read", "apple_pay_domains:read"];
  await key.up({ type: "secret", scopes: declared }, {}, run);
  expect(await scopes.destroy(run)).toContain("declared by its ApiKey now");
  expect(await live(apiKeyId)).toEqual(declared);
});

describe("a destroy", () => {
  beforeEach(async () => {
    await scopes.up({ apiKeyId: await keyWith(["accounts:read"]), access: "read" });
  });

  test("that is answered 404 for the list itself does not take the key for gone", async () => {
    await world.fault({ operation: "GET /v1/api-keys", effect: "status", status: 404, count: 100 });
    expect(await failureOf(scopes.destroy())).toMatch(/nothing was found at this address.*payments:baseUrl/);
    expect(scopes.state).toBeDefined();
  });

  test("whose write was answered and not done is not believed, for nobody would look again", async () => {
    await world.fault({ operation: "PATCH /v1/api-keys/{id}", effect: "status", status: 200, body: "" });
    expect(await failureOf(scopes.destroy())).toMatch(/shows \["apple_pay_domains:read"\] after \[\] was put back/);
    await scopes.destroy();
    expect(scopes.state).toBeUndefined();
  });
});
