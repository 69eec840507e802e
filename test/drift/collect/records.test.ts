import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPolicyRecords, readRecords, removeRecords } from "../../../drift/collect/records";
import { takeovers } from "../../takeovers";

test("records of every process are read; a line that a crash cut off is counted and hides no other", () => {
  const folder = mkdtempSync(join(tmpdir(), "payments-records-"));
  const fresh = (urn: string): string => JSON.stringify({ record: "new", urn, className: "ApiKey" });
  writeFileSync(join(folder, "records-1.jsonl"), `${fresh("a")}\n${fresh("b")}\n{"record":"new","ur`);
  writeFileSync(join(folder, "records-2.jsonl"), `${fresh("c")}\n{"record":"of another version"}\n`);
  writeFileSync(join(folder, "other.txt"), "no records\n");
  const { records, unreadable } = readRecords(folder);
  rmSync(folder, { recursive: true });
  expect(records.map((each) => "urn" in each && each.urn).sort()).toEqual(["a", "b", "c"]);
  expect(unreadable).toBe(2);
});

test("records of a provider in another version are refused, with what to install", () => {
  const folder = mkdtempSync(join(tmpdir(), "payments-records-"));
  for (const version of [1, 3]) {
    writeFileSync(join(folder, "records-1.jsonl"), `${JSON.stringify({ record: "start", version })}\n`);
    expect(() => readRecords(folder)).toThrow(
      `records drift in form ${version}, and this command reads form 2. Install the same version of pulumi-payments in the project`,
    );
  }
  rmSync(folder, { recursive: true });
});

test("what packs leave is read apart from what providers leave, and stays when those are read again", () => {
  const folder = mkdtempSync(join(tmpdir(), "payments-records-"));
  const start = { record: "pack", version: 1, pack: "ours", packVersion: "1.0.0" };
  writeFileSync(join(folder, "policy-1.jsonl"), `${JSON.stringify(start)}\n{"record":"poli`);
  writeFileSync(join(folder, "records-2.jsonl"), `${JSON.stringify({ record: "start", version: 2 })}\n`);
  expect(readPolicyRecords(folder)).toEqual([start]);
  removeRecords(folder);
  expect(readRecords(folder).records).toEqual([]);
  expect(readPolicyRecords(folder)).toEqual([start]);
  rmSync(folder, { recursive: true });
});

test.each(takeovers)("records in a folder that %s are not believed", (_, takeOver) => {
  const around = mkdtempSync(join(tmpdir(), "payments-records-"));
  const folder = join(around, "records");
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, "records-1.jsonl"), `${JSON.stringify({ record: "start", version: 2 })}\n`);
  takeOver(folder);
  expect(() => readRecords(folder)).toThrow(around);
  expect(() => readPolicyRecords(folder)).toThrow(around);
  rmSync(around, { recursive: true });
});
