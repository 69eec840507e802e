import { findEngine } from "./ancestors";

const checkEveryMs = 250;

/**
 * Ends this process once its engine is gone. One that was killed leaves its providers and policy packs running: such a
 * provider would go on to delete and create keys that no state can hold, beside the next run, and a pack would wait for
 * ever. Where the engine can't be seen nothing is watched.
 *
 * @param isAlive whether there is still a process of that id
 */
export function endWithEngine(end: () => void, find = findEngine, isAlive = isRunning): void {
  // At once: after an early kill nothing would tell any more who the engine was.
  const engine = find();
  if (engine === undefined) return;
  const watch = setInterval(() => {
    if (isAlive(engine.pid)) return;
    clearInterval(watch);
    end();
  }, checkEveryMs);
  watch.unref();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is one that runs.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
