import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { sep } from "node:path";

/** Kills what still runs in a folder of the test's own, where a test has no patience with it. Linux. */
export function endLeftRunning(folder: string): void {
  for (const pid of stillRunningIn(folder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** The dynamic providers that run in a folder of the test's own. Linux. */
export function providersIn(folder: string): number[] {
  return stillRunningIn(folder).filter((pid) => /dynamic-provider/.test(commandOf(pid)));
}

/** The processes that run there: a language host, or a provider, outlives an engine that was killed. */
function stillRunningIn(folder: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids
    .map(Number)
    .filter((pid) => `${textOf(() => readlinkSync(`/proc/${pid}/cwd`))}${sep}`.startsWith(folder + sep));
}

const commandOf = (pid: number): string => textOf(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"));

function textOf(read: () => string): string {
  try {
    return read();
  } catch (error) {
    // It ended meanwhile, or is somebody else's.
    if (!["ENOENT", "EACCES", "ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return "";
  }
}
