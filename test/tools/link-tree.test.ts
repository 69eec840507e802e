import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkTree } from "../../tools/link-tree.js";

const folder = mkdtempSync(join(tmpdir(), "link-tree-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a linked tree has the same files without copying them, and the same symbolic links", () => {
  const [source, target] = [join(folder, "source"), join(folder, "deep", "target")];
  mkdirSync(join(source, "bin"), { recursive: true });
  writeFileSync(join(source, "bin", "program"), "text", { mode: 0o755 });
  symlinkSync("bin/program", join(source, "link"));
  linkTree(source, target);
  expect(readFileSync(join(target, "bin", "program"), "utf8")).toBe("text");
  expect(statSync(join(target, "bin", "program")).ino).toBe(statSync(join(source, "bin", "program")).ino);
  expect(readlinkSync(join(target, "link"))).toBe("bin/program");
});

test("a name that is taken in the target is an error, and what is there stays", () => {
  const [source, target] = [join(folder, "one"), join(folder, "two")];
  for (const made of [source, target]) mkdirSync(made);
  writeFileSync(join(source, "file"), "new");
  writeFileSync(join(target, "file"), "old");
  expect(() => linkTree(source, target)).toThrow("EEXIST");
  expect(readFileSync(join(target, "file"), "utf8")).toBe("old");
});
