import { unknownMarker } from "../../../provider/lifecycle/inputs";
import type { ReadingDefinition } from "../../../provider/reading/reading";
import { readings } from "../../../provider/reading/registry";
import { json, scriptedServer } from "../api/fake-service";
import { testDependencies } from "../api/support";
import { closeWorlds, openWorld, type World } from "../lifecycle/world";
import { opened } from "./opened";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(closeWorlds);

const secret = { type: "secret", scopes: ["accounts:read"] };

test("many readings of one run share one walk, whoever asks first", async () => {
  const { id } = await world.colleagueMakes({ ...secret, name: "billing" });
  const { read } = opened(world);
  const asked = Array.from({ length: 40 }, (_, index) =>
    index % 2 === 0 ? read("getApiKey", { id }) : read("getApiKey", { name: "billing" }),
  );
  const found = await Promise.all([...asked, read("getApiKeys", {})]);
  expect(found.every(({ code }) => code === undefined)).toBe(true);
  expect(await world.counts()).toEqual({ "GET /v1/api-keys": 1 });
});

test("two profiles of one account and credential share it too, and another account has a walk of its own", async () => {
  const other = (await world.admin("POST", "/accounts", { kind: "merchant" })).id;
  const { accountId } = world.sandbox;
  world.config["payments:profiles"] = JSON.stringify({ same: { accountId }, other: { accountId: other } });
  const { read } = opened(world);
  const accounts = await Promise.all(
    [{}, { profile: "same" }, { profile: "other" }, { accountId: other }].map(async (naming) => {
      const { result } = await read("getApiKeys", naming);
      return result.accountId;
    }),
  );
  expect(accounts).toEqual([accountId, accountId, other, other]);
  expect(await world.counts()).toEqual({ "GET /v1/api-keys": 2 });
});

test("what a profile, the environment and the stack say counts as it does for the provider", async () => {
  const { value } = await world.colleagueMakes({ type: "secret", name: "reader", scopes: ["api_keys:read"] });
  world.config["payments:apiKey"] = "sk_of_nobody_0123456789abcdef";
  world.config["payments:environment"] = "sandbox";
  world.environment.PAYMENTS_API_KEY = value;
  const { read, edges } = opened(world);
  expect((await read("getApiKeys", {})).result.environment).toBe("sandbox");
  expect(edges.said).toEqual([expect.stringMatching(/^PAYMENTS_API_KEY is used in place of/)]);
  world.environment.PAYMENTS_ACCOUNT_ID = "acct_other";
  expect(await opened(world).read("getApiKeys", {})).toMatchObject({
    code: "configuration",
    message: expect.stringContaining("PAYMENTS_ACCOUNT_ID"),
  });
});

test("a configuration that is wrong is told whole at each reading, and nothing is sent", async () => {
  world.config = { "payments:apikey": "PLANTED_SECRET", "payments:accountId": "acct_1" };
  const { read } = opened(world);
  for (const name of ["getApiKey", "getApiKeys"] as const) {
    const { code, message } = await read(name, {});
    expect(code).toBe("configuration");
    expect(message).toMatch(new RegExp(`^${name}: the configuration is incomplete or wrong:\n  - `));
    expect(message).toContain("payments:baseUrl");
    expect(message).toContain('Did you mean "payments:apiKey"?');
    expect(message).not.toContain("PLANTED_SECRET");
  }
});

test.each([
  [{}, "id or name: Give one of them"],
  [{ id: "key_1", name: "billing" }, "id or name: Give only one of them"],
  [{ id: undefined, name: undefined }, "id or name: Give one of them"],
  [{ id: 7 }, "id: "],
  [{ id: "" }, "id: "],
  [{ id: "key_1", acountId: "acct_1" }, 'Did you mean "accountId"?'],
  [{ id: "key_1", profile: "eu" }, "has no profile eu"],
  [{ id: "key_1", accountId: "sk_live_0123456789" }, "accountId: contains what looks like an API key value"],
  [{ id: "key_1", profile: "sk_live_0123456789" }, "profile: contains what looks like an API key value"],
  [{ name: unknownMarker }, "name: is unknown until apply. Use getApiKeyOutput, which waits for it"],
])("the arguments %j are refused, and nothing is sent", async (args, why) => {
  const { code, message } = await opened(world).read("getApiKey", args);
  expect(code).toBe("arguments");
  expect(message).not.toContain("0123456789");
  const title = "profile" in args && args.profile === "eu" ? "the account is unknown" : "the arguments are wrong";
  expect(message).toMatch(new RegExp(`^getApiKey: ${title}:\n  - [^\n]+(\n +pulumi config set [^\n]+)?$`));
  expect(message).toContain(why);
  expect(await world.counts()).toEqual({});
});

test("the partner account is refused before anything is sent", async () => {
  const { partnerAccountId } = world.sandbox;
  world.config["payments:partnerAccountId"] = partnerAccountId;
  const { code, message } = await opened(world).read("getApiKeys", { accountId: partnerAccountId });
  expect(code).toBe("arguments");
  expect(message).toContain("partner account");
  expect(await world.counts()).toEqual({});
});

test("a credential that is refused is unreadable, with where it came from and nothing of it", async () => {
  world.config["payments:apiKey"] = "sk_of_nobody_0123456789abcdef";
  const { code, serviceCode, message } = await opened(world).read("getApiKey", { name: "billing" });
  expect([code, serviceCode]).toEqual(["unreadable", "unauthorized"]);
  const { accountId, url } = world.sandbox;
  const subject = `getApiKey of API key named "billing" in account ${accountId} at ${url}`;
  expect(message).toContain(`${subject}: could not be read, so its state is unknown: `);
  expect(message).toContain("payments:apiKey or PAYMENTS_API_KEY");
  expect(message).not.toContain("sk_of_nobody");
});

test("what a service answers that quotes the credential is not shown with it", async () => {
  const { apiKey } = world.sandbox;
  const service = await scriptedServer(({ headers }, response) =>
    json(response, 403, { error: { code: "no", message: `PLAIN ${headers["payments-api-key"]} may not` } }),
  );
  world.config["payments:baseUrl"] = service.url;
  const { message } = await opened(world).read("getApiKeys", {});
  await service.close();
  expect(message).toContain(
    "The service answered 403 to GET /v1/api-keys: no: [withheld, since it may hold a secret].",
  );
  expect(message).not.toContain("The credential came from");
  expect(message).not.toContain(apiKey);
});

test("a failure that passes is tried again, and the reading succeeds", async () => {
  await world.fault({ operation: "GET /v1/api-keys", count: 2, effect: "status", status: 503 });
  expect((await opened(world).read("getApiKeys", {})).code).toBeUndefined();
});

test("a reading that would write is refused before anything is sent", async () => {
  const { id } = await world.colleagueMakes({ ...secret, name: "billing" });
  const registered: Record<string, ReadingDefinition<object>> = readings;
  const { getApiKeys } = readings;
  registered.getApiKeys = {
    ...getApiKeys,
    read: async ({ account }) => ({ result: { deleted: await account.apiKeys.delete(id) } }),
  };
  try {
    await expect(opened(world).read("getApiKeys", {})).rejects.toThrow("only reads");
  } finally {
    registered.getApiKeys = getApiKeys;
  }
  expect(await world.counts()).toEqual({});
});

test("a defect of ours is no failure of the service: it is thrown", async () => {
  const edges = testDependencies();
  edges.monotonicMs = () => {
    throw new TypeError("a defect");
  };
  await expect(opened(world, edges).read("getApiKeys", {})).rejects.toThrow("a defect");
});
