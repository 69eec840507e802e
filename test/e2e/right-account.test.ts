import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

let production: Service;
let sandbox: Service;
let bench: Workbench;
let stack: Stack;
beforeAll(async () => {
  // Born alike: accounts, endpoint and credential are called the same at both.
  const seed = ["--seed", "twins"];
  [production, sandbox, bench] = await Promise.all([startService(seed), startService(seed), workbench()]);
  const files = javascript(`
const main = new ApiKey("main", { type: "secret", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
const other = new ApiKey("other", { profile: "try", type: "secret", scopes: ["accounts:read"] });
new ApplePayDomainScopes("shop", { apiKeyId: main, access: "read" });
new WebhookEndpoint("orders", { endpointId: "${production.webhookEndpointId}", status: "active" });
`);
  stack = await bench.stack({ name: "account", files, yaml: plainJavascript });
  await connect(stack, production, { "payments:environment": "production" });
  await stack.configure({}, { "payments:profiles": profiles(sandbox) });
  await stack.mustUp();
});
afterAll(async () => {
  await Promise.all([production?.stop(), sandbox?.stop()]);
  bench?.remove();
});

function profiles({ url, accountId, apiKey }: Service, environment = "sandbox"): string {
  return JSON.stringify({ try: { baseUrl: url, environment, accountId, apiKey } });
}

/** Runs each command, which has to fail with these words, and asks neither service anything. */
async function expectRefused(commands: readonly (keyof typeof run)[], words: readonly string[]): Promise<void> {
  await production.admin.forget();
  await sandbox.admin.forget();
  const before = (await stack.state()).size;
  for (const command of commands) {
    const { exitCode, output } = await run[command]();
    expect([command, exitCode]).toEqual([command, 1]);
    for (const each of words) expect(output).toContain(each);
    expect(output).not.toMatch(/gone:|was gone already/);
  }
  expect((await stack.state()).size).toBe(before);
  expect([...(await production.admin.writes()), ...(await sandbox.admin.writes())]).toEqual([]);
}
const run = {
  preview: () => stack.preview(),
  up: () => stack.up(),
  refresh: () => stack.refresh(),
  destroy: () => stack.destroy(),
};

test("each resource is where its profile says, and state remembers service, environment and account", async () => {
  const state = await stack.state();
  const home = ({ url, accountId }: Service, environment: string) => ({ serviceUrl: url, accountId, environment });
  expect(state.get("main")?.outputs).toMatchObject(home(production, "production"));
  expect(state.get("orders")?.outputs).toMatchObject(home(production, "production"));
  expect(state.get("shop")?.outputs).toMatchObject(home(production, "production"));
  expect(state.get("other")?.outputs).toMatchObject({ ...home(sandbox, "sandbox"), profile: "try" });
  expect(await production.admin.holds(production.accountId, state.get("main")?.id ?? "")).toBe(true);
  expect(await sandbox.admin.holds(sandbox.accountId, state.get("other")?.id ?? "")).toBe(true);
});

test("production and sandbox with their addresses swapped are refused, and both are named", async () => {
  await connect(stack, sandbox, { "payments:environment": "sandbox" });
  await stack.configure({}, { "payments:profiles": profiles(production, "production") });
  await expectRefused(["preview", "up"], [production.url, sandbox.url]);
  await connect(stack, production, { "payments:environment": "production" });
  await stack.configure({}, { "payments:profiles": profiles(sandbox) });
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
});

test("a profile that moved to the other environment is refused, and no credential goes there", async () => {
  await stack.configure({}, { "payments:profiles": profiles(sandbox, "production") });
  await expectRefused(["preview", "up"], ["state records environment sandbox, the configuration says production"]);
  await stack.configure({}, { "payments:profiles": profiles(sandbox) });
});

test("refresh and destroy under another account or environment of the process's variables are refused", async () => {
  for (const [name, value] of [
    ["PAYMENTS_ACCOUNT_ID", "acct_other"],
    ["PAYMENTS_ENVIRONMENT", "sandbox"],
  ] as const) {
    stack.env[name] = value;
    await expectRefused(["refresh", "destroy"], [name]);
    delete stack.env[name];
  }
});

test("state that was imported into a stack of another account is refused there, and works at home", async () => {
  const account = await production.admin.createMerchant();
  const sibling = await bench.sibling(stack, "sibling");
  await connect(sibling, production, { "payments:environment": "production", "payments:accountId": account });
  await sibling.configure({}, { "payments:profiles": profiles(sandbox) });
  const { stdout } = await stack.must("stack", "export");
  const file = join(bench.folder, "state.json");
  writeFileSync(
    file,
    stdout.replaceAll("urn:pulumi:dev::", "urn:pulumi:sibling::").replaceAll("account-dev", "account-sibling"),
  );
  await sibling.must("stack", "import", "--file", file);
  const preview = await sibling.preview();
  expect(preview.exitCode).toBe(1);
  expect(preview.output).toContain(`state records account ${production.accountId}, the configuration says ${account}`);
  expect(preview.output).not.toMatch(/gone:/);
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
  // The last up was a refused one, and its configuration is what refresh and destroy get.
  const refresh = await stack.refresh();
  expect(refresh.exitCode).toBe(1);
  expect(refresh.output).toContain("even a failed one. If the configuration is right now, run 'pulumi up' first");
  await stack.mustUp();
  await stack.must("destroy", "--yes", "--skip-preview");
});

leavesNoSecret(() => ({ bench, service: production }));
