import { type KeyService, keyService } from "./fake-service.js";
import { closeAll, openAccount } from "./support.js";

const running: KeyService[] = [];
async function start(...args: Parameters<typeof keyService>): Promise<KeyService> {
  const service = await keyService(...args);
  running.push(service);
  return service;
}
afterEach(() => closeAll(running));

describe("the API keys of an account", () => {
  test("a key is created, read, changed and deleted, as the service itself sees it", async () => {
    const service = await start();
    const { account } = openAccount(service.url);
    const made = await account.apiKeys.create({ type: "secret", name: "first", scopes: ["accounts:read"] });
    expect(made.value).toBe(service.keys[0]!.value);
    expect(await account.apiKeys.observe(made.id)).toMatchObject({ state: "found", live: { name: "first" } });
    const changed = await account.apiKeys.modify(made.id, () => ({ scopes: ["api_keys:read"] }));
    expect(changed.scopes).toEqual(["api_keys:read"]);
    expect(service.keys[0]!.scopes).toEqual(["api_keys:read"]);
    expect(await account.apiKeys.delete(made.id)).toBe("deleted");
    expect(service.keys).toEqual([]);
    expect((await account.apiKeys.observe(made.id)).state).toBe("absent");
  });
});
