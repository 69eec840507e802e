import { closeWorlds, failureOf, openWorld, type World } from "../lifecycle/world";

const reads = { type: "secret", scopes: ["accounts:read"] };
const manages = { type: "secret", scopes: ["accounts:read", "api_keys:read", "api_keys:write"] };
const narrowed = { ...manages, scopes: ["api_keys:read", "api_keys:write"] };

let world: World;
beforeEach(async () => {
  world = await openWorld();
  world.config["payments:deletionGuard"] = "off";
});
afterEach(closeWorlds);

/** A key of the stack, whose value becomes the credential of the runs that follow. */
async function ownKey(args: object = manages) {
  const key = world.resource("ApiKey", "ci");
  await key.up(args);
  world.config["payments:apiKey"] = String(key.outputs.value);
  await world.forgetRequests();
  return key;
}

const colleague = (scopes: string[], name = "found") => world.colleagueMakes({ type: "secret", name, scopes });
const adopting = (id: string, more: object = {}) => ({ ...reads, adoptId: id, ...more });

describe("the key that the run authenticates with, proved by the value that state holds,", () => {
  test("is not deleted, replaced or narrowed: not in preview, not in up", async () => {
    const key = await ownKey();
    const provider = world.start().provider("ApiKey");
    const { id, outputs } = key.state!;
    for (const work of [
      () => key.destroy(),
      () => key.preview({ type: "publishable" }),
      () => key.up({ type: "publishable" }),
      () => key.preview(narrowed),
      () => key.up(narrowed),
      () => provider.update(id, outputs, key.news(narrowed)),
    ]) {
      const message = await failureOf(work());
      expect(message).toContain("is the one that this run authenticates with");
      expect(message).toContain(`PAYMENTS_ALLOW_SELF=${id}`);
    }
    expect(await world.writes()).toEqual([]);
    expect((await world.key(id)).scopes).toHaveLength(3);
  });

  test("is renamed and widened as any other", async () => {
    const key = await ownKey();
    const wider = { ...manages, name: "new", scopes: [...manages.scopes, "accounts:write"] };
    expect((await key.up(wider)).step).toBe("update");
    expect(await world.key(key.state!.id)).toMatchObject({ name: "new", scopes: wider.scopes.sort() });
  });

  test("is narrowed, and deleted, in a run that allows it by its id", async () => {
    const key = await ownKey();
    world.environment.PAYMENTS_ALLOW_SELF = key.state!.id;
    expect((await key.up(narrowed)).step).toBe("update");
    await key.destroy();
    expect(await world.keys()).toEqual([]);
  });

  test("is not narrowed where a colleague widened it either, and that can be ignored", async () => {
    const key = await ownKey();
    await world.colleagueChanges(key.state!.id, { scopes: ["*"] });
    expect(await failureOf(key.preview(manages))).toContain("taking scopes from it");
    expect((await key.preview(manages, { ignoreChanges: ["scopes"] })).step).toBe("same");
  });

  test("is kept by its deletion guard too, and both are told at once", async () => {
    const key = await ownKey();
    delete world.config["payments:deletionGuard"];
    const message = await failureOf(key.destroy());
    expect(message).toContain("PAYMENTS_ALLOW_SELF=");
    expect(message).toContain("PAYMENTS_FORCE=");
  });

  test("is seen where another profile of the run authenticates with it", async () => {
    const key = world.resource("ApiKey", "ci");
    await key.up(manages);
    const other = await world.admin("POST", "/accounts", { kind: "merchant" });
    const apiKey = key.outputs.value;
    world.config["payments:profiles"] = JSON.stringify({ eu: { accountId: other.id, apiKey } });
    expect(await failureOf(key.destroy())).toContain("is the one that this run authenticates with");
  });
});

