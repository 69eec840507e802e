import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../../../tools/set-up/places";

let temporary: string;
beforeEach(() => {
  temporary = mkdtempSync(join(realpathSync(tmpdir()), "payments-record-folder-"));
});
afterEach(() => rmSync(temporary, { recursive: true }));

/** A process with its own folder for temporary files makes a folder for records, says its name, and goes on for as long as is said. */
function command(thenMs: number): [string[], { env: NodeJS.ProcessEnv }] {
  const script = `process.stdout.write(require(${JSON.stringify(join(root, "drift/collect/record-folder.ts"))}).makeRecordFolder()); setTimeout(() => {}, ${thenMs});`;
  const hook = join(root, "tools/typescript-hook.js");
  return [
    ["--require", hook, "-e", script],
    { env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: temporary } },
  ];
}

function make(): { folder: string; stderr: string } {
  const { stdout, stderr } = spawnSync(process.execPath, ...command(0));
  return { folder: String(stdout), stderr: String(stderr) };
}

const left = (): string[] => readdirSync(temporary).sort();
const nameFor = (pid: number | undefined, host = hostname().replace(/[^A-Za-z0-9]/g, "_")): string =>
  `pulumi-payments-drift-${host}-${pid}-abc123`;

test("a folder for records is the user's alone, and two are never the same", () => {
  const [first, second] = [make().folder, make().folder];
  expect(first).not.toBe(second);
  expect([second.startsWith(temporary), statSync(second).mode & 0o777]).toEqual([true, 0o700]);
});

test("what a command left that was killed, the next one removes, and leaves that of a running one alone", async () => {
  const killed = spawn(process.execPath, ...command(60_000));
  const running = spawn(process.execPath, ...command(60_000));
  const nameOf = async (from: typeof killed): Promise<string> => String((await once(from.stdout!, "data"))[0]);
  const [ofKilled, ofRunning] = await Promise.all([nameOf(killed), nameOf(running)]);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  const next = make().folder;
  running.kill("SIGKILL");
  await once(running, "exit");
  expect(left().map((name) => join(temporary, name))).toEqual([ofRunning, next].sort());
  expect(left()).not.toContain(basename(ofKilled));
});

test("nothing that is not certainly a dead folder of our own is removed", () => {
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const kept = [
    nameFor(process.pid),
    nameFor(dead, "another_machine"),
    `pulumi-payments-drift-${dead}`,
    `${nameFor(dead)}-more`,
    `my-${nameFor(dead)}`,
  ];
  for (const name of kept) mkdirSync(join(temporary, name));
  mkdirSync(join(temporary, "elsewhere"));
  symlinkSync(join(temporary, "elsewhere"), join(temporary, nameFor(dead)));
  const { folder } = make();
  expect(left()).toEqual([...kept, "elsewhere", nameFor(dead), folder.slice(temporary.length + 1)].sort());
});

(process.getuid?.() === 0 ? test : test.skip)("a dead folder of another user is left alone", () => {
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  mkdirSync(join(temporary, nameFor(dead)));
  chownSync(join(temporary, nameFor(dead)), 65534, 65534);
  make();
  expect(left()).toContain(nameFor(dead));
});

test("where anybody could put another folder in its place, none is made, and TMPDIR is named", () => {
  chmodSync(temporary, 0o777);
  const { folder, stderr } = make();
  expect([folder, left()]).toEqual(["", []]);
  expect(stderr).toContain(`other users can write to ${temporary}. Run: chmod go-w ${temporary}. Or set TMPDIR`);
});
