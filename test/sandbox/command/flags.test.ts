import { type Flag, readFlags } from "../../../sandbox/command/flags";

const flags: Flag[] = [
  { name: "port", value: "N", description: "" },
  { name: "redaction", value: "HOW", description: "" },
  { name: "without", value: "WHAT", description: "", repeatable: true },
  { name: "json", description: "" },
];
const read = (...argv: string[]) => {
  const { values, problems } = readFlags(argv, flags);
  return { values: Object.fromEntries(values), problems };
};

test("a value follows its flag as a word of its own or behind an equals sign", () => {
  expect(read("--port", "1", "--redaction=a=b", "--json")).toEqual({
    values: { port: ["1"], redaction: ["a=b"], json: [""] },
    problems: [],
  });
});

test("a repeatable flag keeps every value in order, and another one is not given twice", () => {
  expect(read("--without", "a", "--without=b").values).toEqual({ without: ["a", "b"] });
  expect(read("--port", "1", "--port", "2").problems).toContain("--port is given twice.");
});

test("every problem is reported, and a mistake counts once", () => {
  expect(read("--prot", "1", "--json=yes", "more", "--port").problems).toEqual([
    "--prot is not an option. Did you mean --port?",
    "--json takes no value.",
    '"more" is not expected here.',
    "--port needs a value: --port N.",
  ]);
});

test("the next flag is never taken for a value", () => {
  expect(read("--port", "--json")).toEqual({ values: { json: [""] }, problems: ["--port needs a value: --port N."] });
});

test("nothing is suggested for a word that is like no flag", () => {
  expect(read("--everything").problems).toEqual(["--everything is not an option."]);
});
