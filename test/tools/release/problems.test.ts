import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { problemsOf } from "../../../tools/release/problems.js";
import { root } from "../../structure/repository";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "release-"));
  for (const file of ["package.json", "sandbox/package.json", "docs/schemas/provider.v1.json"]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  change("package.json", (text) =>
    JSON.stringify({ ...JSON.parse(text), version: "1.2.3", repository: "https://github.com/ada/shop" }),
  );
  change("sandbox/package.json", (text) => JSON.stringify({ ...JSON.parse(text), version: "1.2.3" }));
  write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2030-01-31\n\n## [1.2.2] - 2029-12-31\n");
  write("sdks/go/go.mod", "module github.com/ada/shop/sdks/go\n\ngo 1.25\n");
  write("test/fixtures/schema/1.2.3.json", readFileSync(join(folder, "docs/schemas/provider.v1.json"), "utf8"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
const change = (file: string, how: (text: string) => string): void =>
  write(file, how(readFileSync(join(folder, file), "utf8")));

test("nothing stops a release whose parts agree", () => {
  expect(problemsOf(folder, { GITHUB_REF_TYPE: "tag", GITHUB_REF_NAME: "v1.2.3" })).toEqual([]);
  expect(problemsOf(folder, { GITHUB_REF_TYPE: "branch", GITHUB_REF_NAME: "main" })).toEqual([]);
});

test.each<[string, () => void, RegExp]>([
  [
    "no repository",
    () => change("package.json", (text) => JSON.stringify({ ...JSON.parse(text), repository: undefined })),
    /^package\.json has no "repository" on GitHub\. Set it to .*OWNER\/NAME/,
  ],
  [
    "another version of the sandbox",
    () => change("sandbox/package.json", (text) => JSON.stringify({ ...JSON.parse(text), version: "1.2.2" })),
    /^sandbox\/package\.json has version 1\.2\.2, and package\.json has 1\.2\.3\.$/,
  ],
  [
    "no section of the changelog",
    () => change("CHANGELOG.md", (text) => text.replace(/^## \[1\.2\.3\].*$/m, "")),
    /^CHANGELOG\.md has no section \[1\.2\.3\] at its top\.$/,
  ],
  [
    "no date in the changelog",
    () => change("CHANGELOG.md", (text) => text.replace(" - 2030-01-31", "")),
    /^CHANGELOG\.md has no date beside \[1\.2\.3\]\.$/,
  ],
  [
    "a schema that is not kept",
    () => rmSync(join(folder, "test/fixtures/schema/1.2.3.json")),
    /^test\/fixtures\/schema\/1\.2\.3\.json is not the schema of this release\. Copy docs/,
  ],
  [
    "another schema under its name",
    () => write("test/fixtures/schema/1.2.3.json", "{}"),
    /^test\/fixtures\/schema\/1\.2\.3\.json is not the schema of this release\./,
  ],
  [
    "a Go module of another place",
    () => write("sdks/go/go.mod", "module pulumi-payments/sdks/go\n"),
    /^sdks\/go\/go\.mod names the module pulumi-payments\/sdks\/go, and users would ask for github\.com\/ada\/shop\/sdks\/go\./,
  ],
])("%s stops a release with one line that says what to do", (_, break_, line) => {
  break_();
  expect(problemsOf(folder, {})).toEqual([expect.stringMatching(line)]);
});

test("a tag of another version stops a release", () => {
  expect(problemsOf(folder, { GITHUB_REF_TYPE: "tag", GITHUB_REF_NAME: "v1.2.4" })).toEqual([
    "The tag is v1.2.4, and package.json has version 1.2.3.",
  ]);
});
