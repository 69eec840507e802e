import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageProblem } from "../pulumi";
import { type Baseline, emptyBaseline, readBaseline, writeBaseline } from "./baseline";
import { type FormatName, formats } from "./formats/registry";
import { emptyHistory, type History, historySchema } from "./history";
import { type Report, reportSchema } from "./report";

/** @throws UsageProblem if it is not there or not in order: a baseline that can't be read must not pass for an empty one */
export function baselineIn(file: string, { mayBeNew = false } = {}): Baseline {
  if (mayBeNew && !existsSync(file)) return emptyBaseline;
  try {
    return readBaseline(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageProblem(`The baseline ${file} can't be used: ${(error as Error).message}.`);
  }
}

export function saveBaseline(file: string, baseline: Baseline): void {
  replaceFile(file, writeBaseline(baseline));
}

const historyFile = "drift-history.json";

/** @throws UsageProblem if it is there and not in order */
export function historyIn(folder: string): History {
  const file = join(folder, historyFile);
  if (!existsSync(file)) return emptyHistory;
  try {
    return historySchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new UsageProblem(
      `The history ${file} can't be used (${(error as Error).message}). Move it away to begin anew.`,
    );
  }
}

export function saveHistory(folder: string, history: History): void {
  replaceFile(join(folder, historyFile), `${JSON.stringify(history, null, 2)}\n`);
}

/** @throws UsageProblem if it is no report of a version that is known here */
export function reportIn(file: string): Report {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new UsageProblem(
      `${file} is no drift report of version 1 ('drift --format json --out FILE' writes one): ${(error as Error).message}`,
    );
  }
}

/** Writes the report in each format: to the file, to FILE.<extension> for several, or to standard output. */
export function publish(report: Report, names: readonly FormatName[], out: string | undefined): void {
  for (const name of names) {
    const { extension, render } = formats[name];
    const text = render(report);
    if (out === undefined) process.stdout.write(text);
    else replaceFile(names.length === 1 ? out : `${out}.${extension}`, text);
  }
}

/** Whoever reads it meanwhile sees the old or the new one whole. */
function replaceFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}
