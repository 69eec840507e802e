import { Command } from "commander";
import { readArguments } from "../../../sandbox/command/arguments";

const read = (...argv: string[]) => {
  const command = new Command("test")
    .option("--port <N>")
    .option("--redaction <HOW>")
    .option("--without <WHAT>")
    .option("--json");
  const answer = readArguments(command, argv, new Set(["without"]));
  if ("exitCode" in answer) throw new Error("it printed help");
  return answer;
};

test("a value follows its option as a word of its own or behind an equals sign", () => {
  expect(read("--port", "1", "--redaction=a=b", "--json")).toEqual({
    values: { port: ["1"], redaction: ["a=b"], json: [""] },
    problems: [],
  });
});

test("a repeatable option keeps every value in order, and another one is not given twice", () => {
  expect(read("--without", "a", "--without=b").values).toEqual({ without: ["a", "b"] });
  expect(read("--port", "1", "--port", "2").problems).toContain("--port is given twice.");
});

test("every problem is reported, and a mistake counts once", () => {
  expect(read("first", "--prot", "1", "--json=yes", "more", "--jsno", "--port").problems.sort()).toEqual([
    '"first" is not expected here.',
    '"more" is not expected here.',
    "--jsno is not an option. Did you mean --json?",
    "--json takes no value.",
    "--port needs a value: --port N.",
    "--prot is not an option. Did you mean --port?",
  ]);
});

test("the next option is never taken for a value", () => {
  expect(read("--port", "--json")).toEqual({ values: { json: [""] }, problems: ["--port needs a value: --port N."] });
});

test("nothing is suggested for a word that is like no option", () => {
  expect(read("--everything").problems).toEqual(["--everything is not an option."]);
});
