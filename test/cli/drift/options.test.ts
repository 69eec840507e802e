import { driftFlags, readOptions } from "../../../cli/drift/options";
import { readFlags } from "../../../cli/flags";

const read = (...argv: string[]) => readOptions(readFlags(argv, driftFlags));

test("several stacks, folders and formats are taken, with defaults for the rest", () => {
  const { options, problems } = read(
    "--stack",
    "a",
    "--stack",
    "b",
    "--cwd",
    "x",
    "--format",
    "json",
    "--format",
    "text",
    "--out",
    "f",
  );
  expect(problems).toEqual([]);
  expect(options).toMatchObject({
    stacks: ["a", "b"],
    cwds: ["x"],
    formats: ["json", "text"],
    failOn: ["changed", "gone", "unhealthy"],
  });
  expect(options.timeoutMs).toBe(600_000);
});

test.each([
  [[], "Name the stacks"],
  [["--all", "--stack", "a"], "exclude each other"],
  [["--all", "--format", "jsn"], "Did you mean json?"],
  [["--all", "--format", "json", "--format", "text"], "need --out"],
  [["--all", "--fail-on", "changed,goen"], "Did you mean gone?"],
  [["--all", "--fail-on", "undetermined"], "no tier to fail on"],
  [["--all", "--jobs", "0"], "--jobs is a whole number"],
  [["--all", "--shard", "3/2"], "--shard is K/N"],
  [["--stack", "a", "--shard", "1/2"], "--shard goes with --all"],
])("%j is refused: %s", (argv, problem) => {
  expect(read(...argv).problems.join(" ")).toContain(problem);
});

test("all problems are told at once", () => {
  expect(read("--jobs", "x", "--timeout", "y").problems).toHaveLength(3);
});
