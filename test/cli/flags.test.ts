import { type Flag, readFlags, readWordsAndFlags } from "../../cli/flags";

const byFormat: Flag[] = [{ name: "format", value: "table|json|csv", description: "how to print it (table)" }];
const byJson: Flag[] = [{ name: "json", description: "print one JSON value" }];

test("an option that is no option names the one that is near", () => {
  expect(readFlags(["--jsno"], byJson).problems).toEqual(["--jsno is no option. Did you mean --json?"]);
  expect(readFlags(["--stack"], byJson).problems).toEqual(["--stack is no option."]);
});

test("whoever asks for JSON by the option of another command is told that of this one", () => {
  expect(readFlags(["--json"], byFormat).problems).toEqual(["--json is no option. Did you mean --format json?"]);
  expect(readFlags(["--format", "json"], byJson).problems).toEqual(["--format is no option. Did you mean --json?"]);
  expect(readFlags(["--xml"], byFormat).problems).toEqual(["--xml is no option."]);
});

test("a format that the description lists counts as well as one that the value lists", () => {
  const listed: Flag[] = [{ name: "format", value: "NAME", description: "text, json, sarif; may be given often" }];
  expect(readFlags(["--sarif"], listed).problems).toEqual(["--sarif is no option. Did you mean --format sarif?"]);
});

test("words stand before the first option, and one behind it is not expected", () => {
  const read = (...argv: string[]) => readWordsAndFlags(argv, byJson);
  expect(read("a", "b", "--json")).toEqual({ words: ["a", "b"], values: new Map([["json", [""]]]), problems: [] });
  expect(read("a", "b")).toMatchObject({ words: ["a", "b"], problems: [] });
  expect(read("--json", "a")).toMatchObject({ words: [], problems: ['"a" is not expected here.'] });
  expect(read()).toMatchObject({ words: [], problems: [] });
});
