import { closeWorlds, failureOf, openWorld, type World } from "../lifecycle/world";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(closeWorlds);

const reads = { type: "secret", scopes: ["accounts:read"] };

describe("a create whose answer is lost", () => {
  test("after it happened is found by its name, deleted and recreated: one key, with its value", async () => {
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
    expect(message).toContain("Nothing was changed");
    expect(await world.writes()).toEqual(["POST /v1/api-keys"]);
  });

  test("whose key cannot be looked for says which key may exist", async () => {
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

test.each([["whole"], [""], [null], [undefined]])(
  "a creation that is answered with a colleague's key, its value %j, records nothing and leaves that key alone",
  async (value) => {
    const key = world.resource("ApiKey", "ci");
    const theirs = await world.colleagueMakes({ type: "secret", name: "theirs", scopes: ["accounts:read"] });
    const body = { ...theirs, value: value === "whole" ? theirs.value : value };
    await world.fault({ operation: "POST /v1/api-keys", effect: "status", status: 201, body });
    expect(await failureOf(key.up(reads))).toContain(
      `answered with API key ${theirs.id}, which this request did not create`,
    );
    expect(key.state).toBeUndefined();
    expect((await world.keys()).map(({ id }) => id)).toEqual([theirs.id]);
  },
);

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
    const previewed = await failureOf(eu.preview({ ...reads, profile: "eu" }));
    expect(previewed).toContain("PAYMENTS_PROFILE_EU_API_KEY=");
    expect(previewed).not.toContain(" PAYMENTS_API_KEY");
  });
});
