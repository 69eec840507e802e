import type { ReadListing } from "../../../provider/api/listed-key";
import { closeAll, longAgo, openAccount, startKeyService, testDependencies } from "./support";

afterEach(() => closeAll());

/** An account whose first list another preview read, so many milliseconds ago. */
async function sharing(count: number, sharedIds: readonly string[], ageMs: number) {
  const service = await startKeyService(count);
  const dependencies = testDependencies();
  const atMs = dependencies.monotonicMs() - ageMs;
  const shared: ReadListing = {
    keys: sharedIds.map((id) => ({
      id,
      record: { id, name: `name of ${id}`, type: "secret", scopes: ["*"], createdAt: longAgo },
    })),
    service: { dateMs: Date.parse("2026-01-02T03:04:05Z"), localMs: atMs },
    beganMs: atMs,
    endedMs: atMs,
  };
  let asked = 0;
  const shareList = async () => {
    asked += 1;
    return shared;
  };
  const { account } = openAccount(service.url, {}, { ...dependencies, shareList });
  return { account, service, dependencies, lists: service.listRequests, asked: () => asked };
}

test("keys that a shared list shows cost no request, and the list is asked for once", async () => {
  const { account, lists, asked } = await sharing(3, ["key_1", "key_2", "key_3"], 20_000);
  for (const id of ["key_1", "key_2", "key_3"])
    expect(await account.apiKeys.observe(id)).toMatchObject({ state: "found", live: { id } });
  expect([lists(), asked()]).toEqual([0, 1]);
});

test("a key that a shared list lacks is looked for in a reading of one's own before it counts as gone", async () => {
  const { account, lists } = await sharing(3, ["key_1"], 20_000);
  expect(await account.apiKeys.observe("key_2")).toMatchObject({ state: "found", live: { id: "key_2" } });
  expect(lists()).toBe(1);
  expect(await account.apiKeys.observe("key_9")).toMatchObject({ state: "absent" });
});

test("a shared list that is younger than the time to confirm absence is no first look by itself", async () => {
  const { account, dependencies } = await sharing(3, ["key_1"], 1_000);
  expect(await account.apiKeys.observe("key_9")).toMatchObject({ state: "absent" });
  expect(dependencies.slept).toEqual([4_000]);
});

test("a shared list never answers what must be read after a call began", async () => {
  const { account, service, lists } = await sharing(3, ["key_1", "key_2", "key_3"], 0);
  await account.apiKeys.all();
  service.keys.splice(1, 1);
  expect(await account.apiKeys.observeNow("key_2")).toMatchObject({ state: "absent" });
  expect(await account.apiKeys.listed("now")).toHaveLength(2);
  expect(lists()).toBeGreaterThan(1);
});

test("a shared list tells the service's clock, by its age", async () => {
  const { account } = await sharing(1, ["key_1"], 20_000);
  await account.apiKeys.all();
  expect(account.apiKeys.serviceNowMs()).toBe(Date.parse("2026-01-02T03:04:25Z"));
});
