import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DriftRecord, recordSchema } from "../../provider/report/record";

export interface ReadRecords {
  records: DriftRecord[];
  /** Lines that are no records: cut off by a crash, or of a version that is not known here. */
  unreadable: number;
}

/** What the provider processes of one preview left in their folder. */
export function readRecords(folder: string): ReadRecords {
  const lines = readdirSync(folder)
    .filter((file) => /^records-.*\.jsonl$/.test(file))
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
    .filter((line) => line !== "");
  const records = lines.flatMap((line) => readLine(line) ?? []);
  return { records, unreadable: lines.length - records.length };
}

function readLine(line: string): DriftRecord | undefined {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
