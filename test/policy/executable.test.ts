import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const hook = join(__dirname, "../../tools/typescript-hook.js");
const called = (...args: string[]) =>
  spawnSync(process.execPath, ["--require", hook, join(__dirname, "../../policy/executable.ts"), ...args], {
    encoding: "utf8",
  });

test("without an engine's address it prints who starts it, and ends", () => {
  for (const args of [[], ["--list"]]) {
    const { status, stdout, stderr } = called(...args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /Pulumi starts it:\n {2}pulumi preview --policy-pack .*\nRun 'npx pulumi-payments policy --help'/,
    );
  }
});

test("--help prints to standard output and succeeds", () => {
  for (const flag of ["--help", "-h"])
    expect(called(flag)).toMatchObject({ status: 0, stdout: expect.stringContaining("Pulumi starts it") });
});

test("it writes nothing to the temporary folder, which other users can write to", () => {
  const temporary = mkdtempSync(join(tmpdir(), "payments-pack-"));
  const args = ["--require", hook, join(__dirname, "../../policy/executable.ts"), "--help"];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: temporary };
  expect(spawnSync(process.execPath, args, { env })).toMatchObject({ status: 0 });
  expect(readdirSync(temporary)).toEqual([]);
  rmSync(temporary, { recursive: true });
});
