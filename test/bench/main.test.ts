import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { allFigures } from "../../bench/all-figures";

const root = join(__dirname, "..", "..");

function bench(...args: string[]) {
  const script = ["--require", "./tools/typescript-hook.js", "bench/main.ts", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, script, { cwd: root, encoding: "utf8" });
  return { status, stdout, stderr };
}

test("--list names every figure on standard output", () => {
  const { status, stdout } = bench("--list");
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")[0]),
  ).toEqual(allFigures().map(({ name }) => name));
  expect(status).toBe(0);
});

test("--help tells the options and what the exit codes mean", () => {
  const { status, stdout } = bench("--help");
  for (const word of ["--json", "--only", "--keys", "Exit code 0", "2:", "1:"]) expect(stdout).toContain(word);
  expect(status).toBe(0);
});

test("a wrong command line ends with 1 before anything is set up, and leaves standard output empty", () => {
  const { status, stdout, stderr } = bench("--json", "--only", "laod");
  expect(stderr).toContain("There is no figure laod; load may be meant.");
  expect(stdout).toBe("");
  expect(status).toBe(1);
});
