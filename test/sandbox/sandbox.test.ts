import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSandbox, ListenError, OptionsError } from "../../sandbox/index";
import { happenings } from "./happenings";
import { start, stopAll } from "./harness";

afterEach(stopAll);

test("several sandboxes run at once, each with its own port, keys and accounts", async () => {
  const [one, two] = await Promise.all([start(), start()]);
  expect(one.url).not.toBe(two.url);
  expect((await one.call("GET", "/v1/api-keys", { headers: { "payments-api-key": two.apiKey } })).status).toBe(401);
  expect((await two.call("GET", "/v1/api-keys", { headers: { "payments-account": one.accountId } })).status).toBe(403);
});

test("advance and reset do in process what the admin interface does", async () => {
  const sandbox = await start();
  await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } });
  expect(await sandbox.advance({ seconds: 60 })).toMatchObject({
    from: "2026-01-01T00:00:00.000Z",
    to: "2026-01-01T00:01:00.000Z",
  });
  await sandbox.reset();
  expect((await sandbox.call("GET", "/v1/api-keys")).body.total).toBe(0);
  expect((await sandbox.admin("GET", "/clock")).body.now).toBe("2026-01-01T00:00:00.000Z");
});

test("a closed sandbox no longer answers, and may be closed again", async () => {
  const sandbox = await start();
  await sandbox.close();
  await expect(sandbox.call("GET", "/v1/api-keys")).rejects.toThrow();
  await sandbox.close();
});

test("a process that makes two, uses them and closes them exits by itself", () => {
  const script = `
    const { createSandbox } = require(${JSON.stringify(join(__dirname, "../../sandbox/index.ts"))});
    (async () => {
      const both = await Promise.all([createSandbox({ clock: "manual" }), createSandbox({ clock: "real" })]);
      for (const { adminUrl, adminToken, accountId } of both) {
        const headers = { authorization: "Bearer " + adminToken, "content-type": "application/json", connection: "close" };
        for (let event = 0; event < 3; event++)
          await fetch(adminUrl + "/events", { method: "POST", headers, body: JSON.stringify({ type: "paid", account_id: accountId }) });
      }
      await both[0].advance({ seconds: 60 });
      await Promise.all(both.map((sandbox) => sandbox.close()));
      process.stdout.write("closed");
    })();`;
  const hook = join(__dirname, "../cli/typescript.cjs");
  // Killed if anything is left open.
  const { status, stdout } = spawnSync(process.execPath, ["--require", hook, "-e", script], {
    timeout: 100_000,
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, "closed"]);
});

test("a sandbox that was closed says so to whoever moves or resets it", async () => {
  const sandbox = await createSandbox({ clock: "manual" });
  await sandbox.close();
  await expect(sandbox.advance({ seconds: 1 })).rejects.toThrow("The sandbox was closed");
  await expect(sandbox.reset()).rejects.toThrow("The sandbox was closed");
});

test("options that cannot be used are all named", async () => {
  const options = { port: -1, redaction: "blur", clock: "real", now: "2026-01-01T00:00:00Z", speed: 3 };
  const error = await createSandbox(options as object).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OptionsError);
  expect((error as OptionsError).problems.map(({ option }) => option).sort()).toEqual([
    "now",
    "port",
    "redaction",
    "speed",
  ]);
});

test("a port that is taken is refused with a way out", async () => {
  const { url } = await start();
  await expect(createSandbox({ port: Number(new URL(url).port) })).rejects.toThrow(ListenError);
});

