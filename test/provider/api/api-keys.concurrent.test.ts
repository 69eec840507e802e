import { type KeyService, keyService } from "./fake-service";
import { closeAll, openAccount } from "./support";

/** Somebody else changes the same key, at each moment that there is. */

const running: KeyService[] = [];
afterEach(() => closeAll(running));

type Moment = "before the last reading" | "between the last reading and the write" | "right after the write";

/** A service in which a colleague writes at one moment of our change. */
async function withColleague(moment: Moment, write: (key: KeyService["keys"][number]) => void): Promise<KeyService> {
  const service = await keyService({
    intercept: (request, response) => {
      const key = service.keys[0]!;
      if (request.method !== "PATCH") return false;
      // The service has our request in its hands: nothing that we do can come before it any more.
      if (moment === "between the last reading and the write") write(key);
      Object.assign(key, JSON.parse(request.body));
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ...key, value: null }));
      if (moment === "right after the write") write(key);
      return true;
    },
  });
  running.push(service);
  service.add({ created_at: "2024-01-01T00:00:00Z", name: "ours", scopes: ["accounts:read"] });
  return service;
}

const addScope = (key: { scopes: string[] }): void => {
  key.scopes = [...key.scopes, "colleague:write"];
};
const rename = (key: { name: string }): void => {
  key.name = "colleague's";
};
const ourScope = (live: { scopes: string[] }) => ({ scopes: [...live.scopes, "ours:read"] });

test("a change before our last reading is merged, and said before anything is written", async () => {
  const service = await withColleague("before the last reading", addScope);
  const { account, dependencies } = openAccount(service.url);
  await account.apiKeys.all();
  addScope(service.keys[0]!);
  let saidByThen: string[] = [];
  await account.apiKeys.modify("key_1", (live) => {
    saidByThen = [...dependencies.said];
    return ourScope(live);
  });
  expect(service.keys[0]!.scopes).toEqual(["accounts:read", "colleague:write", "ours:read"]);
  expect(saidByThen).toEqual([
    expect.stringMatching(
      /^API key key_1 of account acct_1 was changed since this run read it: scopes .*colleague:write/,
    ),
  ]);
});

test("the window that remains: a change between our last reading and our write is overwritten, and nobody can see it", async () => {
  const service = await withColleague("between the last reading and the write", addScope);
  const { account, dependencies } = openAccount(service.url);
  const after = await account.apiKeys.modify("key_1", ourScope);
  expect(service.keys[0]!.scopes).toEqual(["accounts:read", "ours:read"]);
  expect(after.scopes).toEqual(["accounts:read", "ours:read"]);
  expect(dependencies.said).toEqual([]);
});

test("no other field is lost in that window: only what differs is written", async () => {
  const service = await withColleague("between the last reading and the write", rename);
  const { account } = openAccount(service.url);
  const after = await account.apiKeys.modify("key_1", ourScope);
  expect(after).toMatchObject({ name: "colleague's", scopes: ["accounts:read", "ours:read"] });
});

test.each([
  ["the field that we wrote", addScope, /does not show the scopes that were just written/],
  ["another field", rename, /was changed by somebody else right after this run wrote it: name "ours" -> "colleague's"/],
])("a change of %s right after our write is seen and said, and state holds what is there", async (_, write, said) => {
  const service = await withColleague("right after the write", write);
  const { account, dependencies } = openAccount(service.url);
  const after = await account.apiKeys.modify("key_1", ourScope);
  expect(after).toMatchObject({ name: service.keys[0]!.name, scopes: service.keys[0]!.scopes });
  expect(dependencies.said).toEqual([expect.stringMatching(said)]);
});

test("what this process itself wrote is no news to it", async () => {
  const service = await withColleague("before the last reading", () => undefined);
  const { account, dependencies } = openAccount(service.url);
  await account.apiKeys.all();
  await account.apiKeys.modify("key_1", ourScope);
  await account.apiKeys.modify("key_1", () => ({ name: "renamed" }));
  expect(dependencies.said).toEqual([]);
});
