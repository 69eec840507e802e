import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, trackedFiles } from "./repository";

/** What leads to a place outside the project: the folder for temporary files, the user's own, or a cache. */
const placesOutside = /\btmpdir\(|\bmkdtemp|\bhomedir\(|\.XDG_\w+|enableCompileCache|"PAYMENTS_(REPORT|LIST)_DIR"/;

const section =
  /^## What is trusted on disk$([\s\S]*?)^## /m.exec(readFileSync(join(root, "SECURITY.md"), "utf8"))?.[1] ?? "";
const linked = [...section.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => path!);

test("every source that looks outside the project for files is in SECURITY.md's list of what is trusted", () => {
  const sources = trackedFiles().filter(
    (file) =>
      /^(cli|drift|provider|policy|sandbox|sdk|tools|bench|examples)\/.*\.[cm]?[jt]s$/.test(file) &&
      !/\.test\./.test(file),
  );
  const outside = sources.filter((file) => placesOutside.test(readFileSync(join(root, file), "utf8")));
  expect(outside.length).toBeGreaterThan(5);
  expect(outside.filter((file) => !linked.includes(file))).toEqual([]);
});

test("every entry of that list that is checked names a test", () => {
  const entries = section.split("\n").filter((line) => line.startsWith("| ") && !/^\| (What|---)/.test(line));
  expect(entries.length).toBeGreaterThan(6);
  expect(entries.filter((line) => !/\| (\[[^\]]+\]\(test\/[^)]+\)(, )?)+ \|$|\| not checked \|$/.test(line))).toEqual(
    [],
  );
});
