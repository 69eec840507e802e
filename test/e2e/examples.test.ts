import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pinnedNode } from "../../tools/set-up/pinned-node.js";
import { run } from "./harness/process";
import { formsOf, leaksOf, plantedIn } from "./harness/secrets";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

const root = resolve(__dirname, "..", "..");

/** A copy of an example beside the installed package, without what somebody may have installed in it. */
function copyOf(name: string, into = name): string {
  const copy = join(bench.installed, into);
  const filter = (file: string) => !file.includes("node_modules");
  cpSync(join(root, "examples", name), copy, { recursive: true, filter });
  return copy;
}

async function stackIn(folder: string, name: string): Promise<Stack> {
  const files = { "Pulumi.yaml": readFileSync(join(folder, "Pulumi.yaml"), "utf8") };
  const stack = await bench.stack({ name, files, folder });
  await connect(stack, service);
  return stack;
}

async function checkTypes(folder: string): Promise<void> {
  const compiler = join(bench.installed, "node_modules", "typescript", "bin", "tsc");
  const checked = await run({ program: pinnedNode, args: [compiler, "-p", folder], cwd: folder, env: process.env });
  expect(checked.output).toBe("");
}

/** What every example must do: make its keys, be clean at once, remove them, and show or store no secret in clear. */
async function goesThrough(stack: Stack, keyCount: number, look: () => Promise<void>): Promise<void> {
  const before = await service.admin.keys(service.accountId);
  await stack.mustUp();
  const issued = await stack.state();
  expect([...issued.values()].filter(({ type }) => type.endsWith("payments:ApiKey"))).toHaveLength(keyCount);
  await look();
  expect((await stack.preview()).exitCode).toBe(0);
  expect((await stack.destroy()).exitCode).toBe(0);
  expect(await service.admin.keys(service.accountId)).toEqual(before);
}

test("quickstart, run by the Pulumi.yaml of the root, makes two keys and puts Apple Pay scopes on one", async () => {
  copyOf("quickstart", "examples/quickstart");
  cpSync(join(root, "Pulumi.yaml"), join(bench.installed, "Pulumi.yaml"));
  await checkTypes(join(bench.installed, "examples", "quickstart"));
  const stack = await stackIn(bench.installed, "quickstart");
  await stack.configure({ "quickstart:webhookEndpointId": service.webhookEndpointId });
  await goesThrough(stack, 2, async () => {
    const { checkoutKeyId, checkoutKey } = await stack.outputs("--show-secrets");
    const { scopes } = await service.admin.key(String(checkoutKeyId));
    expect(scopes).toEqual(["accounts:read", "apple_pay_domains:read", "apple_pay_domains:write"]);
    expect(await service.statusFor(String(checkoutKey))).toBe(403);
    expect(await stack.outputs()).toEqual({ checkoutKeyId, checkoutKey: "[secret]" });
  });
  expect(await service.admin.endpointStatus(service.webhookEndpointId)).toBe("active");
});

test("quickstart's own Pulumi.yaml is the root's, without main", () => {
  const yaml = (path: string) => readFileSync(join(root, path), "utf8");
  expect(`${yaml("examples/quickstart/Pulumi.yaml")}main: examples/quickstart\n`).toBe(yaml("Pulumi.yaml"));
});

