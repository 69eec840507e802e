import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding, Report } from "../../cli/drift/report.js";
import { leavesNoSecret } from "./harness/leaves-no-secret.js";
import type { Run } from "./harness/process.js";
import { javascript, plainJavascript } from "./harness/programs.js";
import { type Service, startService } from "./harness/service.js";
import type { Stack } from "./harness/stack.js";
import { connect, type Workbench, workbench } from "./harness/workbench.js";

const program = (endpointId: string) => `
new ApiKey("ci", { type: "secret", name: "ci", scopes: ["accounts:read", "api_keys:read"] });
new ApiKey("made", { type: "secret", scopes: ["accounts:read"] });
new ApiKey("web", { type: "publishable", name: "web shop" });
const shop = new ApiKey("shop", { type: "secret", name: "shop", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop, access: "readWrite" });
new WebhookEndpoint("orders", { endpointId: "${endpointId}", status: "active" });
`;

let service: Service;
let bench: Workbench;
let stack: Stack;
let ids: Record<string, string>;
let reader: string;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(), workbench()]);
  stack = await bench.stack({
    name: "shop",
    files: javascript(program(service.webhookEndpointId)),
    yaml: plainJavascript,
  });
  await connect(stack, service);
  await stack.mustUp();
  ids = Object.fromEntries([...(await stack.state())].map(([name, { id }]) => [name, id ?? ""]));
  const { accountId: account_id } = service;
  const key = await service.admin.createKey({
    account_id,
    type: "secret",
    name: "nightly drift",
    scopes: ["api_keys:read"],
  });
  reader = key.value!;
  // The one credential that the command is to need: from here on nothing in this stack has another.
  await stack.configure({}, { "payments:apiKey": reader });
  await service.admin.forget();
});
afterAll(async () => {
  await service?.stop();
  bench?.remove();
});

const reportFile = (): string => join(bench.folder, "report.json");
async function drift(...flags: string[]): Promise<{ run: Run; report: Report; found: Record<string, Finding> }> {
  const scope = flags.includes("--all") ? [] : ["--stack", "dev"];
  const run = await stack.payments("drift", ...scope, ...flags, "--format", "json", "--out", reportFile());
  if (![0, 2, 3].includes(run.exitCode)) throw new Error(`exit ${run.exitCode}: ${run.output}`);
  const report = JSON.parse(readFileSync(reportFile(), "utf8")) as Report;
  return { run, report, found: Object.fromEntries(report.findings.map((each) => [each.name, each])) };
}

test("a clean stack: exit 0, every resource judged, state byte for byte as it was, and nothing but GET at the service", async () => {
  const before = await stack.must("stack", "export");
  const { run, report } = await drift();
  expect(run.exitCode).toBe(0);
  expect(report).toMatchObject({ findings: [], stacks: [{ outcome: "looked", resources: 6, clean: 6 }] });
  expect(run.output).toMatch(/\[1\/1\] shop\/dev: looked, 6 resources, 0 findings/);
  expect((await stack.must("stack", "export")).stdout).toBe(before.stdout);
  const operations = (await service.admin.requests()).map(({ operation }) => operation);
  expect(operations.length).toBeGreaterThan(0);
  expect(operations.filter((operation) => !operation.startsWith("GET "))).toEqual([]);
});

leavesNoSecret(() => ({ bench, service }));
