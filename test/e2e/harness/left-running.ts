import { readdirSync, readlinkSync } from "node:fs";
import { join, sep } from "node:path";

/** Kills what still runs in a folder of the test's own: a dynamic provider outlives an engine that was killed. Linux. */
export function endLeftRunning(folder: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    try {
      if (`${readlinkSync(join("/proc", pid, "cwd"))}${sep}`.startsWith(folder + sep))
        process.kill(Number(pid), "SIGKILL");
    } catch (error) {
      // It ended meanwhile, or is somebody else's.
      if (!["ENOENT", "EACCES", "ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
}
