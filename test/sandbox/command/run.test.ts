import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "../../../sandbox/index";
import { type Command, endAll, runSandbox } from "../../cli/process";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-"));
});
afterEach(async () => {
  await endAll();
  rmSync(folder, { recursive: true, force: true });
});

type Ready = Omit<Sandbox, "advance" | "reset" | "close">;

async function ready(...args: string[]): Promise<{ command: Command; sandbox: Ready }> {
  const command = runSandbox("--port", "0", "--json", ...args);
  const line = await command.printed(/\n/);
  return { command, sandbox: JSON.parse(line) };
}

function call(sandbox: Ready, method: string, path: string, body?: object): Promise<Response> {
  return fetch(sandbox.url + path, {
    method,
    headers: {
      "payments-api-key": sandbox.apiKey,
      "payments-account": sandbox.accountId,
      "content-type": "application/json",
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

test("--help and -h explain each option and show examples", async () => {
  const { code, stdout } = await runSandbox("--help").ended;
  expect(code).toBe(0);
  for (const flag of [
    "port",
    "host",
    "data",
    "clock",
    "now",
    "page-max",
    "update-method",
    "redaction",
    "without",
    "admin-token",
    "egress",
    "json",
  ]) {
    expect(stdout).toMatch(new RegExp(`^  --${flag} .*\\S`, "m"));
  }
  expect(await runSandbox("-h").ended).toMatchObject({ code: 0, stdout });
  expect(stdout).toContain("(4010)");
  expect(stdout).toContain("Examples:");
});

test("--version prints the package's version", async () => {
  const manifest = JSON.parse(readFileSync(join(__dirname, "../../../sandbox/package.json"), "utf8"));
  expect(await runSandbox("--version").ended).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
});

test("with --json it prints one ready line, then logs on standard error only, and SIGTERM ends it with 0", async () => {
  const { command, sandbox } = await ready("--clock", "manual");
  expect(Object.keys(sandbox)).toEqual([
    "url",
    "adminUrl",
    "adminToken",
    "partnerAccountId",
    "accountId",
    "apiKey",
    "webhookEndpointId",
  ]);
  expect(sandbox.adminUrl).toBe(`${sandbox.url}/_sandbox`);
  const created = (await (await call(sandbox, "POST", "/v1/api-keys", { type: "secret" })).json()) as { value: string };
  command.child.kill("SIGTERM");
  const { code, stdout, stderr } = await command.ended;
  expect(code).toBe(0);
  expect(stdout.split("\n")).toHaveLength(2);
  expect(stderr).toMatch(/^2026-01-01T00:00:00\.000Z req_00000001 POST \/v1\/api-keys 201 key_\w+ acct_\w+\n$/);
  for (const secret of [created.value, sandbox.apiKey, sandbox.adminToken]) expect(stderr).not.toContain(secret);
});

test("without --json it tells what to do next, and SIGINT ends it with 0", async () => {
  const command = runSandbox("--port", "0");
  await command.printed(/Ctrl-C stops/);
  command.child.kill("SIGINT");
  expect((await command.ended).code).toBe(0);
});

test("every start option is understood", async () => {
  const { sandbox } = await ready(
    ...[
      "--host",
      "127.0.0.1",
      "--data",
      join(folder, "p.db"),
      "--clock=manual",
      "--now",
      "2030-01-01T00:00:00Z",
      "--page-max",
      "3",
    ],
    ...[
      "--update-method",
      "PUT",
      "--redaction",
      "null",
      "--without",
      "webhook-endpoint-read",
      "--admin-token",
      "a-known-token",
    ],
    ...["--egress", "local", "--endpoint-account", "partner", "--seed", "s", "--webhook-timeout-ms", "250"],
    ...["--owner", "ops@example.com"],
  );
  expect(sandbox.adminToken).toBe("a-known-token");
  const response = await call(sandbox, "POST", "/v1/api-keys", { type: "secret" });
  expect(response.headers.get("date")).toBe("Tue, 01 Jan 2030 00:00:00 GMT");
  const { id } = (await response.json()) as { id: string };
  expect(await (await call(sandbox, "PUT", `/v1/api-keys/${id}`, { name: "x" })).json()).toMatchObject({
    name: "x",
    value: null,
  });
  expect(await (await call(sandbox, "GET", "/v1/api-keys?limit=50")).json()).toMatchObject({ limit: 3 });
  expect((await call(sandbox, "GET", `/v1/webhook-endpoints/${sandbox.webhookEndpointId}`)).status).toBe(405);
});

test("options that cannot be used are told all at once, and it exits 1", async () => {
  const { code, stdout, stderr } = await runSandbox(
    ...["--port", "x", "--redactoin", "mask", "--page-max", "0", "--update-method", "DELETE", "--clock", "fast"],
    ...["--egress", "--json", "--json", "more", "--now", "2026-01-01T00:00:00Z", "--without", "everything"],
  ).ended;
  expect([code, stdout]).toEqual([1, ""]);
  const problems = [
    "--port: ",
    "Did you mean --redaction?",
    "--page-max: ",
    "--update-method: ",
    "--clock: ",
    "--egress needs a value",
    "--json is given twice",
    '"more" is not',
    "--without: ",
  ];
  for (const problem of problems) expect(stderr).toContain(problem);
  expect(stderr.split("\n")).toHaveLength(problems.length + 3);
});

test("a port that is taken is told plainly, and it exits 1", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await runSandbox("--port", String(port)).ended;
  server.close();
  expect(code).toBe(1);
  expect(stderr).toContain(`Port ${port} on 127.0.0.1 is taken by another program.`);
});

describe("a data file", () => {
  const listed = async (sandbox: Ready) =>
    ((await (await call(sandbox, "GET", "/v1/api-keys?limit=100")).json()) as { items: { id: string }[] }).items.map(
      ({ id }) => id,
    );

  test("keeps every acknowledged write through kill -9, and a key of an earlier ready line goes on working", async () => {
    const data = ["--data", join(folder, "p.db"), "--clock", "manual"];
    const acknowledged: string[] = [];
    const keys: string[] = [];
    for (let round = 0; round < 3; round++) {
      const { command, sandbox } = await ready(...data);
      keys.push(sandbox.apiKey);
      let alive = true;
      const writer = async (): Promise<void> => {
        while (alive) {
          const response = await call(sandbox, "POST", "/v1/api-keys", { type: "secret" });
          acknowledged.push(((await response.json()) as { id: string }).id);
        }
      };
      const writers = [1, 2, 3].map(() => writer().catch(() => undefined));
      while (acknowledged.length < (round + 1) * 15) await new Promise((resolve) => setImmediate(resolve));
      command.child.kill("SIGKILL");
      alive = false;
      await Promise.all([command.ended, ...writers]);
    }
    const { sandbox } = await ready(...data);
    const ids = await listed(sandbox);
    for (const id of acknowledged) expect(ids).toContain(id);
    for (const apiKey of keys) expect(await listed({ ...sandbox, apiKey })).toEqual(ids);
  });

  test("holds the hash of a secret value, never the value itself", async () => {
    const { command, sandbox } = await ready("--data", join(folder, "p.db"));
    const { value, id } = (await (
      await call(sandbox, "POST", "/v1/api-keys", { type: "secret", name: "planted" })
    ).json()) as { value: string; id: string };
    const bytes = () =>
      readdirSync(folder)
        .map((file) => readFileSync(join(folder, file)).toString("latin1"))
        .join();
    const check = (): void => {
      expect(bytes()).toContain(id);
      for (const secret of [value, value.slice(11), sandbox.apiKey, sandbox.adminToken])
        expect(bytes()).not.toContain(secret);
    };
    check();
    command.child.kill("SIGTERM");
    await command.ended;
    check();
  });

  test("in use by another sandbox is told plainly", async () => {
    await ready("--data", join(folder, "p.db"));
    const { code, stderr } = await runSandbox("--port", "0", "--data", join(folder, "p.db")).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining("another process has it open")]);
  });

  test("that is none, or lies where no file can be, is told plainly", async () => {
    writeFileSync(join(folder, "notes.txt"), "not a database, but long enough to be read as one by mistake".repeat(50));
    for (const [file, reason] of [
      ["notes.txt", "is not a database"],
      ["missing/p.db", "See that its folder exists"],
    ] as const) {
      const { code, stderr } = await runSandbox("--port", "0", "--data", join(folder, file)).ended;
      expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
    }
  });

  test("made with another clock is refused with the option that fixes it", async () => {
    const { command } = await ready("--data", join(folder, "p.db"), "--clock", "manual");
    command.child.kill("SIGTERM");
    await command.ended;
    const { code, stderr } = await runSandbox("--port", "0", "--data", join(folder, "p.db")).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining("was made with --clock manual")]);
  });
});
