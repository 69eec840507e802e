import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

let service: Service;
let bench: Workbench;
let stack: Stack;
beforeAll(async () => {
  [service, bench] = await Promise.all([
    startService(["--endpoint-account", "partner", "--update-method", "PUT"]),
    workbench(),
  ]);
  const program = `new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });`;
  stack = await bench.stack({ name: "examined", files: javascript(program), yaml: plainJavascript });
  await connect(stack, service, { "payments:partnerAccountId": service.partnerAccountId });
  await stack.mustUp();
  await service.admin.forget();
});
afterAll(async () => {
  await service?.stop();
  bench?.remove();
});

interface Check {
  name: string;
  verdict: string;
  adapt?: string;
}
async function doctor(...args: string[]): Promise<{ exitCode: number; checks: Record<string, Check> }> {
  const { exitCode, stdout } = await stack.payments(
    "doctor",
    "--stack",
    "dev",
    "--json",
    "--endpoint",
    service.webhookEndpointId,
    ...args,
  );
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  return { exitCode, checks: Object.fromEntries(checks.map((check) => [check.name, check])) };
}

test("with the settings of a stack it only reads, and the lines that it prints adapt the stack: then nothing needs anybody", async () => {
  const first = await doctor();
  expect(first.exitCode).toBe(2);
  const open = Object.values(first.checks).filter(
    ({ verdict, adapt }) => verdict === "differs" && adapt?.startsWith("pulumi config set"),
  );
  expect(open.map(({ name }) => name)).toEqual(["endpoint-account", "update-method"]);
  for (const { adapt = "" } of open) await stack.must(...adapt.split("   #")[0]!.split(" ").slice(1));
  const second = await doctor();
  expect(second.exitCode).toBe(0);
  expect(second.checks["webhook-endpoint-read"]).toMatchObject({ verdict: "holds" });
  expect(await service.admin.writes()).toEqual([]);
});

test("--write leaves the account and the stack as they were", async () => {
  const before = await service.admin.keys(service.accountId);
  const { exitCode, checks } = await doctor("--write");
  expect([exitCode, checks.deletion]).toEqual([0, expect.objectContaining({ verdict: "holds" })]);
  expect((await service.admin.keys(service.accountId)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
});

leavesNoSecret(() => ({ bench, service }));
