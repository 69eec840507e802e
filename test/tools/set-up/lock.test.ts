import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { withLock } from "../../../tools/set-up/lock.js";

const module_ = resolve(__dirname, "../../../tools/set-up/lock.js");
const run = promisify(execFile);

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  lock = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("eight processes that each read, wait and write lose no count", async () => {
  const counter = join(folder, "counter");
  writeFileSync(counter, "0");
  const script = `
    const { readFileSync, writeFileSync } = require("node:fs");
    require(${JSON.stringify(module_)}).withLock(${JSON.stringify(lock)}, {}, async () => {
      const count = Number(readFileSync(${JSON.stringify(counter)}, "utf8"));
      await new Promise((done) => setTimeout(done, 20));
      writeFileSync(${JSON.stringify(counter)}, String(count + 1));
    });`;
  await Promise.all(Array.from({ length: 8 }, () => run(process.execPath, ["-e", script])));
  expect(readFileSync(counter, "utf8")).toBe("8");
  expect(existsSync(lock)).toBe(false);
});

test("the lock of a process that was killed is taken over", async () => {
  const script = `require(${JSON.stringify(module_)}).withLock(${JSON.stringify(lock)}, {}, () => {
    process.stdout.write("held");
    return new Promise((done) => setTimeout(done, 60_000));
  });`;
  const holder = spawn(process.execPath, ["-e", script]);
  await once(holder.stdout, "data");
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(existsSync(lock)).toBe(true);
  await expect(withLock(lock, {}, async () => "taken")).resolves.toBe("taken");
});

test("a holder that was silent for minutes is gone, even if a process has its number", async () => {
  mkdirSync(lock);
  const mark = join(lock, `${process.ppid}-old`);
  writeFileSync(mark, "");
  const anHourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(mark, anHourAgo, anHourAgo);
  await expect(withLock(lock, {}, async (contended) => contended)).resolves.toBe(false);
});

test("who waits is told of the holder once and learns that it waited", async () => {
  const holders: number[] = [];
  let letGo: () => void = () => {};
  const first = withLock(
    lock,
    {},
    () =>
      new Promise<void>((done) => {
        letGo = done;
      }),
  );
  const second = withLock(
    lock,
    {
      onWait: (holder) => {
        holders.push(holder);
        letGo();
      },
    },
    async (contended) => contended,
  );
  await first;
  await expect(second).resolves.toBe(true);
  expect(holders).toEqual([process.pid]);
});

test("work that fails lets the lock go", async () => {
  await expect(withLock(lock, {}, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(existsSync(lock)).toBe(false);
});
