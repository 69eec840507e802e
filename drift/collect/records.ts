import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type PolicyRecord, policyRecordSchema } from "../../provider/report/policy-record";
import { privateFolder } from "../../provider/report/private-folder";
import { type DriftRecord, recordSchema, recordVersion } from "../../provider/report/record";

export interface ReadRecords {
  records: DriftRecord[];
  /** Lines that are no records: cut off by a crash, or of a version that is not known here. */
  unreadable: number;
}

/**
 * What the provider processes of one preview left in their folder.
 *
 * @throws Error if anybody else could have written it, or a provider of another version did
 */
export function readRecords(folder: string): ReadRecords {
  const lines = linesOf(folder, ofProviders);
  for (const { version } of lines.flatMap((line) => readLine(line, anyStart) ?? [])) refuseOther(version);
  const records = lines.flatMap((line) => readLine(line, recordSchema) ?? []);
  return { records, unreadable: lines.length - records.length };
}

/** As every version writes it. */
const anyStart = z.object({ record: z.literal("start"), version: z.number() });

function refuseOther(version: number): void {
  if (version === recordVersion) return;
  throw new Error(
    `the project's pulumi-payments records drift in form ${version}, and this command reads form ${recordVersion}. Install the same version of pulumi-payments in the project and for the command, then look again`,
  );
}

/** What the policy packs of one preview left there. @throws Error likewise */
export function readPolicyRecords(folder: string): PolicyRecord[] {
  return linesOf(folder, /^policy-.*\.jsonl$/).flatMap((line) => readLine(line, policyRecordSchema) ?? []);
}

/** Before another preview: what the providers of this one left is a part of the whole, and would count twice. */
export function removeRecords(folder: string): void {
  for (const file of readdirSync(folder)) if (ofProviders.test(file)) rmSync(join(folder, file));
}

const ofProviders = /^records-.*\.jsonl$/;

function linesOf(folder: string, names: RegExp): string[] {
  const own = privateFolder(folder);
  return readdirSync(own)
    .filter((file) => names.test(file))
    .flatMap((file) => readFileSync(join(own, file), "utf8").split("\n"))
    .filter((line) => line !== "");
}

function readLine<Schema extends z.ZodType>(line: string, schema: Schema): z.output<Schema> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
