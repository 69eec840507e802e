import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appendPrivately, makePrivateFolder, privateFolder } from "../../../provider/report/private-folder";
import { takeovers } from "../../takeovers";

let around: string;
let folder: string;
beforeEach(() => {
  around = mkdtempSync(join(realpathSync(tmpdir()), "payments-private-"));
  folder = join(around, "folder");
});
afterEach(() => rmSync(around, { recursive: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test("a folder that is made is the user's alone, and so is every folder above it that is made with it", () => {
  const before = process.umask(0);
  try {
    expect(makePrivateFolder(join(folder, "a", "b"))).toBe(join(folder, "a", "b"));
  } finally {
    process.umask(before);
  }
  for (const made of [folder, join(folder, "a"), join(folder, "a", "b")]) expect(modeOf(made)).toBe(0o700);
});

test("a folder of ours that others can only read becomes private", () => {
  mkdirSync(folder, { mode: 0o755 });
  expect(() => privateFolder(folder)).toThrow(`other users can use ${folder}. Run: chmod 700 ${folder}`);
  expect(makePrivateFolder(folder)).toBe(folder);
  expect(modeOf(folder)).toBe(0o700);
});

test.each(takeovers)("a folder that %s is refused, and nothing is written there", (_, takeOver) => {
  mkdirSync(folder, { mode: 0o700 });
  takeOver(folder);
  for (const use of [privateFolder, makePrivateFolder, (each: string) => appendPrivately(each, "file", { text: "a" })])
    expect(() => use(folder)).toThrow(folder.slice(0, around.length));
  expect(readdirSync(folder)).toEqual([]);
});

test("what is given is the real path, so that a link above can't be turned later", () => {
  mkdirSync(join(around, "real"), { mode: 0o700 });
  symlinkSync(join(around, "real"), join(around, "link"));
  expect(makePrivateFolder(join(around, "link", "folder"))).toBe(join(around, "real", "folder"));
});

test("a file that is no folder is refused", () => {
  writeFileSync(folder, "");
  expect(() => privateFolder(folder)).toThrow("is not a folder");
  expect(() => privateFolder(join(around, "missing"))).toThrow("ENOENT");
});

test("text is appended to a file that only the user can read, and a link is not followed", () => {
  makePrivateFolder(folder);
  appendPrivately(folder, "file", { a: 1 });
  appendPrivately(folder, "file", { b: 2 });
  expect([readFileSync(join(folder, "file"), "utf8"), modeOf(join(folder, "file"))]).toEqual([
    '{"a":1}\n{"b":2}\n',
    0o600,
  ]);
  const victim = join(around, "victim");
  writeFileSync(victim, "");
  symlinkSync(victim, join(folder, "link"));
  expect(() => appendPrivately(folder, "link", { c: 3 })).toThrow("ELOOP");
  expect(readFileSync(victim, "utf8")).toBe("");
});

test("the sticky bit of a shared folder above is enough, as in the folder for temporary files", () => {
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(around, 0o1777);
  expect(privateFolder(folder)).toBe(folder);
});