test("a key whose value is another than the credential is deleted, replaced and narrowed, whatever it may do", async () => {
  const key = world.resource("ApiKey", "ci");
  await key.up({ type: "secret", scopes: ["*"] });
  await key.up(manages);
  await key.up(narrowed);
  expect((await key.up({ type: "publishable" })).step).toBe("replace");
  await key.up(manages);
  await key.destroy();
  expect(await world.keys()).toEqual([]);
});

describe("a key whose manager is unknown", () => {
  test.each([[["*"]], [["api_keys:write", "accounts:read"]]])(
    "and that holds %j is not narrowed by adopting it, and payments:apiKeyId is asked for",
    async (scopes) => {
      const { id } = await colleague(scopes);
      const key = world.resource("ApiKey", "ci");
      const provider = world.start().provider("ApiKey");
      for (const work of [() => key.preview(adopting(id)), () => provider.create(key.news(adopting(id)))]) {
        expect(await failureOf(work())).toContain("pulumi config set payments:apiKeyId");
      }
      expect(await world.writes()).toEqual([]);
    },
  );

  test("and that could not set keys is narrowed and deleted without asking", async () => {
    const { id } = await colleague(["accounts:read", "accounts:write"]);
    const key = world.resource("ApiKey", "ci");
    await key.up(adopting(id, { deleteAdopted: true }));
    await key.destroy();
    expect(await world.keys()).toEqual([]);
  });

  test("is left as it is by deletedAdopted's destroy and by a replacement, once it may set keys", async () => {
    const { id } = await colleague(["accounts:read"]);
    const key = world.resource("ApiKey", "ci");
    await key.up(adopting(id, { deleteAdopted: true }));
    await world.colleagueChanges(id, { scopes: ["*"] });
    for (const work of [() => key.destroy(), () => key.preview({ type: "publishable" }), () => key.preview(reads)])
      expect(await failureOf(work())).toContain("may be the key");
    expect(await world.key(id)).toMatchObject({ scopes: ["*"] });
  });

  test("is not proved to be another by an old use", async () => {
    const { id } = await colleague(["*"]);
    await world.colleagueChanges(id, { last_used: "2020-01-01T00:00:00Z" });
    expect(await failureOf(world.resource("ApiKey", "ci").preview(adopting(id)))).toContain("may be the key");
  });

  test("is written once the credential's id is told, and another's", async () => {
    const { id } = await colleague(["*"]);
    world.config["payments:apiKeyId"] = "key_of_the_run";
    const key = world.resource("ApiKey", "ci");
    await key.up(adopting(id));
    expect((await world.key(id)).scopes).toEqual(["accounts:read"]);
  });

  test("is written whatever credentials the run has for other services, and under how many profiles it has this one", async () => {
    const { id } = await colleague(["*"]);
    const { apiKey } = world.sandbox;
    world.config["payments:apiKeyId"] = "key_of_the_run";
    const elsewhere = { baseUrl: "https://payments.example.com", apiKey: "sk_elsewhere", accountId: "acct_1" };
    const again = { accountId: world.sandbox.accountId, apiKey };
    world.config["payments:profiles"] = JSON.stringify({ elsewhere, again });
    await world.resource("ApiKey", "ci").up(adopting(id));
    expect((await world.key(id)).scopes).toEqual(["accounts:read"]);
  });

  test("is refused as the credential's own once its id is told", async () => {
    const { id } = await colleague(["*"]);
    world.config["payments:apiKeyId"] = id;
    const message = await failureOf(world.resource("ApiKey", "ci").preview(adopting(id)));
    expect(message).toContain("is the one that this run authenticates with");
  });

  test("is written where the value that is given for it is not the credential", async () => {
    const { id, value } = await colleague(["*"]);
    await world.resource("ApiKey", "ci").up(adopting(id, { adoptValue: value }));
    expect((await world.key(id)).scopes).toEqual(["accounts:read"]);
  });
});

