import { type PolicyFindingRecord, type PolicyRecord, policyRecordSchema } from "./policy-record";
import { appendPrivately } from "./private-folder";
import { reportFolder } from "./variables";

/** Takes what a pack finds. Never throws: the engine is told the same, and what can't be recorded must stop nothing. */
export interface PolicyReport {
  add(finding: Omit<PolicyFindingRecord, "record" | "pack">): void;
}

/** @param processId names the file: two packs never write one */
export function openPolicyReport(
  environment: Readonly<Record<string, string | undefined>>,
  processId: number,
  pack: { name: string; version: string },
): PolicyReport | undefined {
  const folder = reportFolder(environment);
  if (folder === undefined) return undefined;
  const file = `policy-${processId}.jsonl`;
  const write = (record: PolicyRecord): void => {
    try {
      const checked = policyRecordSchema.parse(JSON.parse(JSON.stringify(record)));
      appendPrivately(folder, file, checked);
    } catch {
      // What has no record is in the engine's own events still.
    }
  };
  write({ record: "pack", version: 1, pack: pack.name, packVersion: pack.version });
  return { add: (finding) => write({ record: "policy", pack: pack.name, ...finding }) };
}
