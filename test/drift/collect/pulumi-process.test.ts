import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runPulumi } from "../../../drift/collect/pulumi-process";

const folder = mkdtempSync(join(tmpdir(), "pulumi-process-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A shell that does this in the place of pulumi. What is given behind it, such as --non-interactive, it takes for names. */
const run = (script: string, signal?: AbortSignal) =>
  runPulumi("/bin/sh", ["-c", script], { env: { PATH: process.env.PATH }, signal });

test("what a command prints comes back with its exit code, and runs without a terminal", async () => {
  expect(await run('echo "$0"; echo why >&2; exit 7')).toEqual({
    stdout: "--non-interactive\n",
    stderr: "why\n",
    code: 7,
    endedBy: null,
  });
});

/** Whether a process runs. One that nobody has waited for yet is dead. */
function isRunning(pid: number): boolean {
  const { status, stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return status === 0 && !stdout.startsWith("Z");
}

test("a signal ends a command and all that it started, though that ignores an interrupt and holds the output open", async () => {
  const abort = new AbortController();
  const pidFile = join(folder, "pid");
  const child = `trap "" INT; echo $$ > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; sleep 60; sleep 60`;
  const running = run(`sh -c '${child}' & sleep 60`, abort.signal);
  while (!existsSync(pidFile)) await delay(10);
  abort.abort();
  // A shell that is just starting its child misses the interrupt.
  expect(await running).toMatchObject({ code: null, endedBy: expect.stringMatching(/^SIG(INT|KILL)$/) });
  const pid = Number(readFileSync(pidFile, "utf8"));
  const deadlineMs = performance.now() + 20_000;
  while (isRunning(pid) && performance.now() < deadlineMs) await delay(50);
  expect(isRunning(pid)).toBe(false);
});

test("a signal that was aborted before ends the command at once", async () => {
  expect(await run("sleep 60", AbortSignal.abort())).toMatchObject({ code: null });
});

test("a command that can't be started rejects with the reason of Node", async () => {
  await expect(runPulumi(join(folder, "none"), [], { env: {} })).rejects.toThrow("ENOENT");
});
