import { type Flag, readFlags, readWordsAndFlags } from "../../cli/flags";

const byFormat: Flag[] = [{ name: "format", value: "table|json|csv", description: "how to print it (table)" }];
const byJson: Flag[] = [{ name: "json", description: "print one JSON value" }];

test("an unknown option names the one that is near", () => {
  expect(readFlags(["--jsno"], byJson).problems).toEqual(["--jsno is not an option. Did you mean --json?"]);
  expect(readFlags(["--stack"], byJson).problems).toEqual(["--stack is not an option."]);
});

test("whoever asks for JSON by the option of another command is told that of this one", () => {
  expect(readFlags(["--json"], byFormat).problems).toEqual(["--json is not an option. Did you mean --format json?"]);
  expect(readFlags(["--format", "json"], byJson).problems).toEqual(["--format is not an option. Did you mean --json?"]);
  expect(readFlags(["--xml"], byFormat).problems).toEqual(["--xml is not an option."]);
});

test("a format that the description lists counts as well as one that the value lists", () => {
  const listed: Flag[] = [{ name: "format", value: "NAME", description: "text, json, sarif; may be given often" }];
  expect(readFlags(["--sarif"], listed).problems).toEqual(["--sarif is not an option. Did you mean --format sarif?"]);
});

test("words stand before the first option, and one behind it is not expected", () => {
  const read = (...argv: string[]) => readWordsAndFlags(argv, byJson);
  expect(read("a", "b", "--json")).toEqual({ words: ["a", "b"], values: new Map([["json", [""]]]), problems: [] });
  expect(read("a", "b")).toMatchObject({ words: ["a", "b"], problems: [] });
  expect(read("--json", "a")).toMatchObject({ words: [], problems: ['"a" is not expected here.'] });
  expect(read()).toMatchObject({ words: [], problems: [] });
});

test("a word behind the value of an option that takes several is told how several are given", () => {
  const listed: Flag[] = [{ name: "adopt-code", value: "ID", description: "x", repeatable: true, separable: true }];
  const repeated: Flag[] = [{ name: "stack", value: "S", description: "x", repeatable: true }];
  const once: Flag[] = [{ name: "profile", value: "P", description: "x" }];
  expect(readFlags(["--adopt-code", "A", "B", "C"], listed).problems).toEqual([
    '"B" is not expected here. Give several as --adopt-code A,B,C, or repeat the option: --adopt-code A --adopt-code B.',
    '"C" is not expected here.',
  ]);
  expect(readFlags(["--stack", "A", "B"], repeated).problems).toEqual([
    '"B" is not expected here. For several, repeat the option: --stack A --stack B.',
  ]);
  expect(readFlags(["--profile", "A", "B"], once).problems).toEqual(['"B" is not expected here.']);
});

test("--all of a command that takes stacks by name is told how they are named", () => {
  const stacks: Flag[] = [{ name: "stack", value: "S", description: "x", repeatable: true }];
  expect(readFlags(["--all"], stacks).problems).toEqual([
    "--all is not an option. Name each stack with --stack; 'pulumi stack ls' lists them.",
  ]);
  expect(readFlags(["--all"], byJson).problems).toEqual(["--all is not an option."]);
});
