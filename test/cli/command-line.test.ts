import { CommandLine, runCommandLine } from "../../cli/command-line";
import { UsageProblem } from "../../cli/pulumi";

interface Read {
  code: number;
  options?: object;
  words?: readonly string[];
  /** Every line on standard error but the last, which names the help. */
  problems: string[];
}

/** What a command with these options makes of its arguments. */
async function read(argv: readonly string[], declare: (command: CommandLine) => CommandLine): Promise<Read> {
  let given: Pick<Read, "options" | "words"> = {};
  const command = declare(new CommandLine("test")).does<object>({
    run: (options, words) => {
      given = { options, words };
      return 2;
    },
  });
  const printed = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const code = await runCommandLine(command, argv);
    const lines = printed.mock.calls.flatMap(([text]) => String(text).trimEnd().split("\n"));
    return { code, ...given, problems: lines.slice(0, -1) };
  } finally {
    printed.mockRestore();
  }
}

const problemsOf = async (argv: readonly string[], declare: (command: CommandLine) => CommandLine) => {
  const { code, problems } = await read(argv, declare);
  expect(code).toBe(1);
  return problems;
};

const withJson = (command: CommandLine) => command.option("--json", "print one JSON value");
const withFormat = (command: CommandLine) => command.value("--format <table|json|csv>", "how to print it (table)");
const withAll = (command: CommandLine) =>
  withJson(command)
    .value("--port <N>", "")
    .values("--without <WHAT>", "")
    .values("--delete <ID>", "", { commas: true })
    .argument("[FILE...]", "");

test("a value is the next word or stands behind an equals sign, an option that may be repeated keeps all in order", async () => {
  const argv = [
    "a",
    "--port",
    "1",
    "--without=x=y",
    "--without",
    "z,z",
    "b",
    "--delete",
    "p,q",
    "--delete=r",
    "--json",
  ];
  expect(await read(argv, withAll)).toEqual({
    code: 2,
    options: { port: "1", without: ["x=y", "z,z"], delete: ["p", "q", "r"], json: true },
    words: ["a", "b"],
    problems: [],
  });
});

test("what was not given has no value", async () => {
  expect(await read([], withAll)).toEqual({ code: 2, options: {}, words: [], problems: [] });
});

test("every problem is reported at once, and a mistake counts once", async () => {
  const argv = ["--prot", "1", "--json=yes", "--port", "1", "--port", "2", "--delete"];
  expect((await problemsOf(argv, withAll)).sort()).toEqual([
    "--delete needs a value: --delete ID.",
    "--json takes no value.",
    "--port is given twice.",
    "--prot is not an option. Did you mean --port?",
  ]);
});

test("a forgotten value does not swallow the option behind it", async () => {
  expect(await problemsOf(["--port", "--without", "--without=x"], withAll)).toEqual([
    "--port needs a value: --port N.",
    "--without needs a value: --without WHAT.",
  ]);
});

test("what a command finds wrong in its options is reported together with what is wrong with the command line", async () => {
  const printed = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  const command = withAll(new CommandLine("test")).does<{ port?: string }>({
    problems: ({ port }) => [`--port is a number, not ${port}.`],
    run: () => {
      throw new Error("it ran");
    },
  });
  expect(await runCommandLine(command, ["--port", "x", "--jsno"])).toBe(1);
  expect(printed.mock.calls).toEqual([
    ["--jsno is not an option. Did you mean --json?\n--port is a number, not x.\nRun 'test --help' for more.\n"],
  ]);
  printed.mockRestore();
});

test("a usage problem of the work itself is exit code 1 with the line that names the help, another error is thrown", async () => {
  const printed = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  const failing = (error: Error) =>
    runCommandLine(
      new CommandLine("above").addCommand(
        new CommandLine("test").does<object>({
          run: () => {
            throw error;
          },
        }),
      ),
      ["test"],
    );
  expect(await failing(new UsageProblem("There is no stack x."))).toBe(1);
  expect(printed.mock.calls).toEqual([["There is no stack x.\nRun 'above test --help' for more.\n"]]);
  await expect(failing(new Error("broken"))).rejects.toThrow("broken");
  printed.mockRestore();
});

test("an unknown option suggests the closest one", async () => {
  expect(await problemsOf(["--jsno"], withJson)).toEqual(["--jsno is not an option. Did you mean --json?"]);
  expect(await problemsOf(["--hlep"], withJson)).toEqual(["--hlep is not an option. Did you mean --help?"]);
  expect(await problemsOf(["--stack"], withJson)).toEqual(["--stack is not an option."]);
});

test("JSON by the option of another command suggests the option of this one", async () => {
  expect(await problemsOf(["--json"], withFormat)).toEqual(["--json is not an option. Did you mean --format json?"]);
  expect(await problemsOf(["--format", "json"], withJson)).toEqual(["--format is not an option. Did you mean --json?"]);
  expect(await problemsOf(["--xml"], withFormat)).toEqual(["--xml is not an option."]);
  const listed = (command: CommandLine) => command.values("--format <NAME>", "text, json, sarif; may be given often");
  expect(await problemsOf(["--sarif"], listed)).toEqual(["--sarif is not an option. Did you mean --format sarif?"]);
});

test("a word that is not expected behind a repeatable option gets a hint how to give several values", async () => {
  const listed = (command: CommandLine) => command.values("--adopt-code <ID>", "x", { commas: true });
  const repeated = (command: CommandLine) => command.values("--stack <S>", "x");
  const once = (command: CommandLine) => command.value("--profile <P>", "x");
  expect(await problemsOf(["--adopt-code", "A", "B", "C"], listed)).toEqual([
    '"B" is not expected here. Give several as --adopt-code A,B,C, or repeat the option: --adopt-code A --adopt-code B.',
    '"C" is not expected here.',
  ]);
  expect(await problemsOf(["--stack", "A", "B"], repeated)).toEqual([
    '"B" is not expected here. For several, repeat the option: --stack A --stack B.',
  ]);
  expect(await problemsOf(["--profile", "A", "B"], once)).toEqual(['"B" is not expected here.']);
});

test("--all of a command that takes stacks by name gets a hint how they are named", async () => {
  const stacks = (command: CommandLine) => command.values("--stack <S>", "x");
  expect(await problemsOf(["--all"], stacks)).toEqual([
    "--all is not an option. Name each stack with --stack; 'pulumi stack ls' lists them.",
  ]);
  expect(await problemsOf(["--all"], withJson)).toEqual(["--all is not an option."]);
});