test("platform-repo hands each team a key in the account that it works in", async () => {
  const folder = copyOf("platform-repo");
  // As npm leaves a workspace.
  const scope = join(folder, "node_modules", "@platform");
  mkdirSync(scope, { recursive: true });
  symlinkSync("../../packages/team-access", join(scope, "team-access"));
  await checkTypes(join(folder, "infra"));
  const stack = await stackIn(join(folder, "infra"), "platform");
  const america = await service.admin.createMerchant();
  await stack.must("config", "set", "--path", 'payments:profiles["europe"].accountId', service.accountId);
  await stack.must("config", "set", "--path", 'payments:profiles["america"].accountId', america);
  await goesThrough(stack, 3, async () => {
    const { keyIds, keys } = await stack.outputs("--show-secrets");
    const { billing, storefront, analytics } = keyIds as Record<string, string>;
    const accountOf = async (id: string | undefined) => (await service.admin.key(String(id))).account_id;
    expect(await Promise.all([billing, storefront, analytics].map(accountOf))).toEqual([
      service.accountId,
      service.accountId,
      america,
    ]);
    expect(Object.keys(keys as object).sort()).toEqual(["analytics", "billing", "storefront"]);
  });
  expect(await service.admin.keys(america)).toEqual([]);
});

test("consumer hands the value to a file that only its owner reads, and shows it nowhere", async () => {
  const folder = copyOf("consumer");
  await checkTypes(folder);
  const stack = await stackIn(folder, "consumer");
  // Outside of what is searched for leaks: this is where the value belongs.
  const file = join(bench.installed, "node_modules", ".reports.env");
  // Somebody put a link there: the value must not go where it leads.
  const victim = join(bench.installed, "node_modules", ".readable.env");
  writeFileSync(victim, "readable for all", { mode: 0o644 });
  symlinkSync(victim, file);
  await stack.configure({ "consumer:file": file });
  await goesThrough(stack, 1, async () => {
    const [, value] = /^PAYMENTS_API_KEY=(\S+)\n$/.exec(readFileSync(file, "utf8")) ?? [];
    expect(await service.statusFor(String(value))).toBe(200);
    expect(lstatSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(victim, "utf8")).toBe("readable for all");
  });
  expect(existsSync(file)).toBe(false);
});

