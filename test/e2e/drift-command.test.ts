import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding, Report } from "../../drift/report/report";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Run } from "./harness/process";
import { javascript, plainJavascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

const keys = `
new ApiKey("ci", { type: "secret", name: "ci", scopes: ["accounts:read", "api_keys:read"] });
new ApiKey("made", { type: "secret", scopes: ["accounts:read"] });
new ApiKey("web", { type: "publishable", name: "web shop" });
const shop = new ApiKey("shop", { type: "secret", name: "shop", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop, access: "readWrite" });
`;
const orders = (endpointId: string): string =>
  `new WebhookEndpoint("orders", { endpointId: "${endpointId}", status: "active" });`;

let stack: Stack;
let ids: Record<string, string>;
beforeAll(async () => {
  stack = await bench.stack({
    name: "shop",
    files: javascript(keys + orders(service.webhookEndpointId)),
    yaml: `${plainJavascript}\noptions:\n  refresh: always`,
  });
  stack.env.XDG_CACHE_HOME = join(bench.folder, "cache");
  await connect(stack, service);
  await stack.mustUp();
  ids = Object.fromEntries([...(await stack.state())].map(([name, { id }]) => [name, id ?? ""]));
  // From here on the stack has a credential that may read and nothing else.
  const reader = await keyWith(["api_keys:read", "webhook_endpoints:read"]);
  await stack.configure({}, { "payments:apiKey": reader });
});

async function keyWith(scopes: string[]): Promise<string> {
  const { accountId: account_id } = service;
  const made = await service.admin.createKey({ account_id, type: "secret", name: "nightly drift", scopes });
  return made.value!;
}

interface Looked {
  run: Run;
  report: Report;
  found: Record<string, Finding>;
}
async function drift(...flags: string[]): Promise<Looked> {
  const file = join(bench.folder, "report.json");
  const scope = flags.includes("--all") ? [] : ["--stack", "dev"];
  const run = await stack.payments("drift", ...scope, ...flags, "--format", "json", "--out", file);
  if (![0, 2, 3].includes(run.exitCode)) throw new Error(`exit ${run.exitCode}: ${run.output}`);
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  return { run, report, found: Object.fromEntries(report.findings.map((each) => [each.name, each])) };
}

const tiersOf = ({ found }: Looked): Record<string, string> =>
  Object.fromEntries(Object.entries(found).map(([name, { tier }]) => [name, tier]));

describe("a clean stack", () => {
  let looked: Looked;
  let before: string;
  beforeAll(async () => {
    before = (await stack.must("stack", "export")).stdout;
    await service.admin.forget();
    looked = await drift();
  });

  test("exits 0 with every resource judged, though the credential may only read", () => {
    expect(looked.run.exitCode).toBe(0);
    expect(looked.report).toMatchObject({ findings: [], stacks: [{ outcome: "looked", resources: 6, clean: 6 }] });
    expect(looked.run.output).toMatch(/\[1\/1\] shop\/dev: looked, 6 resources, 0 findings/);
  });

  test("state is byte for byte what it was, and the service saw nothing but GET", async () => {
    expect((await stack.must("stack", "export")).stdout).toBe(before);
    const operations = (await service.admin.requests()).map(({ operation }) => operation);
    expect(operations.length).toBeGreaterThan(0);
    expect(operations.filter((operation) => !operation.startsWith("GET "))).toEqual([]);
  });

  test("nothing is left behind in the folder for temporary files", () => {
    const left = readdirSync(join(bench.folder, "tmp")).filter((name) => name.startsWith("pulumi-payments-drift"));
    expect(left).toEqual([]);
  });
});

test("a stack of keys alone needs the scope api_keys:read and no other", async () => {
  const only = await bench.stack({
    name: "keys",
    files: javascript(`new ApiKey("one", { type: "secret", scopes: ["accounts:read"] });`),
    yaml: plainJavascript,
  });
  only.env.XDG_CACHE_HOME = join(bench.folder, "cache");
  await connect(only, service);
  await only.mustUp();
  await only.configure({}, { "payments:apiKey": await keyWith(["api_keys:read"]) });
  const run = await only.payments("drift", "--stack", "dev");
  expect([run.exitCode, run.stdout]).toEqual([0, expect.stringMatching(/^Clean: 1 stack, 1 resource: 1 clean\./)]);
  await only.configure({}, { "payments:apiKey": service.apiKey });
  await only.destroy();
});

describe.each(["strict", "warn", "off"])(
  "with payments:driftCheck %s, after a colleague changed everything",
  (driftCheck) => {
    let looked: Looked;
    beforeAll(async () => {
      await stack.configure({ "payments:driftCheck": driftCheck });
      await service.admin.changeKey(ids.ci!, { name: "renamed", scopes: ["accounts:read", "accounts:write"] });
      await service.admin.changeKey(ids.made!, { name: "taken" });
      await service.admin.changeKey(ids.web!, { name: "old shop" });
      await service.admin.changeKey(ids.shop!, { scopes: ["accounts:write", "apple_pay_domains:read"] });
      await service.admin.setEndpoint(service.webhookEndpointId, "inactive");
      looked = await drift();
    });
    afterAll(() => stack.must("config", "rm", "payments:driftCheck"));

    test("each is found in its tier, the exit code is 2, and the mode of the stack makes no difference", () => {
      expect(looked.run.exitCode).toBe(2);
      expect(tiersOf(looked)).toEqual({
        ci: "changed",
        made: "changed",
        web: "changed",
        shop: "changed",
        "shop-apple-pay": "changed",
        orders: "unhealthy",
      });
    });

    test("each names the fields that changed, with wanted, last applied and live", () => {
      const { ci, shop, orders: endpoint, "shop-apple-pay": apple } = looked.found;
      expect(ci!.fields).toMatchObject([
        { field: "name", wanted: "ci", applied: "ci", live: "renamed" },
        { field: "scopes", wanted: ["accounts:read", "api_keys:read"], live: ["accounts:read", "accounts:write"] },
      ]);
      expect(shop!.fields).toMatchObject([{ field: "scopes", wanted: ["accounts:read"], live: ["accounts:write"] }]);
      expect(apple!.fields).toMatchObject([{ field: "scopes", live: ["apple_pay_domains:read"] }]);
      expect(endpoint!.fields).toMatchObject([{ field: "status", wanted: "active", live: "inactive" }]);
    });
  },
);

test("a refresh that takes drift into state changes nothing about what it is", async () => {
  await stack.must("refresh", "--yes", "--skip-preview");
  expect(tiersOf(await drift())).toMatchObject({ ci: "changed", made: "changed", web: "changed", orders: "unhealthy" });
});

test("a program that wants something else is pending and no drift, and one that is refused hides nothing", async () => {
  await repair();
  stack.write(
    javascript(
      keys.replace('name: "web shop"', 'name: "new shop"') +
        `new ApiKey("more", { type: "secret", scopes: ["accounts:read"] });`,
    ),
  );
  const looked = await drift();
  expect(looked.run.exitCode).toBe(0);
  expect(tiersOf(looked)).toEqual({ web: "pending-program", more: "pending-program", orders: "pending-program" });
  stack.write(javascript(keys.replace('name: "web shop"', 'name: ""') + orders(service.webhookEndpointId)));
  await service.admin.changeKey(ids.ci!, { scopes: ["accounts:read"] });
  const refused = await drift();
  expect(tiersOf(refused)).toEqual({ web: "undetermined", ci: "changed" });
  stack.write(javascript(keys + orders(service.webhookEndpointId)));
});

test("a key that is gone, and the scopes that went with it", async () => {
  await repair();
  await service.admin.deleteKey(ids.shop!);
  await service.admin.setEndpoint(service.webhookEndpointId, "disabled");
  const looked = await drift();
  expect(looked.run.exitCode).toBe(2);
  expect(tiersOf(looked)).toEqual({ shop: "gone", "shop-apple-pay": "consequence", orders: "unhealthy" });
  expect(looked.found["shop-apple-pay"]!.because).toBe(looked.found.shop!.urn);
  await repair();
});

test("--all finds keys that nobody declares, and only counts those of another stack", async () => {
  const { accountId: account_id } = service;
  const lone = await service.admin.createKey({ account_id, type: "secret", name: "made by hand", scopes: ["*"] });
  const other = await service.admin.createKey({
    account_id,
    type: "secret",
    name: "ci-ffffffff-abcdefgh",
    scopes: ["*"],
  });
  const { run, report, found } = await drift("--all", "--fail-on", "unmanaged");
  expect(run.exitCode).toBe(2);
  expect(found["made by hand"]).toMatchObject({
    tier: "unmanaged",
    id: lone.id,
    fields: [{ field: "scopes", live: ["*"] }],
  });
  const [, command = ""] = /^npx pulumi-payments (.*) prints/.exec(found["made by hand"]!.next) ?? [];
  expect((await stack.payments(...command.split(" "))).stdout).toContain(`adoptId: "${lone.id}"`);
  expect(run.output).toContain("1 unmanaged key holds every scope (*).");
  expect(report.findings.map(({ id }) => id)).not.toContain(other.id);
  expect(report.accounts).toMatchObject([{ accountId: account_id, managedElsewhere: 1 }]);
  for (const { id } of [lone, other]) await service.admin.deleteKey(id);
});

test("what is accepted fails nothing until its day has passed, and explain shows one resource from every side", async () => {
  await service.admin.changeKey(ids.ci!, { scopes: ["accounts:read"] });
  const { found } = await drift();
  const file = (name: string): string => join(bench.folder, name);
  const accept = (expires: string) =>
    stack.payments(
      "drift",
      "accept",
      found.ci!.fingerprint,
      "--report",
      file("report.json"),
      "--baseline",
      file("baseline.json"),
      "--reason",
      "on purpose",
      "--owner",
      "us",
      "--expires",
      expires,
    );
  expect(await accept("2999-01-01")).toMatchObject({ exitCode: 0 });
  // A stack that is named twice is looked at once.
  const accepted = await drift("--baseline", file("baseline.json"), "--stack", "dev");
  expect(accepted.report.stacks).toHaveLength(1);
  expect([accepted.run.exitCode, tiersOf(accepted)]).toEqual([0, { ci: "accepted" }]);
  expect(await accept("2020-01-01")).toMatchObject({ exitCode: 1 });
  const written = readFileSync(file("baseline.json"), "utf8");
  writeFileSync(file("baseline.json"), written.replace("2999-01-01", "2020-01-01"));
  const expired = await drift("--baseline", file("baseline.json"));
  expect(expired.run.exitCode).toBe(2);
  expect(expired.report.baseline).toMatchObject({ expired: [{ fingerprint: found.ci!.fingerprint }] });
  const explained = await stack.payments("explain", found.ci!.urn!);
  expect(explained.exitCode).toBe(2);
  expect(explained.stdout).toMatch(
    /≠ scopes: differs live\n +wanted +\["accounts:read","api_keys:read"\]\n +stored .*\n +live +\["accounts:read"\]/,
  );
  expect(explained.stdout).toMatch(/= name: equal/);
  expect(await stack.payments("explain", "ci")).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining("No stack is selected in"),
  });
  for (const subject of ["ci", found.ci!.id!])
    expect((await stack.payments("explain", subject, "--stack", "dev")).stdout).toBe(explained.stdout);
  await repair();
});

/** Everything live as the program says, with a credential that may write; then back to the one that reads. */
async function repair(): Promise<void> {
  stack.env.PAYMENTS_API_KEY = service.apiKey;
  await stack.mustUp();
  delete stack.env.PAYMENTS_API_KEY;
  ids = Object.fromEntries([...(await stack.state())].map(([name, { id }]) => [name, id ?? ""]));
}

test("a resource of the program that would write meets a client that refuses, before the service hears of it", async () => {
  const record = join(bench.folder, "records");
  expect(existsSync(record)).toBe(false);
  stack.write(
    javascript(
      `${keys}${orders(service.webhookEndpointId)}new ApiKey("planted", { type: "secret", scopes: ["accounts:read"] });`,
    ),
  );
  stack.env.PAYMENTS_READ_ONLY = "1";
  stack.env.PAYMENTS_API_KEY = service.apiKey;
  await service.admin.forget();
  const up = await stack.up();
  delete stack.env.PAYMENTS_READ_ONLY;
  delete stack.env.PAYMENTS_API_KEY;
  expect(up.exitCode).not.toBe(0);
  expect(up.output).toContain("this run only reads");
  expect(await service.admin.writes()).toEqual([]);
});

leavesNoSecret(() => ({ bench, service }));
