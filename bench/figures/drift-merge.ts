import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../drift/report/report";
import { timeCommand } from "../command";
import type { Figure } from "../figure";
import { bigReport, fleetSize } from "../fleet-report";
import { median } from "../pairs";
import { noteMemoryOf } from "../peak-memory";
import { processEnvironment } from "../sandbox-process";

const PARTS = 4;
const USUAL_ROUNDS = 5;

/** Joins the parts of a matrix, as the last job of a nightly check does. */
export const figures: readonly Figure[] = [
  {
    name: "drift-merge",
    about: `\`drift merge\` of ${PARTS} parts with ${fleetSize.findings.toLocaleString("en")} findings in ${fleetSize.stacks.toLocaleString("en")} stacks, with its HTML report`,
    unit: "s",
    fixed: true,
    estimateMs: 30_000,
    async measure(bench) {
      const folder = join(bench.folder, "merge");
      mkdirSync(folder, { recursive: true });
      const whole = bigReport();
      const files = Array.from({ length: PARTS }, (_, part) => {
        const file = join(folder, `part-${part + 1}.json`);
        writeFileSync(file, JSON.stringify(partOf(whole, part)));
        return file;
      });
      const memory = noteMemoryOf(folder);
      const main = join(bench.project, "node_modules", "pulumi-payments", "dist", "cli", "main.js");
      const out = ["--fail-on", "unmanaged", "--format", "json", "--format", "html", "--out", join(folder, "whole")];
      const took: number[] = [];
      const peaks: number[] = [];
      for (let round = 0; round < bench.rounds(USUAL_ROUNDS); round++) {
        const args = [...memory.args, main, "drift", "merge", ...files, ...out];
        const env = { ...processEnvironment(bench.folder), ...memory.env };
        took.push(await timeCommand({ program: process.execPath, args, cwd: folder, env }));
        peaks.push(memory.peakBytes());
      }
      const { findings } = JSON.parse(readFileSync(join(folder, "whole.json"), "utf8")) as Report;
      if (findings.length !== fleetSize.findings) throw new Error(`the joined report has ${findings.length} findings`);
      return {
        value: median(took) / 1_000,
        from: `${took.length} rounds; ${(median(peaks) / 1e6).toFixed(0)} MB, peak resident set`,
      };
    },
  },
];

/** Every fourth stack, and what was found in it. */
function partOf(whole: Report, part: number): Report {
  const stacks = whole.stacks.filter((_, index) => index % PARTS === part);
  const projects = new Set(stacks.map(({ stack }) => stack.project));
  return {
    ...whole,
    completeness: {
      declared: "shard",
      shard: { index: part + 1, of: PARTS },
      unmanaged: "not-looked-for",
      why: "this is one part of the stacks",
    },
    stacks,
    findings: whole.findings.filter(({ stack }) => stack !== undefined && projects.has(stack.project)),
  };
}
