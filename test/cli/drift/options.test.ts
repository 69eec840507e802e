import { resolve } from "node:path";
import { optionsOf } from "./read-options";

const read = (...argv: string[]) => optionsOf(argv);

test("several stacks, folders and formats are taken, with defaults for the rest", async () => {
  const { options, problems } = await read(
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
  expect(problems).toBe("");
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
  [["--all", "--fail-on", "undetermined"], "not a tier to fail on"],
  [["--all", "--jobs", "0"], "--jobs is a whole number"],
  [["--all", "--shard", "3/2"], "--shard is K/N"],
  [["--stack", "a", "--shard", "1/2"], "--shard goes with --all"],
  [["--all", "--policy-pack", "no-such-pack"], "no-such-pack."],
  [["--from-state"], "Name the stacks"],
  [["--all", "--require-program"], "--require-program goes with --from-state."],
  [["--all", "--from-state", "--policy-pack", __dirname], "A policy pack judges a program"],
  [["--all", "--from-state", "no-such-folder"], "exclude each other"],
  [["--all", "--policy-pack-config", __filename], "--policy-pack-config goes with --policy-pack"],
  [
    ["--all", "--policy-pack", __dirname, "--policy-pack", __dirname, "--policy-pack-config", __filename],
    "one for each pack",
  ],
])("%j is refused: %s", async (argv, problem) => {
  expect((await read(...argv)).problems).toContain(problem);
});

test("all problems are reported at once, those of the command line and those of the values", async () => {
  const { problems } = await read("--jobs", "x", "--timeout", "y", "--fial-on", "gone", "--out");
  for (const problem of [
    "--fial-on is not an option. Did you mean --fail-on?",
    "--out needs a value: --out FILE.",
    "--jobs is a whole number",
    "--timeout is a whole number",
    "Name the stacks",
  ])
    expect(problems).toContain(problem);
  expect(problems.trim().split("\n")).toHaveLength(6);
});

test("policy packs and their configurations are meant from where the command runs", async () => {
  const { options, problems } = await read("--all", "--policy-pack", "policy", "--policy-pack-config", "package.json");
  expect(problems).toBe("");
  expect(options.packs).toEqual({ paths: [resolve("policy")], configs: [resolve("package.json")] });
});

test("a place of --from-state is a folder of states or the name of a stack, and beside --all the folders are the whole set", async () => {
  const both = await read("--from-state", __dirname, "prod", "--stack", "dev", "--require-program");
  expect(both.problems).toBe("");
  expect(both.options).toMatchObject({ fromState: [__dirname], stacks: ["dev", "prod"], requireProgram: true });
  const whole = await read("--all", "--from-state", __dirname, "--format", "json");
  expect([whole.problems, whole.options]).toEqual([
    "",
    expect.objectContaining({ fromState: [__dirname], stacks: [], all: true, formats: ["json"] }),
  ]);
  const stacks = await read("--from-state", "--all");
  expect(stacks.options).toMatchObject({ fromState: [], all: true });
  expect((await read("--all")).options.fromState).toBeUndefined();
});
