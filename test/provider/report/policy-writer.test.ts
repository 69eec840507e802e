import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPolicyReport } from "../../../provider/report/policy-writer";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payments-policy-writer-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pack = { name: "ours", version: "1.2.3" };
const open = () => openPolicyReport({ PAYMENTS_REPORT_DIR: folder, PAYMENTS_DRIFT_CHECK: "collect" }, 7, pack)!;
const finding = { rule: "stale-key", outcome: "violation", level: "advisory", text: "It is old." } as const;
const lines = (): unknown[] =>
  readFileSync(join(folder, "policy-7.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("there is no report unless both the folder and the mode are given", () => {
  expect(openPolicyReport({ PAYMENTS_REPORT_DIR: folder }, 7, pack)).toBeUndefined();
  expect(openPolicyReport({ PAYMENTS_DRIFT_CHECK: "collect" }, 7, pack)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test("a pack says that it is there before it finds anything, in a file that only the user may read", () => {
  open().add(finding);
  expect(lines()).toEqual([
    { record: "pack", version: 1, pack: "ours", packVersion: "1.2.3" },
    { record: "policy", pack: "ours", ...finding },
  ]);
  expect(statSync(join(folder, "policy-7.jsonl")).mode & 0o777).toBe(0o600);
});

test("what looks like the value of a key is taken out", () => {
  open().add({ ...finding, text: "The value sk_live_0123456789abcdef0123456789 stands in clear." });
  expect(lines()[1]).toMatchObject({ text: "The value [redacted] stands in clear." });
});

test("a finding that no record can hold, and a folder that is gone, stop nothing", () => {
  const report = open();
  report.add({ ...finding, level: "loud" as never });
  expect(lines()).toHaveLength(1);
  rmSync(folder, { recursive: true });
  expect(() => report.add(finding)).not.toThrow();
});
