import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "../../cli/replace-file";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payments-replace-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a link that somebody put in the file's place is replaced, and where it leads nothing changes", () => {
  const [victim, file] = [join(folder, "victim"), join(folder, "file")];
  writeFileSync(victim, "not yours");
  symlinkSync(victim, file);
  replaceFile(file, "text");
  expect([readFileSync(victim, "utf8"), readFileSync(file, "utf8")]).toEqual(["not yours", "text"]);
  expect(lstatSync(file).isSymbolicLink()).toBe(false);
});

test("a link that somebody put where a temporary file could be is not followed", () => {
  const [victim, file] = [join(folder, "victim"), join(folder, "file")];
  writeFileSync(victim, "not yours");
  for (const end of ["tmp", `${process.pid}.tmp`, "new"]) symlinkSync(victim, `${file}.${end}`);
  replaceFile(file, "text");
  expect([readFileSync(victim, "utf8"), readFileSync(file, "utf8")]).toEqual(["not yours", "text"]);
});

test("folders are made, the mode is the one that is asked for, and nothing else is left", () => {
  replaceFile(join(folder, "a/b/file"), "text", 0o700);
  expect(statSync(join(folder, "a/b/file")).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, "a/b"))).toEqual(["file"]);
});
