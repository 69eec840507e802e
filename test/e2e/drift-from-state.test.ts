import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding, Report } from "../../drift/report/report";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Run } from "./harness/process";
import { javascript, native, nativeJavascript, plainJavascript } from "./harness/programs";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, environmentOf, type Workbench, workbench } from "./harness/workbench";

const small = `new ApiKey("only", { type: "secret", name: "only of " + pulumi.getStack(), scopes: ["accounts:read"] });`;
const large = (endpointId: string): string => `
const secret = { type: "secret", scopes: ["accounts:read", "api_keys:read"] };
new ApiKey("calm", secret);
new ApiKey("widened", { ...secret, name: "widened" });
new ApiKey("gone", secret);
new ApiKey("web", { type: "publishable", name: "web shop" });
const till = new ApiKey("till", { ...secret, delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("till-pay", { apiKeyId: till, access: "read" });
new RotatingApiKey("due", { scopes: ["accounts:read"], rotation: { everyDays: 1, overlapHours: 1 } });
new WebhookEndpoint("orders", { endpointId: "${endpointId}", status: "active" });
`;
const siblings = 18;

let service: Service;
let bench: Workbench;
let dev: Stack;
let plugin: Stack;
let declared: string;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(["--clock", "manual"]), workbench()]);
  const endpoint = await service.admin.createEndpoint();
  declared = `if (pulumi.getStack() === "dev") {${large(endpoint)}} else {${small}}`;
  dev = await bench.stack({ name: "fleet", files: javascript(declared), yaml: plainJavascript });
  plugin = await bench.stack({ name: "plugin", files: native(small), yaml: nativeJavascript });
  const others = [];
  for (let place = 1; place <= siblings; place++) others.push(await bench.sibling(dev, `stack-${place}`));
  for (const stack of [dev, plugin, ...others]) {
    await connect(stack, service);
    await stack.mustUp();
  }
}, 900_000);

