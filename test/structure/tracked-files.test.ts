import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, trackedFiles } from "./repository";

/** Written in parts, so that this file is not among what it finds. */
const unwanted: Readonly<Record<string, RegExp>> = {
  "a path of one machine": new RegExp(
    `(?<![\\w.@~-])/(${["root", "home/\\w+", "Users/\\w+", "work/main"].join("|")})/`,
  ),
  "a note to do something later": new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "X" + "XX"].join("|")})\\b`),
  "a conflict that was not resolved": /^(<{7} |>{7} |={7}$)/m,
  "the number of an issue": /\bissue #?\d+\b/i,
  "a private key": new RegExp(`-----BEGIN [A-Z ]*PRIVATE ${"KEY"}`),
};

const texts = trackedFiles()
  .filter((file) => !/package-lock\.json$|go\.sum$|\.png$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

test.each(Object.entries(unwanted))("no tracked file holds %s", (_, pattern) => {
  const found = texts.flatMap(({ file, text }) => {
    const hit = pattern.exec(text);
    return hit === null ? [] : [`${file}:${text.slice(0, hit.index).split("\n").length}: ${hit[0]}`];
  });
  expect(found).toEqual([]);
});

test("nothing that is generated is tracked", () => {
  expect(trackedFiles("--ignored", "--exclude-standard")).toEqual([]);
  const compiled = trackedFiles().filter((file) => /\.(d\.ts|map|tsbuildinfo|tgz|log)$/.test(file));
  expect(compiled).toEqual([]);
});
