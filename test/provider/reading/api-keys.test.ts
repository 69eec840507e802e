import fc from "fast-check";
import type { ApiKeyRecord } from "../../../provider/api/contract/api-key";
import { type ApiKeyFilter, fits } from "../../../provider/reading/api-keys";
import { type KeyService, keyService, type StoredKey } from "../api/fake-service";
import { closeAll } from "../api/support";
import { closeWorlds, openWorld } from "../lifecycle/world";
import { opened } from "./opened";

const running: KeyService[] = [];
afterEach(async () => {
  await closeWorlds();
  await closeAll(running);
});

function configOf(service: KeyService): { config: Record<string, string>; environment: Record<string, string> } {
  running.push(service);
  const config = {
    "payments:baseUrl": service.url,
    "payments:apiKey": "sk_test_credential_0123456789",
    "payments:accountId": "acct_1",
  };
  return { config, environment: {} };
}

test("without a filter every key of the account is listed, newest first, with as many requests as there are pages", async () => {
  const service = await keyService({ pageMax: 50 });
  for (let index = 0; index < 120; index += 1) service.add();
  const { read } = opened(configOf(service));
  const { result } = await read("getApiKeys", {});
  expect(result.apiKeys.map(({ id }: { id: string }) => id)).toEqual(service.keys.map(({ id }) => id));
  const pages = service.listRequests();
  expect(pages).toBe(3);
  const again = await Promise.all([read("getApiKeys", {}), read("getApiKey", { name: "name 7" })]);
  expect(again[0]?.result).toEqual(result);
  expect(service.listRequests()).toBe(pages);
  expect(JSON.stringify(result)).not.toContain("planted");
});

test("a filter leaves those keys that it fits: by type, by how the name begins, by scope", async () => {
  const service = await keyService();
  service.add({ name: "billing-1" });
  service.add({ name: "billing-web", type: "publishable" });
  service.add({ name: "old-billing-", scopes: ["accounts:write"] });
  const { read } = opened(configOf(service));
  const fitting = async (filter: object): Promise<string[]> =>
    (await read("getApiKeys", { filter })).result.apiKeys.map(({ name }: { name: string }) => name);
  expect(await fitting({ type: "publishable" })).toEqual(["billing-web"]);
  expect(await fitting({ type: "secret" })).toEqual(["old-billing-", "billing-1"]);
  expect(await fitting({ namePrefix: "billing-" })).toEqual(["billing-web", "billing-1"]);
  expect(await fitting({ scope: "accounts:write" })).toEqual(["old-billing-"]);
  expect(await fitting({ type: "secret", namePrefix: "billing-" })).toEqual(["billing-1"]);
});

test("a filter that nothing fits gives an empty list, and no failure", async () => {
  const world = await openWorld();
  const { result } = await opened(world).read("getApiKeys", { filter: { namePrefix: "nobody-" } });
  expect(result).toMatchObject({ apiKeys: [], accountId: world.sandbox.accountId, serviceUrl: world.sandbox.url });
});

test("a key that can't be read fails the list, unless its name says that it is none of those asked for", async () => {
  const service = await keyService({
    page: (page) => ({
      ...page,
      items: (page.items as StoredKey[]).map((key) => (key.id === "key_1" ? { ...key, type: "odd" } : key)),
    }),
  });
  service.add({ name: "odd one" });
  service.add({ name: "billing-1" });
  const { read } = opened(configOf(service));
  const all = await read("getApiKeys", {});
  expect(all.code).toBe("unreadable");
  expect(all.message).toContain("key_1");
  expect((await read("getApiKeys", { filter: { namePrefix: "odd" } })).code).toBe("unreadable");
  const some = await read("getApiKeys", { filter: { namePrefix: "billing-" } });
  expect(some.result.apiKeys.map(({ id }: { id: string }) => id)).toEqual(["key_2"]);
});

test("each key that can't be read is named with its problem, also one whose name is not known", async () => {
  const service = await keyService({
    page: (page) => ({ ...page, items: (page.items as StoredKey[]).map(({ id }) => ({ id })) }),
  });
  service.add();
  service.add();
  const { code, message } = await opened(configOf(service)).read("getApiKeys", { filter: { namePrefix: "billing-" } });
  expect(code).toBe("unreadable");
  expect(message).toMatch(
    /^getApiKeys of API keys in account acct_1 at \S+: the service lists keys in an unknown form, so the result would be incomplete: key_2 \([^()]+\), key_1 \([^()]+\)\. Install a newer version of pulumi-payments, which may know this form\.$/,
  );
});

test("a list that can't be read whole is an error, never a shorter list", async () => {
  const service = await keyService({
    pageMax: 10,
    intercept: ({ query }, response) => {
      if (Number(query.get("offset")) === 0) return false;
      response.writeHead(503).end();
      return true;
    },
  });
  for (let index = 0; index < 30; index += 1) service.add();
  const { code, serviceCode } = await opened(configOf(service)).read("getApiKeys", {});
  expect([code, serviceCode]).toEqual(["unreadable", "unavailable"]);
});

test("a slip in a filter is refused before anything is sent", async () => {
  const world = await openWorld();
  const { read } = opened(world);
  for (const filter of [{ nameprefix: "a" }, { type: "private" }, { scope: "" }, "secret"]) {
    expect((await read("getApiKeys", { filter })).code).toBe("arguments");
  }
  expect(await world.counts()).toEqual({});
});

const scope = fc.constantFrom("accounts:read", "accounts:write", "api_keys:read", "*");
const key = fc.record({
  id: fc.string(),
  name: fc.constantFrom("", "billing", "billing-1", "shop", "Billing"),
  type: fc.constantFrom("secret" as const, "publishable" as const),
  scopes: fc.array(scope),
});
const filter = fc.record(
  {
    type: fc.constantFrom("secret" as const, "publishable" as const),
    namePrefix: fc.constantFrom("b", "billing", "billing-", "shop"),
    scope,
  },
  { requiredKeys: [] },
);

test("a key fits a filter exactly where it fits each of its fields alone, and every key fits none", () => {
  fc.assert(
    fc.property(key, filter, (record: ApiKeyRecord, wanted: ApiKeyFilter) => {
      const alone = Object.entries(wanted).map(([name, value]) => fits(record, { [name]: value }));
      expect(fits(record, wanted)).toBe(alone.every(Boolean));
      expect(fits(record, {})).toBe(true);
    }),
  );
});

test("a scope is held by secret keys that name it or hold every scope, and by no publishable one", () => {
  const holding = (type: "secret" | "publishable", scopes: string[]) =>
    fits({ id: "key_1", name: "a", type, scopes }, { scope: "accounts:read" });
  expect(holding("secret", ["accounts:read", "x:y"])).toBe(true);
  expect(holding("secret", ["*"])).toBe(true);
  expect(holding("secret", ["accounts:write"])).toBe(false);
  expect(holding("publishable", ["*"])).toBe(false);
});
