import { resolve } from "node:path";
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
    failOn: ["changed", "gone", "unhealthy", "violation"],
    packs: { paths: [], configs: [] },
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
  [["--all", "--policy-pack", "no-such-pack"], "no-such-pack."],
  [["--all", "--policy-pack-config", __filename], "--policy-pack-config goes with --policy-pack"],
  [
    ["--all", "--policy-pack", __dirname, "--policy-pack", __dirname, "--policy-pack-config", __filename],
    "one for each pack",
  ],
])("%j is refused: %s", (argv, problem) => {
  expect(read(...argv).problems.join(" ")).toContain(problem);
});

test("all problems are told at once", () => {
  expect(read("--jobs", "x", "--timeout", "y").problems).toHaveLength(3);
});

test("policy packs and their configurations are meant from where the command runs", () => {
  const { options, problems } = read("--all", "--policy-pack", "policy", "--policy-pack-config", "package.json");
  expect(problems).toEqual([]);
  expect(options.packs).toEqual({ paths: [resolve("policy")], configs: [resolve("package.json")] });
});
