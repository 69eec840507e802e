import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process above this one. */
export interface Ancestor {
  pid: number;
  parentPid: number;
  /** First word of its command line. */
  command: string;
  /** The words after it. */
  args: readonly string[];
  ageMs: number;
}

const generationsMax = 4;
const ticksPerSecond = 100;

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

/** The engine that started this process, as far as the platform tells; undefined where it can't be seen. */
export function findEngine(): Ancestor | undefined {
  try {
    return engineAmong(process.ppid, process.platform === "linux" ? fromProc : fromPs);
  } catch {
    return undefined;
  }
}

/**
 * Whether the command that runs asks for a refresh; undefined where the engine can't be seen. The engine makes the same calls for
 * a refresh and for the reading before a preview, and only the first one is to fail where nothing can be read.
 */
export function isRefreshAsked(find = findEngine): boolean | undefined {
  return find()?.args.some((word) => word === "refresh" || /^(?:-r|--refresh)(?:=(?!false$).*)?$/.test(word));
}

function fromProc(pid: number): Ancestor | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name stands in parentheses and may hold anything; what follows is numbers.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const upSeconds = Number.parseFloat(readFileSync("/proc/uptime", "utf8"));
  const startedSeconds = Number(fields[19]) / ticksPerSecond;
  const [command = "", ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  return { pid, parentPid: Number(fields[1]), command, args, ageMs: (upSeconds - startedSeconds) * 1_000 };
}

/** The `ps` of POSIX; there is none on Windows. */
function fromPs(pid: number): Ancestor | undefined {
  const text = execFileSync("ps", ["-o", "ppid=,etime=,args=", "-p", String(pid)], { encoding: "utf8" });
  const [, parentPid, elapsed, line = ""] = /^\s*(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(text) ?? [];
  if (parentPid === undefined) return undefined;
  const [command = "", ...args] = line.split(" ");
  return { pid, parentPid: Number(parentPid), command, args, ageMs: elapsedMs(elapsed!) };
}

/** `[[days-]hours:]minutes:seconds`. */
function elapsedMs(text: string): number {
  const [clock = "", days = "0"] = text.split("-").reverse();
  const seconds = clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1_000;
}
