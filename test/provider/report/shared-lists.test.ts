import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReadListing } from "../../../provider/api/listed-key";
import { openSharedLists } from "../../../provider/report/shared-lists";
import { knownSecrets } from "../../../provider/text/secrets";
import { testDependencies } from "../api/support";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payments-lists-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const list = { serviceUrl: "https://api.example.com", accountId: "acct_1", apiKey: "sk_test_credential_0123456789" };

/** One preview, with a clock of its own. */
function preview(offsetMs = 0, environment: Record<string, string> = {}) {
  const clock = testDependencies();
  clock.advance(offsetMs);
  const share = openSharedLists({ PAYMENTS_LIST_DIR: folder, PAYMENTS_DRIFT_CHECK: "collect", ...environment }, clock)!;
  let reads = 0;
  const read = async (name = "checkout", ageMs = 0): Promise<ReadListing> => {
    reads += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const nowMs = clock.monotonicMs() - ageMs;
    return {
      keys: [{ id: "key_1", record: { id: "key_1", name, type: "secret", scopes: ["*"] } }],
      service: { dateMs: 946_684_800_000, localMs: nowMs - 40 },
      beganMs: nowMs - 50,
      endedMs: nowMs,
    };
  };
  return { clock, share, read, reads: () => reads };
}

test("what one preview reads serves the next, with its times on the clock of the next", async () => {
  const [first, second] = [preview(), preview(7_000_000)];
  await first.share(list, () => first.read());
  const taken = await second.share(list, () => second.read());
  expect(second.reads()).toBe(0);
  expect(taken.keys).toEqual([expect.objectContaining({ id: "key_1" })]);
  const nowMs = second.clock.monotonicMs();
  for (const [time, agoMs] of [
    [taken.endedMs, 0],
    [taken.service!.localMs, 40],
    [taken.beganMs, 50],
  ] as const) {
    expect(nowMs - time).toBeGreaterThanOrEqual(agoMs - 5);
    expect(nowMs - time).toBeLessThan(agoMs + 5_000);
  }
});

test("of previews that need a list at the same time one reads it, and the others wait for it", async () => {
  const previews = Array.from({ length: 5 }, () => preview());
  const taken = await Promise.all(previews.map(({ share, read }) => share(list, () => read())));
  expect(previews.reduce((sum, { reads }) => sum + reads(), 0)).toBe(1);
  expect(taken.map(({ keys }) => keys.length)).toEqual([1, 1, 1, 1, 1]);
});

test("a list that was read more than a minute ago is read again", async () => {
  const [first, second, third] = [preview(), preview(), preview()];
  await first.share(list, () => first.read("old", 60_000));
  await second.share(list, () => second.read("new"));
  const taken = await third.share(list, () => third.read());
  expect([second.reads(), third.reads()]).toEqual([1, 0]);
  expect(taken.keys[0]!.record!.name).toBe("new");
});

test("another account, service or credential reads for itself", async () => {
  const { share, read, reads } = preview();
  for (const other of [{}, { accountId: "acct_2" }, { serviceUrl: "https://eu.example.com" }, { apiKey: "sk_other" }])
    await share({ ...list, ...other }, () => read());
  expect(reads()).toBe(4);
});

test("a reading that fails is the failure of the one who read: the next tries for itself", async () => {
  const [first, second] = [preview(), preview()];
  await expect(first.share(list, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  await second.share(list, () => second.read());
  expect(second.reads()).toBe(1);
});

test("a preview waits at most ten seconds for one that was killed while it read", async () => {
  const [killed, next] = [preview(), preview()];
  void killed.share(list, () => new Promise(() => undefined));
  const startedMs = next.clock.monotonicMs();
  await next.share(list, () => next.read());
  expect(next.clock.monotonicMs() - startedMs).toBe(10_000);
  expect(next.reads()).toBe(1);
});

test("files are for their user alone, and hold no credential", async () => {
  const { share, read } = preview();
  await share(list, () => read());
  const files = readdirSync(folder);
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
  expect(statSync(join(folder, files[0]!)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, files[0]!), "utf8")).not.toContain(list.apiKey);
});

test("a list that holds a known secret is not written", async () => {
  const secret = "sk_test_planted_in_a_name_0123456789";
  knownSecrets.learn(secret, "key_1");
  const { share, read } = preview();
  const taken = await share(list, () => read(`old value: ${secret}`));
  expect(taken.keys).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("what no preview of ours wrote is not believed", async () => {
  const first = preview();
  await first.share(list, () => first.read());
  const [file] = readdirSync(folder);
  for (const text of ["", "{", "[]", JSON.stringify({ keys: [] })]) {
    writeFileSync(join(folder, file!), text);
    const next = preview();
    await next.share(list, () => next.read());
    expect([text, next.reads()]).toEqual([text, 1]);
  }
});

test("previews of any other run share nothing", () => {
  const clock = testDependencies();
  expect(openSharedLists({ PAYMENTS_LIST_DIR: folder }, clock)).toBeUndefined();
  expect(openSharedLists({ PAYMENTS_DRIFT_CHECK: "collect" }, clock)).toBeUndefined();
  expect(openSharedLists({ PAYMENTS_LIST_DIR: folder, PAYMENTS_DRIFT_CHECK: "warn" }, clock)).toBeUndefined();
});

test("in a folder that others can use each preview reads for itself", async () => {
  const other = preview(0, { PAYMENTS_LIST_DIR: tmpdir() });
  await other.share(list, () => other.read());
  expect(other.reads()).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});
