import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

interface Relative {
  pid: number;
  command: string;
}

/** The processes that a process started, and those that they started. Linux. */
function familyOf(pid: number): Relative[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const stat = contentsOf(`/proc/${name}/stat`);
    // The name of the program stands in brackets and may hold anything; the parent is the second word after it.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    if (!Number.isNaN(parent)) parents.set(Number(name), parent);
  }
  const isUnder = (each: number | undefined): boolean =>
    each !== undefined && (each === pid || isUnder(parents.get(each)));
  return [...parents]
    .filter(([, parent]) => isUnder(parent))
    .map(([each]) => ({ pid: each, command: contentsOf(`/proc/${each}/cmdline`).replaceAll("\0", " ") }));
}

/** Waits until a process of the family has this in its command line; its id. */
export async function relativeOf(pid: number, part: string): Promise<number> {
  for (;;) {
    const found = familyOf(pid).find(({ command }) => command.includes(part));
    if (found !== undefined) return found.pid;
    await wait(50);
  }
}

/** Whether a process still does anything: one that has ended and was not fetched yet does not. Linux. */
export const isRunning = (pid: number): boolean => contentsOf(`/proc/${pid}/cmdline`) !== "";

function contentsOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It ended meanwhile.
    return "";
  }
}
