import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Report } from "../../drift/report/report";
import { type RewritingProxy, startRewritingProxy } from "../drift/rewriting-proxy";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { endLeftRunning } from "./harness/left-running";
import { javascript, plainJavascript } from "./harness/programs";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

const program = `
for (let n = 0; n < 3; n++) new ApiKey("k" + n, { type: "secret", name: "k" + n, scopes: ["accounts:read"] });
new RotatingApiKey("rotated", { scopes: ["accounts:read"], rotation: { everyDays: 30, overlapHours: 24 } });
new ApiKey("other", { type: "secret", name: "other", scopes: ["accounts:read"], profile: "second" });
if (process.env.PLANT === "throw") throw new Error("the program broke");
if (process.env.PLANT === "kill") {
  // The parent is the language host, and its parent the engine.
  const [, engine] = /^PPid:\\s*(\\d+)/m.exec(require("node:fs").readFileSync("/proc/" + process.ppid + "/status", "utf8"));
  process.kill(Number(engine), "SIGKILL");
}
if (process.env.PLANT === "hang") setInterval(() => undefined, 1000);
`;

let service: Service;
let bench: Workbench;
let stack: Stack;
/** In front of the service from the first `up` on: state knows no other address. */
let proxy: RewritingProxy;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(["--page-max", "2"]), workbench()]);
  stack = await bench.stack({ name: "faults", files: javascript(program), yaml: plainJavascript });
  stack.env.XDG_CACHE_HOME = join(bench.folder, "cache");
  proxy = await startRewritingProxy(service.url);
  const second = { baseUrl: proxy.url, accountId: await service.admin.createMerchant() };
  // Two pages there as well, so that no account is read by one request.
  for (const name of ["theirs", "theirs too"])
    await service.admin.createKey({ account_id: second.accountId, type: "secret", name, scopes: ["accounts:read"] });
  await connect(stack, service, {
    "payments:baseUrl": proxy.url,
    "payments:timeouts": '{"totalMs":3000}',
    "payments:profiles": JSON.stringify({ second }),
  });
  await stack.mustUp();
});
afterAll(async () => {
  if (bench !== undefined) endLeftRunning(bench.folder);
  await proxy?.close();
  await service?.stop();
  bench?.remove();
});

async function drift(...flags: string[]): Promise<{ exitCode: number; report: Report; why: string }> {
  const file = join(bench.folder, "report.json");
  const { exitCode, output } = await stack.payments(
    "drift",
    "--stack",
    "dev",
    ...flags,
    "--format",
    "json",
    "--out",
    file,
  );
  if (![0, 2, 3].includes(exitCode)) throw new Error(`exit ${exitCode}: ${output}`);
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  return { exitCode, report, why: report.findings.map(({ why }) => why).join("\n") };
}

const everyKey = { counts: { undetermined: 5 }, stacks: [{ clean: 0 }] };

test.each([
  ["answers 503 to every list", { effect: "status", status: 503 }, /503/],
  ["answers 403", { effect: "status", status: 403 }, /403/],
  ["cuts its answers", { effect: "truncate" }, /could not list the API keys/],
  ["never answers", { effect: "timeout" }, /could not list the API keys/],
  ["resets connections", { effect: "reset" }, /could not list the API keys/],
] as const)(
  "a service that %s: every key is undetermined with that reason, and the exit code is 3",
  async (_, fault, reason) => {
    await service.admin.fault({ operation: "GET /v1/api-keys", count: 1_000, ...fault });
    const { exitCode, report, why } = await drift();
    await service.admin.clearFaults();
    expect(exitCode).toBe(3);
    expect(report).toMatchObject(everyKey);
    expect(why).toMatch(reason);
  },
);

test("a credential that expires between two pages: every key is undetermined, and the credential is the reason", async () => {
  await service.admin.fault({ operation: "GET /v1/api-keys", from: 2, count: 1_000, effect: "status", status: 401 });
  const { exitCode, report, why } = await drift();
  await service.admin.clearFaults();
  expect([exitCode, report]).toMatchObject([3, everyKey]);
  expect(why).toContain("the credential was refused");
});

test.each<[string, RewritingProxy["rewrite"]]>([
  [
    "tells another total with each page",
    (_, body) => ({ ...body, total: body.total + Math.ceil(Math.random() * 1_000) }),
  ],
  [
    "has shifted by one behind each first page",
    (path, body) =>
      path.includes("offset=") && !/offset=0\b/.test(path) ? { ...body, items: body.items.slice(1) } : body,
  ],
])("a list that %s never settles: undetermined, and no key is called gone", async (_, rewrite) => {
  proxy.rewrite = rewrite;
  const { exitCode, report, why } = await drift();
  proxy.rewrite = (_path, body) => body;
  expect(exitCode).toBe(3);
  expect(report.findings.map(({ tier }) => tier)).toEqual(report.findings.map(() => "undetermined"));
  expect(report.counts.undetermined).toBeGreaterThanOrEqual(4);
  expect(why).toMatch(/list/);
});

