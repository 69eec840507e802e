import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const KILOBYTE = 1_024;

/** Loaded into the command before anything else: notes, as it ends, the most memory that it ever held. */
const hook = `process.on("exit", () => require("node:fs").writeFileSync(process.env.BENCH_MEMORY, String(process.resourceUsage().maxRSS)));\n`;

/** What a command of Node needs so that its most memory is known after it. */
export interface PeakMemory {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Of the last command that ended: its resident set. */
  peakBytes(): number;
}

export function noteMemoryOf(folder: string): PeakMemory {
  const [file, note] = [join(folder, "note-memory.js"), join(folder, "peak")];
  writeFileSync(file, hook);
  return {
    args: ["--require", file],
    env: { BENCH_MEMORY: note },
    peakBytes: () => Number(readFileSync(note, "utf8")) * KILOBYTE,
  };
}
