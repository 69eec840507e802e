import { spawnSync } from "node:child_process";
import { join } from "node:path";

const hook = join(__dirname, "../../../tools/typescript-hook.js");
const called = (...args: string[]) =>
  spawnSync(process.execPath, ["--require", hook, join(__dirname, "../../../provider/native/executable.ts"), ...args], {
    encoding: "utf8",
  });

test("without an engine's address it prints who starts it and how the engine finds it, and ends", () => {
  const { status, stdout, stderr } = called();
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("Pulumi starts it");
  expect(stderr).toContain("path: node_modules/.bin");
});

test("--help prints to standard output and succeeds", () => {
  for (const flag of ["--help", "-h"])
    expect(called(flag)).toMatchObject({ status: 0, stdout: expect.stringContaining("Pulumi starts it") });
});
