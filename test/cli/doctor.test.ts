import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { exitCodes } from "../../cli/exit-codes";
import { createSandbox, type Sandbox } from "../../sandbox/index";
import { selfSigned } from "../provider/api/self-signed";
import { speaking } from "./doctor/dialect";
import { endAll, runIn } from "./process";

afterEach(endAll);
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

const environmentOf = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  PAYMENTS_BASE_URL: sandbox.url,
  PAYMENTS_ACCOUNT_ID: sandbox.accountId,
  PAYMENTS_API_KEY: sandbox.apiKey,
  ...more,
});
const doctor = (args: string[], more?: Record<string, string>) => runIn(environmentOf(more), "doctor", ...args);

test("--help tells what it does, every option, every exit code, and shows examples", async () => {
  const { code, stdout } = await doctor(["--help"]).ended;
  expect(code).toBe(0);
  for (const flag of ["stack", "cwd", "profile", "endpoint", "write", "json"])
    expect(stdout).toMatch(new RegExp(`^  --${flag} .*\\S`, "m"));
  for (const { code: each } of Object.values(exitCodes)) expect(stdout).toMatch(new RegExp(`^  ${each}  \\S`, "m"));
  expect(stdout).toContain("Examples:");
});

test("a healthy service is 0; the report goes to standard output, what is being asked to standard error", async () => {
  const { code, stdout, stderr } = await doctor([]).ended;
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ {2}holds +credential +it may list the keys/m)]);
  expect(stderr).toContain("GET /v1/api-keys?offset=0&limit=100\n");
  expect(stdout + stderr).not.toContain(sandbox.apiKey);
});

test("--json is one JSON value with every check", async () => {
  const { code, stdout } = await doctor(["--json", "--endpoint", sandbox.webhookEndpointId]).ended;
  const { exitCode, checks } = JSON.parse(stdout);
  expect([code, exitCode]).toEqual([0, 0]);
  expect(checks).toContainEqual(
    expect.objectContaining({ name: "webhook-endpoint-read", row: "webhook-endpoint-read", verdict: "holds" }),
  );
});

test("wrong usage and missing settings are 1, each problem with what to do", async () => {
  expect(await doctor(["--writ"]).ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Did you mean --write?"),
  });
  expect(await doctor([], { PAYMENTS_ACCOUNT_ID: "" }).ended).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("export PAYMENTS_ACCOUNT_ID="),
  });
  expect(await doctor(["--profile", "eu"]).ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--stack"),
  });
});

test("a refused credential is 2, with the line that fixes it and without the credential", async () => {
  const { code, stdout, stderr } = await doctor([], { PAYMENTS_API_KEY: "sk_wrong_0123456789" }).ended;
  expect(code).toBe(2);
  expect(stdout).toMatch(/differs +credential .*\n +pulumi config set --secret payments:apiKey/);
  expect(stdout + stderr).not.toContain("sk_wrong_0123456789");
});

test("a service that nobody answers for is 3, quickly, and everything else is reported as not checked", async () => {
  const { code, stdout } = await doctor(["--write"], { PAYMENTS_BASE_URL: "http://127.0.0.1:1" }).ended;
  expect(code).toBe(3);
  expect(stdout).toMatch(/cannot tell +address .*refused/);
  expect(stdout).not.toMatch(/^ {2}holds +(?!tls| )/m);
});

test("a certificate that nobody vouches for is 2, and no credential is sent", async () => {
  const seen: string[] = [];
  const server = createServer(selfSigned(), (request, response) => {
    seen.push(request.url ?? "");
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, stdout } = await doctor([], { PAYMENTS_BASE_URL: url }).ended;
    expect(code).toBe(2);
    expect(stdout).toMatch(/holds +address[\s\S]*differs +tls .*certificate[\s\S]*NODE_EXTRA_CA_CERTS/);
    expect(seen).toEqual([]);
  } finally {
    server.close();
  }
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s while it writes ends it with 3, and removes its own keys first",
  async (signal) => {
    let command: ReturnType<typeof doctor> | undefined;
    const service = await speaking(({ method }, { status }) => {
      if (method === "POST" && status === 201) command?.child.kill(signal);
      return undefined;
    });
    try {
      const { url, sandbox: own } = service;
      command = doctor(["--write"], {
        PAYMENTS_BASE_URL: url,
        PAYMENTS_ACCOUNT_ID: own.accountId,
        PAYMENTS_API_KEY: own.apiKey,
      });
      const { code, stdout, stderr } = await command.ended;
      expect([code, await service.names()]).toEqual([3, []]);
      expect(stderr).toContain("removing its own key pulumi-payments-doctor-");
      expect(stdout).toContain("It was interrupted");
    } finally {
      await service.close();
    }
  },
);
