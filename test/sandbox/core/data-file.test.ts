import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { toStorageRefusal } from "../../../sandbox/core/storage-failure";
import { DataFileError } from "../../../sandbox/index";
import { start, stopAll } from "../harness";

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  data = join(folder, "p.db");
});
afterEach(async () => {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
});

const modes = () =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );

/** Why a sandbox does not start on the data file. */
async function refusal(): Promise<string> {
  const reason = await start({ data }).catch((error: unknown) => error);
  expect(reason).toBeInstanceOf(DataFileError);
  return (reason as Error).message;
}

/** A file with keys in it, whose sandbox ended. */
async function used(): Promise<void> {
  const sandbox = await start({ data });
  for (let count = 0; count < 200; count++)
    await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret", name: `Key ${count}` } });
  await sandbox.close();
}

test("a data file, and what SQLite puts beside it, can be read by nobody else, whatever the umask", async () => {
  const before = process.umask(0);
  try {
    const sandbox = await start({ data });
    await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } });
    expect(modes()).toEqual({ "p.db": "600", "p.db-wal": "600" });
  } finally {
    process.umask(before);
  }
});

test("a data file that others could read is closed to them by the next start, and its log too", async () => {
  const first = await start({ data });
  await first.call("POST", "/v1/api-keys", { body: { type: "secret" } });
  const log = readFileSync(`${data}-wal`);
  await first.close();
  writeFileSync(`${data}-wal`, log);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o664);
  const second = await start({ data });
  expect((await second.call("GET", "/v1/api-keys")).body.total).toBe(1);
  expect(modes()).toEqual({ "p.db": "600", "p.db-wal": "600" });
});

test.each(["", "-wal", "-shm", "-journal"])(
  "a symbolic link in place of the file%s is refused, and what it leads to is left as it is",
  async (end) => {
    const target = join(folder, "somewhere");
    symlinkSync(target, data + end);
    expect(await refusal()).toBe(
      `The data file ${data} cannot be used: ${data}${end} is a symbolic link. Name the file itself, or another one.`,
    );
    expect([existsSync(target), lstatSync(data + end).isSymbolicLink()]).toEqual([false, true]);
  },
);

const asRoot = process.getuid?.() === 0 ? test : test.skip;
asRoot.each(["", "-wal"])("a file%s that belongs to somebody else is refused, and left as it is", async (end) => {
  writeFileSync(data + end, "");
  chmodSync(data + end, 0o644);
  chownSync(data + end, 12_345, 12_345);
  expect(await refusal()).toBe(
    `The data file ${data} cannot be used: ${data}${end} belongs to another user, number 12345. Change its owner, or name another file.`,
  );
  expect(statSync(data + end).mode & 0o777).toBe(0o644);
});

test("what is no file is refused: a folder, a pipe", async () => {
  mkdirSync(data);
  expect(await refusal()).toBe(`The data file ${data} cannot be used: ${data} is not a file. Name another one.`);
  rmSync(data, { recursive: true });
  execFileSync("mkfifo", [data]);
  expect(await refusal()).toBe(`The data file ${data} cannot be used: ${data} is not a file. Name another one.`);
});

test("a file that is no sandbox's keeps the mode that it has", async () => {
  writeFileSync(data, "notes");
  chmodSync(data, 0o644);
  expect(await refusal()).toContain("it is not a database");
  expect(statSync(data).mode & 0o777).toBe(0o644);
});

test("a folder that does not exist is told", async () => {
  data = join(folder, "none", "p.db");
  expect(await refusal()).toContain("See that its folder exists and can be written to");
});

const change = (sql: string) => () => {
  const db = new DatabaseSync(data);
  db.exec(sql);
  db.close();
};

test.each([
  [
    "its pages were overwritten",
    () => {
      const { size } = statSync(data);
      const descriptor = openSync(data, "r+");
      for (let page = 2; page * 4_096 < size; page += 2)
        writeSync(descriptor, Buffer.alloc(4_096, 7), 0, 4_096, page * 4_096);
      closeSync(descriptor);
    },
  ],
  ["it was cut off", () => truncateSync(data, Math.floor(statSync(data).size / 8_192) * 4_096)],
  ["a table is missing", change("DROP TABLE clock")],
  ["what it says of itself is cut off", change(`UPDATE meta SET value = '{"partner' WHERE name = 'seed_objects'`)],
  ["what it says of itself is something else", change("UPDATE meta SET value = '{}' WHERE name = 'seed_objects'")],
])("a file that is damaged is refused by its name, with what to do: %s", async (_what, damage) => {
  await used();
  damage();
  expect(await refusal()).toMatch(
    /^The data file .*p\.db cannot be used: it is damaged \(.+\)\. Restore a copy of it, with the file p\.db-wal if there was one, or name another file\.$/,
  );
});

test("a file whose beginning is damaged, or that is no database, is told so", async () => {
  await used();
  const descriptor = openSync(data, "r+");
  writeSync(descriptor, "overwritten", 0);
  closeSync(descriptor);
  expect(await refusal()).toBe(
    `The data file ${data} cannot be used: it is not a database, or its beginning is damaged. Restore a copy of it, with the file p.db-wal if there was one, or name another file.`,
  );
});

test("a caller who meets damage while the sandbox runs is told, not with an internal error", () => {
  const error = Object.assign(new Error("database disk image is malformed"), {
    code: "ERR_SQLITE_ERROR",
    errcode: 267,
  });
  expect(toStorageRefusal(error)).toMatchObject({
    code: "storage_failed",
    message: expect.stringMatching(/^The data file is damaged.*Stop the sandbox/),
  });
});