describe("going on from a data file", () => {
  let folder: string;
  let data: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sandbox-"));
    data = join(folder, "p.db");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("keeps clock, keys, endpoint states, events and snapshots, and gives later keys ids that were never used", async () => {
    const first = await start({ data });
    const made = (await first.call("POST", "/v1/api-keys", { body: { type: "secret", name: "kept" } })).body;
    await first.admin("PATCH", `/webhook-endpoints/${first.webhookEndpointId}`, { status: "inactive" });
    await first.admin("POST", "/events", { type: "t", account_id: first.accountId });
    await first.advance({ seconds: 60 });
    await first.admin("POST", "/snapshots/s");
    await first.close();
    const second = await start({ data });
    expect([second.accountId, second.webhookEndpointId]).toEqual([first.accountId, first.webhookEndpointId]);
    expect((await second.admin("GET", "/clock")).body.now).toBe("2026-01-01T00:01:00.000Z");
    expect((await second.call("GET", "/v1/api-keys")).body.items).toEqual([
      expect.objectContaining({ id: made.id, name: "kept" }),
    ]);
    expect((await second.call("GET", `/v1/webhook-endpoints/${second.webhookEndpointId}`)).body).toMatchObject({
      status: "inactive",
      url: expect.stringContaining(second.url),
    });
    expect((await second.call("GET", "/v1/events")).body.total).toBe(1);
    expect((await second.call("POST", "/v1/api-keys", { body: { type: "secret" } })).body.id).not.toBe(made.id);
    expect((await second.admin("POST", "/snapshots/s/restore")).status).toBe(200);
  });

  test("accepts the keys of all ready lines, also after a reset and a restored snapshot", async () => {
    const first = await start({ data });
    await first.admin("POST", "/snapshots/s");
    await first.close();
    const second = await start({ data });
    const works = async () => {
      const statuses = [];
      for (const key of [first.apiKey, second.apiKey])
        statuses.push((await second.call("GET", "/v1/api-keys", { headers: { "payments-api-key": key } })).status);
      return statuses;
    };
    expect(await works()).toEqual([200, 200]);
    await second.admin("POST", "/snapshots/s/restore");
    expect(await works()).toEqual([200, 200]);
    await second.reset();
    expect(await works()).toEqual([200, 200]);
  });

  test("shows a working key although the one of the first ready line was deleted", async () => {
    const first = await start({ data });
    const [ready] = (await first.admin("GET", "/api-keys")).body;
    await first.admin("DELETE", `/api-keys/${ready.id}`);
    expect((await first.call("GET", "/v1/api-keys")).status).toBe(401);
    await first.close();
    const second = await start({ data });
    expect((await second.call("GET", "/v1/api-keys")).status).toBe(200);
    expect((await second.call("GET", "/v1/api-keys", { headers: { "payments-api-key": first.apiKey } })).status).toBe(
      401,
    );
  });

  test("with the seed that it was made with gives the same ready line, with another it is refused", async () => {
    const first = await start({ data, seed: "s" });
    await first.close();
    const second = await start({ data, seed: "s" });
    expect(second.apiKey).toBe(first.apiKey);
    await second.close();
    await expect(start({ data, seed: "t" })).rejects.toThrow("another seed");
  });

  test("whose clock has its own time goes on with it, and a --now that differs is told as ignored", async () => {
    const first = await start({ data, now: "2027-05-01T00:00:00Z" });
    await first.advance({ seconds: 60 });
    await first.close();
    const warned = async (now?: string) => {
      const sandbox = await start({ data, ...(now === undefined ? {} : { now }) });
      expect((await sandbox.admin("GET", "/clock")).body.now).toBe("2027-05-01T00:01:00.000Z");
      await sandbox.close();
      return sandbox.lines;
    };
    const warning = `--now ${"2026-01-01T00:00:00Z"} is ignored: the data file ${data} goes on at its own time, 2027-05-01T00:01:00.000Z. To begin at another time, name another file.`;
    expect(await warned("2026-01-01T00:00:00Z")).toEqual([warning]);
    expect(await warned("2027-05-01T00:01:00Z")).toEqual([]);
    expect(await warned()).toEqual([]);
  });

  test("that is new begins where --now says, without a word, also on a clock that runs meanwhile", async () => {
    let wallMs = 0;
    const sandbox = await start({ data, clock: "x999999", now: "2027-05-01T00:00:00Z" }, { wallNow: () => wallMs++ });
    expect((await sandbox.admin("GET", "/clock")).body.now).toMatch(/^2027-05-01T/);
    expect(sandbox.lines).toEqual([]);
  });

  test("goes back to the start of its own clock by a reset, whatever --now says", async () => {
    await (await start({ data, now: "2027-05-01T00:00:00Z" })).close();
    for (const options of [{}, { now: "2030-01-01T00:00:00Z" }]) {
      const sandbox = await start({ data, ...options });
      await sandbox.advance({ seconds: 60 });
      await sandbox.reset();
      expect((await sandbox.admin("GET", "/clock")).body.now).toBe("2027-05-01T00:00:00.000Z");
      await sandbox.close();
    }
  });

  test("with another --undelivered works out the status of every event anew, and of those of a snapshot", async () => {
    const first = await start({ data });
    const world = happenings(first);
    const other = await world.endpoint({ status: 200 });
    await world.setStatus("inactive", other.id);
    await world.emit();
    await first.advance({ seconds: 60 });
    expect(await world.deliveryStatus()).toBe("undelivered");
    await first.admin("POST", "/snapshots/s");
    await first.close();
    const second = await start({ data, undelivered: "every" });
    expect(await happenings(second).deliveryStatus()).toBe(null);
    await second.admin("POST", "/snapshots/s/restore");
    expect(await happenings(second).deliveryStatus()).toBe(null);
  });

  test("makes an attempt again that the end cut short, and its receiver notes it once", async () => {
    const first = await start({ data, webhookTimeoutMs: 60_000 });
    const world = happenings(first);
    const receiver = await world.script({ status: 500, count: 1 }, { status: "timeout", count: 1 }, { status: 200 });
    await world.emit();
    await first.advance({ seconds: 60 });
    const moving = first.advance({ seconds: 600 }).catch((reason: Error) => reason.message);
    while ((await world.received(receiver)).length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await first.close();
    expect(await moving).toContain("closed on the way");
    const second = await start({ data, webhookTimeoutMs: 2_000 });
    const after = happenings(second);
    expect((await after.deliveries())[0]).toMatchObject({
      attempts: [{ status: 500 }],
      next_at: "2026-01-01T00:05:00.000Z",
    });
    await second.advance({ seconds: 3_600 });
    expect((await after.deliveries())[0]).toMatchObject({
      state: "succeeded",
      attempts: [{ status: 500 }, { outcome: "timeout" }, { status: 200 }],
    });
    expect((await after.received(receiver)).map(({ answered }) => answered)).toEqual([500, "timeout", 200]);
  });

  test("refuses a file of another layout, and leaves it as it is", async () => {
    const other = new DatabaseSync(data);
    other.exec("CREATE TABLE meta (name TEXT)");
    other.close();
    await expect(start({ data })).rejects.toThrow("another version of the sandbox");
    const again = new DatabaseSync(data);
    expect(again.prepare("SELECT count(*) AS tables FROM sqlite_master").get()).toMatchObject({ tables: 1 });
    again.close();
  });
});
