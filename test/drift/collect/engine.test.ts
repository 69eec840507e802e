import { lastWords } from "../../../drift/collect/engine";

test("the errors of a failed run are reported once each, without what was printed besides", () => {
  const output = "Previewing update\n@ previewing...\n  error: no such stack\n\nerror: no such stack\nerror: second\n";
  expect(lastWords(output)).toBe("no such stack second");
});

test("without an error line the last lines are reported, and something in any case", () => {
  expect(lastWords("one\n\ntwo\nthree\nfour\n")).toBe("two three four");
  expect(lastWords(" \n")).toBe("the engine gave no reason");
});

test("an error that ends in a colon is reported with what stands below it", () => {
  const output =
    "error: the program failed with an unhandled exception:\n\n  Error: it broke\n    at index.js:1\nResources:\n";
  expect(lastWords(output)).toBe("the program failed with an unhandled exception: Error: it broke at index.js:1");
});
