import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process above this one. */
export interface Ancestor {
  parentPid: number;
  /** First word of its command line. */
  command: string;
  ageMs: number;
}

const generationsMax = 4;
const ticksPerSecond = 100;

let startedBeforeMs: number | undefined;
const loadedAtMs = performance.now();

/**
 * How long ago the engine was started, in milliseconds. The engine starts one provider process for the preview and one
 * for the update of a `pulumi up`: its own start is the only moment that both share. Where it can't be seen (another
 * platform, a shell between), it is the start of this process.
 */
export function engineAgeMs(ancestorOf: (pid: number) => Ancestor | undefined = readAncestor): number {
  startedBeforeMs ??= ageWhenLoadedMs(ancestorOf);
  return startedBeforeMs + (performance.now() - loadedAtMs);
}

/** The nearest process above that is the engine: `pulumi`, not `pulumi-resource-…` nor `pulumi-language-…`. */
export function engineAmong(pid: number, ancestorOf: (pid: number) => Ancestor | undefined): Ancestor | undefined {
  let next = pid;
  for (let generation = 0; generation < generationsMax && next > 1; generation++) {
    const ancestor = ancestorOf(next);
    if (ancestor === undefined) return undefined;
    if (/(^|[\\/])pulumi(\.exe)?$/.test(ancestor.command)) return ancestor;
    next = ancestor.parentPid;
  }
  return undefined;
}

function ageWhenLoadedMs(ancestorOf: (pid: number) => Ancestor | undefined): number {
  try {
    return engineAmong(process.ppid, ancestorOf)?.ageMs ?? performance.now();
  } catch {
    return performance.now();
  }
}

function readAncestor(pid: number): Ancestor | undefined {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): Ancestor | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name stands in parentheses and may hold anything; what follows is numbers.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const upSeconds = Number.parseFloat(readFileSync("/proc/uptime", "utf8"));
  const startedSeconds = Number(fields[19]) / ticksPerSecond;
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0] ?? "";
  return { parentPid: Number(fields[1]), command, ageMs: (upSeconds - startedSeconds) * 1_000 };
}

/** The `ps` of POSIX; there is none on Windows. */
function fromPs(pid: number): Ancestor | undefined {
  const text = execFileSync("ps", ["-o", "ppid=,etime=,comm=", "-p", String(pid)], { encoding: "utf8" });
  const [, parentPid, elapsed, command] = /^\s*(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(text) ?? [];
  return parentPid === undefined
    ? undefined
    : { parentPid: Number(parentPid), command: command!, ageMs: elapsedMs(elapsed!) };
}

/** `[[days-]hours:]minutes:seconds`. */
function elapsedMs(text: string): number {
  const [clock = "", days = "0"] = text.split("-").reverse();
  const seconds = clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1_000;
}
