import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DriftRecord } from "../../../provider/report/record";
import { openReport } from "../../../provider/report/writer";
import { takeovers } from "../../takeovers";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payments-writer-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (processId = 7) =>
  openReport({ PAYMENTS_REPORT_DIR: folder, PAYMENTS_DRIFT_CHECK: "collect" }, processId)!;
const lines = (): unknown[] =>
  readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
const fresh: DriftRecord = { record: "new", urn: "urn:x", className: "ApiKey" };

test("there is no report unless both the folder and the mode are given", () => {
  expect(openReport({}, 7)).toBeUndefined();
  expect(openReport({ PAYMENTS_REPORT_DIR: folder }, 7)).toBeUndefined();
  expect(openReport({ PAYMENTS_DRIFT_CHECK: "collect" }, 7)).toBeUndefined();
  expect(openReport({ PAYMENTS_REPORT_DIR: folder, PAYMENTS_DRIFT_CHECK: "strict" }, 7)).toBeUndefined();
});

test("the first record of a process comes after one that says it was there", () => {
  const report = open();
  report.add(fresh);
  report.add(fresh);
  expect(lines()).toEqual([{ record: "start", version: 2 }, fresh, fresh]);
});

test("each process has a file of its own, which only the user may read", () => {
  open(1).add(fresh);
  open(2).add(fresh);
  expect(readdirSync(folder).sort()).toEqual(["records-1.jsonl", "records-2.jsonl"]);
  expect(statSync(join(folder, "records-1.jsonl")).mode & 0o777).toBe(0o600);
});

test("what does not fit a record becomes a failure that says so, and shows nothing of it", () => {
  open().add({ ...fresh, surprise: "sk_live_1234567890abcdef1234" } as DriftRecord);
  expect(lines()[1]).toMatchObject({
    record: "failure",
    urn: "urn:x",
    why: expect.stringContaining("does not fit a record"),
  });
  expect(JSON.stringify(lines())).not.toContain("1234567890");
});

test("a text that looks like the value of a key does not reach the file", () => {
  open().add({ record: "failure", urn: "urn:x", className: "ApiKey", why: "refused sk_live_4eC39HqLyjWDarjtT1zdp7dc" });
  expect(lines()[1]).toMatchObject({ why: "refused [redacted]" });
});

test.each(takeovers)("nothing is written to a folder that %s", (_, takeOver) => {
  const shared = join(folder, "shared");
  mkdirSync(shared, { mode: 0o700 });
  takeOver(shared);
  openReport({ PAYMENTS_REPORT_DIR: shared, PAYMENTS_DRIFT_CHECK: "collect" }, 7)!.add(fresh);
  expect(readdirSync(shared)).toEqual([]);
});
