import { readArguments } from "../../bench/arguments";
import type { Figure } from "../../bench/figure";

const figure = (name: string, keys?: number): Figure => ({
  name,
  about: name,
  unit: "s",
  estimateMs: 1,
  ...(keys === undefined ? {} : { keys }),
  measure: async () => ({ value: 1, from: "" }),
});
const all = [figure("load"), figure("up-ratio"), figure("preview-1000-keys", 1_000)];

const read = (...args: string[]) => {
  const answer = readArguments(args, all);
  if ("problems" in answer) return { problems: answer.problems.join("\n"), names: [] };
  return { ...answer.wishes, names: answer.wishes.figures.map(({ name }) => name), problems: "" };
};

test("without options every figure is measured at full size", () => {
  expect(read()).toMatchObject({ names: ["load", "up-ratio", "preview-1000-keys"], keys: 1_000, json: false });
});

test("--only picks the one figure of that name, with a space or an equals sign", () => {
  expect(read("--only", "up-ratio").names).toEqual(["up-ratio"]);
  expect(read("--only=up-ratio").names).toEqual(["up-ratio"]);
});

test("a name that is no figure is refused with the one that may be meant, and all there are", () => {
  const { problems } = read("--only", "up-ration");
  expect(problems).toContain("There is no figure up-ration; up-ratio may be meant.");
  expect(problems).toContain("load, up-ratio, preview-1000-keys");
});

test("with fewer keys the figures that are about more are left out", () => {
  expect(read("--keys", "999").names).toEqual(["load", "up-ratio"]);
  expect(read("--keys", "1000").names).toContain("preview-1000-keys");
});

test("a figure about more keys than the run makes can't be asked for by name", () => {
  expect(read("--keys", "10", "--only", "preview-1000-keys").problems).toContain("is about 1000 keys");
});

test("every problem of the command line is told at once", () => {
  const { problems } = read("--jsno", "--rounds", "many", "--only");
  expect(problems).toContain("--jsno; --json may be meant");
  expect(problems).toContain("--rounds takes a whole number");
  expect(problems).toContain("--only needs a value");
});

test("--only may be given several times, and * stands for anything; each figure is measured once, in the usual order", () => {
  expect(read("--only", "up-ratio", "--only=l*").names).toEqual(["load", "up-ratio"]);
  expect(read("--only", "*-*", "--only", "up-*").names).toEqual(["up-ratio", "preview-1000-keys"]);
  expect(read("--only", "*").names).toEqual(all.map(({ name }) => name));
});

test("a pattern is no regular expression, and one that means no figure is refused", () => {
  expect(read("--only", "l.ad").problems).toContain("There is no figure l.ad");
  expect(read("--only", "load", "--only", "x*").problems).toContain("There is no figure x*");
});

test("a pattern leaves out figures about more keys than the run makes, unless nothing is left", () => {
  expect(read("--keys", "10", "--only", "*r*").names).toEqual(["up-ratio"]);
  expect(read("--keys", "10", "--only", "preview-*").problems).toContain("is about 1000 keys");
});

test.each([
  ["--keys", "10"],
  ["--rounds", "1"],
])("--write refuses what is not measured in full: %s %s", (...part) => {
  expect(read("--write", ...part).problems).toContain("--write keeps what was measured in full");
});

test("--write takes a whole run and a part of the figures alike", () => {
  expect(read("--write").problems).toBe("");
  expect(read("--write", "--only", "load")).toMatchObject({ problems: "", write: true, names: ["load"] });
});
