import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compiled, compile } from "../compiled";
import type { Reply } from "../harness";
import { endProcesses, NotStarted, type SandboxProcess, startProcess } from "../process";
import { halfDone, lookInto, missing } from "../stored";
import type { Ledger } from "../writers";

/** Runs what follows in a mount namespace of its own, after a script; nobody else sees what is mounted there. */
const inNamespace = (script: string) => ["unshare", "-rm", "sh", "-c", `${script} && exec "$@"`, "sh"];

const { status, stderr, error } = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", tmpdir()]);
const why = status === 0 ? undefined : (error?.message ?? String(stderr));
if (why) console.warn(`The tests of full and read-only disks are skipped: no mount namespace of its own: ${why}`);
const testInNamespace = why ? test.skip : test;

let compiled: Compiled;
beforeAll(() => {
  compiled = compile();
});
afterAll(() => compiled.remove());

let folder: string;
let disk: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  disk = join(folder, "disk");
  mkdirSync(disk);
  data = join(disk, "p.db");
});
afterEach(() => {
  endProcesses();
  rmSync(folder, { recursive: true, force: true });
});

const start = (script: string, file = data): Promise<SandboxProcess> =>
  startProcess(compiled.main, ["--data", file], inNamespace(script));

async function refusal(starting: Promise<unknown>): Promise<NotStarted> {
  const reason = await starting.catch((caught: unknown) => caught);
  expect(reason).toBeInstanceOf(NotStarted);
  return reason as NotStarted;
}

/** Path of a file of the process's own disk, as seen from here. */
const seenFromHere = ({ child }: SandboxProcess, file: string): string => `/proc/${child.pid}/root${file}`;

async function emit(sandbox: SandboxProcess, ledger: Ledger): Promise<Reply> {
  const body = { type: "paid", account_id: sandbox.accountId, data: { padding: "x".repeat(50_000) } };
  const reply = await sandbox.admin("POST", "/events", body);
  if (reply.status === 201) ledger.set(`event ${reply.body.id}`, ["there"]);
  return reply;
}

testInNamespace(
  "a disk that is full at the start is told in a sentence, and what it leaves can be started on later",
  async () => {
    const { code, logged } = await refusal(start(`mount -t tmpfs -o size=64k tmpfs ${disk}`));
    expect([code, logged]).toEqual([1, expect.stringContaining("the disk is full. Make room, or name another file.")]);
    const roomy = await start(
      `mount -t tmpfs -o size=64k tmpfs ${disk} && ("$@" || true) && mount -o remount,size=8m ${disk}`,
    );
    expect((await roomy.call("GET", "/v1/api-keys")).status).toBe(200);
  },
);

testInNamespace(
  "on a disk that fills up a call that writes is refused with 507 and commits nothing, reads go on, and with room writes do too",
  async () => {
    const sandbox = await start(`mount -t tmpfs -o size=8m tmpfs ${disk} && head -c 6m /dev/zero > ${disk}/ballast`);
    const second = (await sandbox.admin("POST", "/receivers", { script: [{ status: 200 }] })).body;
    await sandbox.admin("POST", "/webhook-endpoints", { url: second.url });
    const ledger: Ledger = new Map();
    let reply = await emit(sandbox, ledger);
    while (reply.status === 201) reply = await emit(sandbox, ledger);
    const expected = {
      error: {
        code: "storage_failed",
        message: expect.stringMatching(
          /^Nothing of this was committed: .* the disk is full\. Make room, then try again\./,
        ),
        request_id: expect.any(String),
      },
    };
    expect([reply.status, reply.body]).toEqual([507, expected]);
    const moved = await sandbox.admin("POST", "/clock/advance", { seconds: 60 });
    expect([moved.status, moved.body]).toEqual([507, expected]);
    expect((await sandbox.admin("GET", "/clock")).body).toEqual({ now: "2026-01-01T00:00:00.000Z", mode: "manual" });
    expect((await sandbox.call("GET", "/v1/events?limit=1")).body.total).toBe(ledger.size);
    expect((await sandbox.call("GET", "/v1/api-keys")).status).toBe(200);
    const inside = seenFromHere(sandbox, data);
    const copy = join(folder, "copy.db");
    const check = () => {
      for (const end of ["", "-wal"]) if (existsSync(inside + end)) copyFileSync(inside + end, copy + end);
      expect(lookInto(copy, (db) => [...missing(db, ledger), ...halfDone(db)])).toEqual([]);
    };
    check();
    rmSync(seenFromHere(sandbox, join(disk, "ballast")));
    expect((await emit(sandbox, ledger)).status).toBe(201);
    expect((await sandbox.admin("POST", "/clock/advance", { seconds: 60 })).body).toMatchObject({
      attempts: 2 * ledger.size,
    });
    expect((await sandbox.call("GET", "/v1/events?delivery_status=succeeded")).body.total).toBe(ledger.size);
    check();
    expect(sandbox.logged()).not.toContain("internal error");
    expect(await sandbox.end("SIGTERM")).toBe(0);
  },
);

testInNamespace("a file on a read-only disk is refused with a sentence and left as it is", async () => {
  const first = await startProcess(compiled.main, ["--data", data]);
  await first.end("SIGTERM");
  const { code, logged } = await refusal(start(`mount --bind ${disk} ${disk} && mount -o remount,ro,bind ${disk}`));
  expect([code, logged]).toEqual([1, expect.stringContaining("it is read-only. Make it and its folder writable")]);
  expect(lookInto(data, (db) => halfDone(db))).toEqual([]);
});

test("a file that is made read-only under a running sandbox loses nothing", async () => {
  const sandbox = await startProcess(compiled.main, ["--data", data]);
  chmodSync(data, 0o444);
  const { status, body } = await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret", name: "kept" } });
  expect(status).toBe(201);
  await sandbox.end("SIGKILL");
  const ledger: Ledger = new Map([[`key ${body.id}` as const, ["kept"]]]);
  expect(lookInto(data, (db) => missing(db, ledger))).toEqual([]);
});
