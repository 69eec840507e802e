import { appendPrivately } from "./private-folder";
import { type DriftRecord, recordSchema, recordVersion } from "./record";
import { reportFolder } from "./variables";

/** Takes records of what a preview looked at. Never throws: what can't be recorded must not stop the look at the rest. */
export interface Report {
  add(record: DriftRecord): void;
}

/** @param processId names the file: two processes never write one */
export function openReport(
  environment: Readonly<Record<string, string | undefined>>,
  processId: number,
): Report | undefined {
  const folder = reportFolder(environment);
  if (folder === undefined) return undefined;
  const file = `records-${processId}.jsonl`;
  const write = (record: DriftRecord): void => appendPrivately(folder, file, record);
  let isStarted = false;
  return {
    add(record) {
      try {
        if (!isStarted) write({ record: "start", version: recordVersion });
        isStarted = true;
        write(checkedRecord(record));
      } catch {
        // No record means undetermined to whoever reads them.
      }
    },
  };
}

/** A record that its own schema refuses would mislead: it becomes one that says so. */
export function checkedRecord(record: DriftRecord): DriftRecord {
  const parsed = recordSchema.safeParse(JSON.parse(JSON.stringify(record)));
  if (parsed.success) return parsed.data;
  const { urn = "", className = "" } = record as { urn?: string; className?: string };
  const [issue] = parsed.error.issues;
  return {
    record: "failure",
    urn,
    className,
    why: `what was seen does not fit a record (${issue?.path.join(".")}: ${issue?.message}); please report it`,
  };
}
