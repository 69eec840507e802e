import { readFileSync } from "node:fs";
import { join } from "node:path";
import { faultKinds } from "../fault-suite/faults";
import { scenarios } from "../fault-suite/scenarios";
import type { Command } from "../histories/commands";
import { root, trackedFiles } from "../structure/repository";
import { linksIn, pageAt } from "./pages";

const page = pageAt("test/README.md");
const rowsUnder = (heading: string): string[] => {
  const [, ...rows] = page.text.split(`| ${heading} |\n`)[1]!.split("\n\n")[0]!.trim().split("\n");
  return rows.map((row) => row.slice(2, -2));
};

test("the page about trouble has every regression with its commands", () => {
  const files = trackedFiles().filter((file) => file.startsWith("test/regressions/"));
  const rows = files.map((file) => {
    const history = JSON.parse(readFileSync(join(root, file), "utf8")) as Command[];
    const name = file.replace(/.*history-|\.json$/g, "");
    return `[${name.replaceAll("-", " ")}](${file.slice("test/".length)}) | ${history.map((each) => each.do).join(", ")}`;
  });
  expect(rowsUnder("Regression | Commands")).toEqual(rows);
});

test("the page about trouble has every file of tests against adversarial services", () => {
  const files = trackedFiles().filter((file) => /^test\/adversarial\/.*\.test\.ts$/.test(file));
  const linked = linksIn(page).filter((link) => /^adversarial\/.*\.test\.ts$/.test(link));
  expect(linked.map((link) => `test/${link}`)).toEqual(files);
});

test("the page about trouble has every scenario and every fault of the fault suite", () => {
  const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  expect(rowsUnder("Scenarios")).toEqual(namesOf(scenarios));
  expect(rowsUnder("Faults").join(", ").split(", ")).toEqual(namesOf(faultKinds));
});
