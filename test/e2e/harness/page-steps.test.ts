import { numbered, stepsOf } from "./page-steps";

test("steps are files with their names, and commands with what they print", () => {
  const text = "Save this as `a.sh`. Then:\n\n```sh\ncode\n```\n\n```console\n$ one\n1\n2\n$ two\n```\n";
  expect(stepsOf(text)).toEqual([
    { file: "a.sh", contents: "code\n" },
    { command: "one", output: "1\n2\n" },
    { command: "two", output: "" },
  ]);
});

test("ids are compared by where they stand again", () => {
  const id = (digit: string) => `evt_${digit.repeat(16)}`;
  expect(numbered(`${id("a")} ${id("b")} ${id("a")}`)).toBe(numbered(`${id("c")} ${id("d")} ${id("c")}`));
  expect(numbered(`${id("a")} ${id("a")}`)).not.toBe(numbered(`${id("c")} ${id("d")}`));
});
