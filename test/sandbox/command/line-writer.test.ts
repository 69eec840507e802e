import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { lineWriter } from "../../../sandbox/command/line-writer";

test("lines of one turn are written together, in their order, and those of the next after them", async () => {
  const writes: string[] = [];
  const write = lineWriter({ write: (text) => writes.push(text) });
  write("one");
  write("two");
  expect(writes).toEqual([]);
  await nextTurn();
  write("three");
  await nextTurn();
  expect(writes).toEqual(["one\ntwo\n", "three\n"]);
});

test("lines of the turn in which the process ends are written too", () => {
  const root = join(__dirname, "..", "..", "..");
  const script = `
    require("./tools/typescript-hook.js");
    require("./sandbox/command/line-writer.ts").lineWriter(process.stderr)("last words");
    process.exit(0);
  `;
  expect(spawnSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }).stderr).toBe("last words\n");
});
