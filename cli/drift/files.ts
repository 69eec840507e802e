import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { type Baseline, baselineSchema, emptyBaseline, writeBaseline } from "../../drift/report/baseline";
import { type Format, type FormatName, formats } from "../../drift/report/formats/registry";
import { summaryOf } from "../../drift/report/formats/text";
import { emptyHistory, type History, historySchema } from "../../drift/report/history";
import { type Report, reportSchema } from "../../drift/report/report";
import { withoutSecrets } from "../../provider/text/outgoing";
import { ownCommand } from "../../provider/text/own-command";
import { jsonText } from "../../provider/text/printable";
import { issuesIn, jsonIn } from "../json-file";
import { printable } from "../printable";
import { UsageProblem } from "../pulumi";
import { replaceFile } from "../replace-file";
import { print, printCommands, printError } from "../terminal";
import type { ReportOptions } from "./options";

/** @throws UsageProblem if it is not there or not in order: a baseline that can't be read must not pass for an empty one */
export function baselineIn(file: string, { mayBeNew = false } = {}): Baseline {
  if (mayBeNew && !existsSync(file)) return emptyBaseline;
  return inOrder(
    file,
    baselineSchema,
    (why) => `The baseline ${file} can't be used: ${why}. Write one with '${ownCommand} drift accept'.`,
  );
}

export function saveBaseline(file: string, baseline: Baseline): void {
  replaceFile(file, writeBaseline(baseline));
}

const historyFile = "drift-history.json";

/** @throws UsageProblem if it is there and not in order */
export function historyIn(folder: string): History {
  const file = join(folder, historyFile);
  if (!existsSync(file)) return emptyHistory;
  return inOrder(
    file,
    historySchema,
    (why) => `The history ${file} can't be used: ${why}. Move it away to start a new one.`,
  );
}

export function saveHistory(folder: string, history: History): void {
  replaceFile(join(folder, historyFile), `${jsonText(history, 2)}\n`);
}

/** @throws UsageProblem if it is no report of a version that is known here */
export function reportIn(file: string): Report {
  return inOrder(
    file,
    reportSchema,
    (why) =>
      `${file} is not a drift report of version 1: ${why}. Write one with '${ownCommand} drift --format json --out FILE'.`,
  );
}

function inOrder<Value>(file: string, schema: z.ZodType<Value>, refusal: (why: string) => string): Value {
  let json: unknown;
  try {
    json = jsonIn(file);
  } catch (error) {
    throw new UsageProblem(printable(refusal((error as Error).message)));
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new UsageProblem(printable(refusal(issuesIn(parsed.error))));
}

/**
 * What a look over many stacks ends with must not be lost because a file can't be written, so that is tried before.
 *
 * @throws UsageProblem that names the first file that can't be
 */
export function refuseUnwritable({ formats: names, out, history }: Omit<ReportOptions, "baseline">): void {
  const files = out === undefined ? [] : names.map((name) => fileOf(name, names, out));
  for (const file of history === undefined ? files : [...files, join(history, historyFile)]) {
    try {
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error("it is a folder");
      replaceFile(`${file}.${process.pid}.try`, "");
      rmSync(`${file}.${process.pid}.try`);
    } catch (error) {
      throw new UsageProblem(
        `${printable(file)} can't be written, so nothing was looked at: ${(error as Error).message}. Name another place.`,
      );
    }
  }
}

function fileOf(name: FormatName, names: readonly FormatName[], out: string): string {
  return names.length === 1 ? out : `${out}.${formats[name].extension}`;
}

/** Writes the report in each format: to the file, to FILE.<extension> for several, or to standard output. Never a secret. */
export function publish(judged: Report, { formats: names, out }: Pick<ReportOptions, "formats" | "out">): void {
  const report = withoutSecrets(judged);
  for (const name of names) {
    const format: Format = formats[name];
    const text = format.render(report);
    if (out === undefined) (format.isCommands ? printCommands : print)(text);
    else replaceFile(fileOf(name, names, out), text);
  }
  if (out !== undefined) printError(`${summaryOf(report)}\n`);
}
