import { describeExitCodes, exitCodeOf, exitCodes } from "../../cli/exit-codes";

test("the four codes are what scripts rely on", () => {
  expect(Object.entries(exitCodes).map(([name, { code }]) => [name, code])).toEqual([
    ["clean", 0],
    ["usage", 1],
    ["found", 2],
    ["undetermined", 3],
  ]);
});

test("what was found counts, even where something could not be checked", () => {
  const all = [false, true].flatMap((found) => [false, true].map((undetermined) => ({ found, undetermined })));
  expect(all.map(exitCodeOf)).toEqual([0, 3, 2, 2]);
});

test("help shows each code once, in the words of the command where it has some", () => {
  expect(describeExitCodes({ found: "an orphan was found" }).split("\n")).toEqual([
    "Exit codes:",
    `  0  ${exitCodes.clean.meaning}`,
    `  1  ${exitCodes.usage.meaning}`,
    "  2  an orphan was found",
    `  3  ${exitCodes.undetermined.meaning}`,
  ]);
});
