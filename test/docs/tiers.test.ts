import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EVERYDAY } from "../../tools/test-all.js";
import { root, sourcesUnder } from "../structure/repository";
import { pageAt } from "./pages";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const { text } = pageAt("docs/decisions/test-tiers.md");

test("the page about tiers has every file that is longer at night, and no other", () => {
  const longer = sourcesUnder("test").filter((file) => /^import \{[^}]*asOften[^}]*\}/m.test(read(file)));
  const rows = [...text.matchAll(/^\| `(test\/[^`]+)` \|/gm)].map(([, file]) => file);
  expect([...rows].sort()).toEqual([...longer].sort());
});

test("the page about tiers has the end-to-end files of every day, and those beside unit tests", () => {
  const [, everyday = ""] = /These end-to-end files stay in it: (.*?)\./s.exec(text) ?? [];
  expect(everyday.match(/[\w-]+/g)).toEqual(EVERYDAY);
  const beside = sourcesUnder("test").filter((file) => file.endsWith(".e2e.test.ts"));
  const [, named = ""] = /beside unit tests: (.*?)\. Their/s.exec(text) ?? [];
  expect(named.match(/test[\w/.-]+/g)).toEqual(beside);
});