test("hand-over gives the value to a Kubernetes secret, a file and another stack, and both states hold ciphertext", async () => {
  const folder = copyOf("hand-over");
  for (const part of ["owner", "consumer"]) await checkTypes(join(folder, part));
  const owner = await stackIn(join(folder, "owner"), "hand-over-owner");
  // Outside of what is searched for leaks: this is where the value belongs.
  const file = join(bench.installed, "node_modules", ".billing.env");
  writeFileSync(file, "readable for all", { mode: 0o644 });
  await owner.configure({ "hand-over-owner:file": file });
  const yaml = { "Pulumi.yaml": readFileSync(join(folder, "consumer", "Pulumi.yaml"), "utf8") };
  const consumer = await bench.stack({ name: "hand-over-consumer", files: yaml, folder: join(folder, "consumer") });
  await consumer.configure({ "hand-over-consumer:owner": "organization/hand-over-owner/dev" });
  await owner.must("preview");
  expect(readFileSync(file, "utf8")).toBe("readable for all");
  await goesThrough(owner, 1, async () => {
    const { billingKey, manifest } = await owner.outputs("--show-secrets");
    expect(await service.statusFor(String(billingKey))).toBe(200);
    expect(JSON.parse(String(manifest))).toEqual({
      apiVersion: "v1",
      kind: "Secret",
      type: "Opaque",
      metadata: { name: "billing-payments", namespace: "shop" },
      stringData: { apiKey: billingKey },
    });
    expect(readFileSync(file, "utf8")).toBe(`PAYMENTS_API_KEY=${billingKey}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await consumer.mustUp();
    expect(await consumer.outputs("--show-secrets")).toEqual({ header: `payments-api-key: ${billingKey}` });
    const hidden = { billingKey: "[secret]", manifest: "[secret]", header: "[secret]" };
    expect({ ...(await owner.outputs()), ...(await consumer.outputs()) }).toEqual(hidden);
    for (const stack of [owner, consumer]) {
      const { stdout: state } = await stack.must("stack", "export");
      expect(formsOf(String(billingKey)).filter((form) => state.includes(form))).toEqual([]);
      expect(state).toContain('"ciphertext"');
    }
    expect((await consumer.preview()).exitCode).toBe(0);
    expect((await consumer.destroy()).exitCode).toBe(0);
  });
});

test("javascript makes a publishable key in the open and a secret one as a secret", async () => {
  const stack = await stackIn(copyOf("javascript"), "javascript");
  await goesThrough(stack, 2, async () => {
    expect(await stack.outputs()).toEqual({ pageKey: expect.stringMatching(/^pk_/), serverKey: "[secret]" });
  });
});

test("esm makes a key for each line of its table", async () => {
  const folder = copyOf("esm");
  const table: Record<string, string[]> = JSON.parse(readFileSync(join(folder, "keys.json"), "utf8"));
  const stack = await stackIn(folder, "esm");
  await goesThrough(stack, Object.keys(table).length, async () => {
    const { keyIds } = await stack.outputs();
    for (const [name, id] of Object.entries(keyIds as Record<string, string>)) {
      expect((await service.admin.key(id)).scopes).toEqual(table[name]);
    }
  });
});

test("policy judges its keys by the package's rules and one of its own, and lists the exemption", async () => {
  const folder = copyOf("policy");
  const program = (...args: string[]) => run({ program: pinnedNode, args, cwd: folder, env: process.env });
  expect(await program("--test", "pack/shop-names.test.js")).toMatchObject({ exitCode: 0 });
  const command = join(bench.installed, "node_modules", "pulumi-payments", "dist", "cli", "main.js");
  const ownRule = ["--rules", "pack/shop-names.js"];
  expect(await program(command, "policy", "test", ...ownRule)).toMatchObject({
    exitCode: 0,
    output: expect.stringMatching(/^ok +shop-names$/m),
  });
  expect(await program(command, "policy", "check-config", "policy.json", ...ownRule)).toMatchObject({
    exitCode: 0,
    output: expect.stringMatching(/^ {2}exempt: shop-names for old-till: .*store team, until 2099-05-31\)$/m),
  });
  const stack = await stackIn(folder, "policy");
  const flags = [
    "--policy-pack",
    join(folder, "pack", "index.js"),
    "--policy-pack-config",
    join(folder, "policy.json"),
  ];
  const preview = await stack.must("preview", ...flags);
  expect(preview.output).toMatch(/shop-policies@v1\.0\.0/);
  expect(preview.output).toMatch(
    /\[advisory\] +shop-names +\(.*: old-till\)\s+Exempt until 2099-05-31: its name is printed/,
  );
  await stack.must("up", "--yes", "--skip-preview", ...flags);
  expect(await stack.outputs()).toEqual({ reportsKey: "[secret]", tillKey: "[secret]" });
  stack.write({ "policy.json": JSON.stringify({ "shop-names": "mandatory" }) });
  const failed = await stack.pulumi("preview", ...flags);
  expect(failed.output).toMatch(/\[mandatory\] +shop-names +\(.*: old-till\)\s+This key is named till 7\./);
  expect(failed.exitCode).toBe(1);
  expect((await stack.destroy()).exitCode).toBe(0);
});

test("no example leaves a secret in clear in a file, an output or the service's log", () => {
  const planted = plantedIn({ bench, service }).filter((secret) => !secret.startsWith("pk_"));
  expect(planted.length).toBeGreaterThanOrEqual(10);
  expect(leaksOf(planted, { bench, service })).toEqual([]);
});

test("every example has a page and names the package in its package.json", () => {
  for (const name of [
    "quickstart",
    "platform-repo/infra",
    "consumer",
    "hand-over/owner",
    "javascript",
    "esm",
    "policy",
  ]) {
    const folder = join(root, "examples", name);
    const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(["@pulumi/pulumi", "pulumi-payments"]));
    const lines = readFileSync(join(root, "examples", name.split("/")[0] ?? "", "README.md"), "utf8").split("\n");
    expect(lines.length).toBeLessThanOrEqual(60);
  }
});
