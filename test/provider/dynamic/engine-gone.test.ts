import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { endWithEngine } from "../../../provider/dynamic/engine-gone";

const engineAt = (pid: number) => () => ({ pid, parentPid: 1, command: "pulumi", args: [], ageMs: 0 });

// The watch never keeps a process alive, so the test has to.
const waiting = setInterval(() => undefined, 1_000);
afterAll(() => clearInterval(waiting));

test("a process is ended once its engine is gone, and not before", async () => {
  const engine = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "ignore" });
  let isKilled = false;
  let looks = 0;
  const isAlive = (): boolean => {
    looks++;
    return engine.exitCode === null && engine.signalCode === null;
  };
  const ended = new Promise<boolean>((resolve) => {
    endWithEngine(() => resolve(isKilled), engineAt(engine.pid!), isAlive);
  });
  while (looks < 2) await wait(10);
  isKilled = true;
  engine.kill("SIGKILL");
  await once(engine, "exit");
  expect(await ended).toBe(true);
});

test("where no engine can be seen nothing is ended", () => {
  jest.useFakeTimers();
  let asked = 0;
  endWithEngine(
    () => {
      throw new Error("ended");
    },
    () => undefined,
    () => {
      asked++;
      return false;
    },
  );
  jest.advanceTimersByTime(60_000);
  jest.useRealTimers();
  expect(asked).toBe(0);
});
