import { readFileSync } from "node:fs";
import { join } from "node:path";
import { metaOf, settingNames } from "../../provider/configuration/settings";
import { root } from "../structure/repository";
import { pages } from "./pages";

/** Every match of a pattern's first group in the pages, with its page. */
function said(pattern: RegExp): { path: string; name: string }[] {
  return pages.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(({ 1: name = "" }) => ({ path, name })));
}

test("every payments: setting that a page names exists", () => {
  const named = said(/(?<![\w/:])payments:([a-z]\w*)\b(?!:)/g);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !(settingNames as string[]).includes(name))).toEqual([]);
});

test("every PAYMENTS_ variable that a page names exists", () => {
  const variables = settingNames.map((name) => metaOf(name).environment);
  const others = [
    "PAYMENTS_REHOME",
    "PAYMENTS_FORCE",
    "PAYMENTS_ALLOW_SELF",
    "PAYMENTS_ENGINE",
    "PAYMENTS_INTERFACE_DOCUMENT",
    "PAYMENTS_POLICY_PRESET",
    "PAYMENTS_NIGHTLY",
    "PAYMENTS_READ_ONLY",
    "PAYMENTS_ROTATE_NOW",
    "PAYMENTS_REVOKE_NOW",
    "PAYMENTS_LIST_DIR",
    "PAYMENTS_REPORT_DIR",
    "PAYMENTS_PROFILES",
  ];
  const named = said(/\b(PAYMENTS_[A-Z_]+)/g).filter(({ name }) => !name.startsWith("PAYMENTS_PROFILE_"));
  expect(named.filter(({ name }) => ![...variables, ...others].includes(name))).toEqual([]);
});

test("every npm script that a page names exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = said(/\bnpm run (?:--\w+ )*([a-z]+(?:-[a-z]+)*)/g);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
});

test("every file of the repository that a page names in code exists", () => {
  const tree = /`((?:sdk|provider|policy|cli|sandbox|test|tools|docs|examples|bench)\/[\w./-]*[\w])`/g;
  const missing = said(tree).filter(({ name }) => {
    try {
      readFileSync(join(root, name));
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== "EISDIR";
    }
  });
  expect(missing).toEqual([]);
});