describe("a service that shows the end of values", () => {
  beforeEach(async () => {
    world = await openWorld({ redaction: "last4" });
  });

  test("proves which key the credential is, and which it is not", async () => {
    const own = await colleague(["*"], "own");
    const other = await colleague(["*"], "other");
    world.config["payments:apiKey"] = own.value;
    const refused = await failureOf(world.resource("ApiKey", "own").preview(adopting(own.id)));
    expect(refused).toContain("is the one that this run authenticates with");
    await world.resource("ApiKey", "other").up(adopting(other.id));
    expect((await world.key(other.id)).scopes).toEqual(["accounts:read"]);
  });

  test("contradicts a value that is given for the credential's own key and is another's", async () => {
    const own = await colleague(["*"], "own");
    const other = await colleague(["*"], "other");
    world.config["payments:apiKey"] = own.value;
    const given = { ...manages, adoptId: own.id, adoptValue: other.value, deleteAdopted: true };
    const key = world.resource("ApiKey", "own");
    expect(await failureOf(key.preview(given))).toContain("is the one that this run");
    await world.colleagueChanges(own.id, { scopes: manages.scopes });
    await key.up(given);
    expect(await failureOf(key.destroy())).toContain("is the one that this run");
  });
});

describe("Apple Pay scopes of a key that may be the credential", () => {
  const held = ["api_keys:write", "apple_pay_domains:read", "apple_pay_domains:write"];

  test("are added, and not taken away: not in preview, not in up, not by destroy", async () => {
    const { id } = await colleague(["api_keys:write"]);
    const scopes = world.resource("ApplePayDomainScopes", "shop");
    await scopes.up({ apiKeyId: id, access: "readWrite" });
    expect((await world.key(id)).scopes.sort()).toEqual(held);
    const provider = world.start().provider("ApplePayDomainScopes");
    const less = { apiKeyId: id, access: "read" };
    for (const work of [
      () => scopes.preview(less),
      () => provider.update(id, scopes.outputs, scopes.news(less)),
      () => provider.create(scopes.news(less)),
      () => scopes.destroy(),
    ])
      expect(await failureOf(work())).toContain("may be the key");
    expect((await world.key(id)).scopes.sort()).toEqual(held);
    world.config["payments:apiKeyId"] = "key_of_the_run";
    await scopes.destroy();
    expect((await world.key(id)).scopes).toEqual(["api_keys:write"]);
  });

  test("are refused in the preview of a new resource that would take some away", async () => {
    const { id } = await colleague(held);
    const scopes = world.resource("ApplePayDomainScopes", "shop");
    const message = await failureOf(scopes.preview({ apiKeyId: id, access: "read" }));
    expect(message).toContain("access: ");
    expect(message).toContain("may be the key");
  });

  test("are refused in the preview of a replacement that would take them off the old key", async () => {
    const { id } = await colleague(["api_keys:write"]);
    const other = await colleague(["accounts:read"], "other");
    const scopes = world.resource("ApplePayDomainScopes", "shop");
    await scopes.up({ apiKeyId: id, access: "read" });
    const moved = { apiKeyId: other.id, access: "read" };
    expect(await failureOf(scopes.preview(moved))).toContain("may be the key");
    expect((await scopes.preview(moved, { retainOnDelete: true })).step).toBe("replace");
  });
});

test("what is only recorded in state needs no credential that may write", async () => {
  const key = world.resource("ApiKey", "ci");
  const found = await colleague(["accounts:read"]);
  await key.up(adopting(found.id));
  const weak = await world.colleagueMakes({ type: "secret", name: "weak", scopes: ["api_keys:read"] });
  world.config["payments:apiKey"] = weak.value;
  world.config["payments:apiKeyId"] = weak.id;
  const recorded = adopting(found.id, { deleteAdopted: true });
  expect((await key.preview(recorded)).step).toBe("update");
  expect((await key.up(recorded)).step).toBe("update");
  expect(await failureOf(key.preview({ ...recorded, name: "new" }))).toContain("lacks api_keys:write");
});