/** A folder with the project's file alone: no program, no packages, and no secret of the stacks' configuration can be read. */
function bare(name: string): string {
  const folder = join(bench.folder, `bare-${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "Pulumi.yaml"), `name: ${name}\nruntime: nodejs\n`);
  return folder;
}

afterAll(async () => {
  await service?.stop();
  bench?.remove();
});

interface Looked {
  run: Run;
  report: Report;
}
/** The command with the credential in the environment, or as the stack is configured. */
async function drift(credential: "environment" | "stack", ...flags: string[]): Promise<Looked> {
  const file = join(bench.folder, "from-state.json");
  const given = credential === "environment" ? { ...environmentOf(service), PULUMI_CONFIG_PASSPHRASE: "" } : {};
  const before = { ...dev.env };
  Object.assign(dev.env, given);
  const run = await dev.payments("drift", ...flags, "--format", "json", "--out", file);
  for (const name of Object.keys(given)) delete dev.env[name];
  Object.assign(dev.env, before);
  if (![0, 2, 3].includes(run.exitCode)) throw new Error(`exit ${run.exitCode}: ${run.output}`);
  return { run, report: JSON.parse(readFileSync(file, "utf8")) as Report };
}
const lists = async (): Promise<number> =>
  (await service.admin.requests()).filter(({ operation }) => operation === "GET /v1/api-keys").length;
const managedIn = ({ report }: Looked): Finding[] => report.findings.filter(({ tier }) => tier !== "unmanaged");
const fleet = (): string[] => ["--from-state", "--all", "--cwd", bare("fleet"), "--cwd", bare("plugin")];

test("twenty stacks in both forms are clean after one reading of the account's list, without programs, packages or a passphrase", async () => {
  await service.admin.forget();
  const looked = await drift("environment", ...fleet());
  expect([looked.run.exitCode, managedIn(looked)]).toEqual([0, []]);
  expect(looked.report.stacks).toHaveLength(siblings + 2);
  expect(
    looked.report.stacks.every(({ outcome, clean, resources }) => outcome === "looked" && clean === resources),
  ).toBe(true);
  expect([await lists(), await service.admin.writes()]).toEqual([1, []]);
  expect(looked.run.output).toMatch(/no program was run: .*pending-program/);
});

test("--require-program makes that report one that is not wholly judged", async () => {
  const looked = await drift("environment", "--from-state", "dev", "--cwd", bare("fleet"), "--require-program");
  expect([looked.run.exitCode, looked.report.counts]).toEqual([3, { undetermined: 1 }]);
});

describe("after colleagues and the clock changed everything", () => {
  let ids: Record<string, string>;
  let unowned: string;
  beforeAll(async () => {
    ids = await dev.ids();
    const { admin } = service;
    await admin.changeKey(ids.widened!, { name: "renamed", scopes: ["*"] });
    await admin.deleteKey(ids.gone!);
    await admin.changeKey(ids.web!, { name: "old shop" });
    await admin.changeKey(ids.till!, { scopes: ["accounts:write", "api_keys:read"] });
    await admin.setEndpoint(ids.orders!, "disabled");
    const { accountId: account_id } = service;
    unowned = (await admin.createKey({ account_id, type: "secret", name: "made by hand", scopes: ["*"] })).id;
    await admin.advance(2 * 86_400);
  });

  test("state is found to be just what the program is found to be, with the settings of the stack", async () => {
    const program = await drift("stack", "--stack", "dev");
    const state = await drift("stack", "--from-state", "--stack", "dev");
    expect(state.run.exitCode).toBe(2);
    const tiers = Object.fromEntries(state.report.findings.map(({ name, tier }) => [name, tier]));
    expect(tiers).toEqual({
      widened: "changed",
      gone: "gone",
      web: "changed",
      till: "changed",
      "till-pay": "changed",
      due: "due",
      orders: "unhealthy",
    });
    expect(state.report.findings).toEqual(program.report.findings);
    expect({ ...state.report.counts }).toEqual(program.report.counts);
  });

  test("explain says the same of a resource from state as from the program, and runs no program for it", async () => {
    const program = await dev.payments("explain", "widened", "--stack", "dev");
    dev.write(javascript(`throw new Error("the program ran");`));
    const state = await dev.payments("explain", "widened", "--stack", "dev", "--from-state");
    dev.write(javascript(declared));
    expect([state.exitCode, state.stdout]).toEqual([2, program.stdout]);
    expect(state.output).toContain('"*"');
    expect(state.output).not.toContain("the program ran");
  });

  test("a folder of exported states comes to the same, and the list is read twice, since a key is gone", async () => {
    const folder = join(bench.folder, "states");
    mkdirSync(folder);
    await dev.must("stack", "export", "--file", join(folder, "dev.json"));
    await plugin.must("stack", "export", "--file", join(folder, "plugin.json"));
    await service.admin.forget();
    const looked = await drift("environment", "--from-state", folder);
    expect([looked.run.exitCode, await lists(), await service.admin.writes()]).toEqual([2, 2, []]);
    expect(looked.report.counts).toEqual({ gone: 1, changed: 4, unhealthy: 1, due: 1 });
    const whole = await drift("environment", "--from-state", folder, "--all");
    const found = whole.report.findings.filter(({ tier }) => tier === "unmanaged").map(({ id }) => id);
    expect(found).toContain(unowned);
  });

  test("a key that no stack of the complete set holds is unmanaged, and what the program wants since is not known", async () => {
    dev.write(javascript(`new ApiKey("never-applied", { type: "secret", scopes: ["*"] });`));
    const looked = await drift("environment", ...fleet());
    const unmanaged = looked.report.findings.filter(({ tier }) => tier === "unmanaged");
    expect(unmanaged.map(({ name }) => name)).toContain("made by hand");
    expect(JSON.stringify(looked.report)).not.toContain("never-applied");
    expect(looked.report.completeness).toEqual({ declared: "all", unmanaged: "looked-for" });
  });

  test("without a credential for the account every resource is undetermined, and nothing is sent", async () => {
    await service.admin.forget();
    const other = { PAYMENTS_ACCOUNT_ID: "acct_other" };
    Object.assign(dev.env, environmentOf(service), other);
    const run = await dev.payments("drift", "--from-state", "stack-1");
    for (const name of Object.keys(environmentOf(service))) delete dev.env[name];
    expect([run.exitCode, run.stdout]).toEqual([3, expect.stringContaining("no credential for account")]);
    expect(await service.admin.requests()).toEqual([]);
  });
});

leavesNoSecret(() => ({ bench, service }));