test("a profile whose credential is refused: its keys are undetermined with its name, and those of the stack are judged", async () => {
  stack.env.PAYMENTS_PROFILE_SECOND_API_KEY = "sk_sandbox_0000000000000000000000000000000000000000";
  const { exitCode, report, why } = await drift();
  delete stack.env.PAYMENTS_PROFILE_SECOND_API_KEY;
  expect([exitCode, report]).toMatchObject([3, { counts: { undetermined: 1 }, stacks: [{ clean: 4 }] }]);
  expect(report.findings).toMatchObject([{ name: "other" }]);
  expect(why).toContain("PAYMENTS_PROFILE_SECOND_API_KEY");
});

test("a credential that was deleted meanwhile: undetermined, and says where the credential came from", async () => {
  stack.env.PAYMENTS_API_KEY = "sk_sandbox_0000000000000000000000000000000000000000";
  const { exitCode, report, why } = await drift();
  delete stack.env.PAYMENTS_API_KEY;
  expect([exitCode, report]).toMatchObject([3, everyKey]);
  expect(why).toContain("PAYMENTS_API_KEY");
});

test("another account than the one in state: undetermined, and names both", async () => {
  await stack.configure({ "payments:accountId": "acct_other" });
  const { exitCode, report, why } = await drift();
  await stack.configure({ "payments:accountId": service.accountId });
  // The profile has an account of its own.
  expect([exitCode, report]).toMatchObject([3, { counts: { undetermined: 4 }, stacks: [{ clean: 1 }] }]);
  expect(why).toContain(`state records account ${service.accountId}, the configuration says acct_other`);
});

test("a setting that is wrong: undetermined, and names the setting", async () => {
  await stack.configure({ "payments:maxConcurrency": "many" });
  const { exitCode, report, why } = await drift();
  await stack.must("config", "rm", "payments:maxConcurrency");
  expect([exitCode, report]).toMatchObject([3, everyKey]);
  expect(why).toContain("payments:maxConcurrency");
});

test("an engine that is killed half-way: never 0", async () => {
  stack.env.PLANT = "kill";
  const { exitCode, report } = await drift();
  delete stack.env.PLANT;
  expect(exitCode).toBe(3);
  expect(report.counts.undetermined).toBeGreaterThan(0);
});

test("a program that hangs is ended after --timeout, and that is never a clean run", async () => {
  stack.env.PLANT = "hang";
  const { exitCode, report } = await drift("--timeout", "15");
  delete stack.env.PLANT;
  expect(exitCode).toBe(3);
  expect(report.stacks).toMatchObject([
    { outcome: expect.stringMatching(/partly|failed/), why: expect.stringContaining("--timeout") },
  ]);
});

test("a command that is killed leaves its folder behind, and the next one removes it", async () => {
  const left = () => readdirSync(join(bench.folder, "tmp")).filter((name) => name.startsWith("pulumi-payments-drift-"));
  const begun = async (): Promise<void> => {
    while (left().length === 0) await setTimeout(50);
  };
  stack.env.PLANT = "hang";
  const { exitCode } = await stack.paymentsCutOffBy(begun(), "drift", "--stack", "dev");
  delete stack.env.PLANT;
  endLeftRunning(bench.folder);
  expect([exitCode, left()]).toEqual([137, [expect.any(String)]]);
  expect((await drift()).exitCode).toBe(0);
  expect(left()).toEqual([]);
});

test("a program that breaks is told with its reason, and is never a clean run", async () => {
  stack.env.PLANT = "throw";
  const { exitCode, why } = await drift();
  delete stack.env.PLANT;
  expect(exitCode).toBe(3);
  expect(why).toContain("failed with an unhandled exception");
});

test("a stack that does not exist is a wrong argument, and the closest one is named", async () => {
  const meant = `${stack.name}x`;
  const run = await stack.payments("drift", "--stack", meant);
  const line = `There is no stack ${meant}. Did you mean "${stack.name}"?`;
  expect([run.exitCode, run.output]).toEqual([1, expect.stringContaining(line)]);
});

test("several stacks with a bare PAYMENTS_API_KEY are refused before anything is looked at", async () => {
  const other = await bench.sibling(stack, "other");
  stack.env.PAYMENTS_API_KEY = service.apiKey;
  await service.admin.forget();
  const run = await stack.payments("drift", "--all");
  delete stack.env.PAYMENTS_API_KEY;
  expect([run.exitCode, run.output]).toEqual([1, expect.stringContaining("PAYMENTS_API_KEY is set, and 2 stacks")]);
  expect(await service.admin.requests()).toEqual([]);
  expect(other.name).toBe("other");
});

leavesNoSecret(() => ({ bench, service }));
