import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../drift/report/report";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

const program = `new ApiKey("key", { type: "secret", name: pulumi.getProject() + " " + pulumi.getStack(), scopes: ["accounts:read"] });`;

let shop: Stack;
let billing: Stack;
let everyone: Stack[];
beforeAll(async () => {
  const files = javascript(program);
  shop = await bench.stack({ name: "shop", files, yaml: plainJavascript });
  billing = await bench.stack({ name: "billing", files, yaml: plainJavascript });
  everyone = [shop, await bench.sibling(shop, "prod"), billing];
  for (const stack of everyone) {
    stack.env.XDG_CACHE_HOME = join(bench.folder, "cache");
    await connect(stack, service);
    await stack.mustUp();
  }
});

const file = (name: string): string => join(bench.folder, name);
const both = (): string[] => ["--all", "--cwd", shop.folder, "--cwd", billing.folder];
const reportIn = (name: string): Report => JSON.parse(readFileSync(file(name), "utf8"));

test("several projects and stacks are looked at, each with its progress line, after one reading of the list that they share", async () => {
  // The credential in the stacks' configuration is a key of the account too, and no stack declares it.
  const before = await Promise.all(everyone.map((stack) => stack.must("stack", "export")));
  await service.admin.forget();
  const run = await shop.payments("drift", ...both(), "--format", "json", "--format", "text", "--out", file("all"));
  expect((await service.admin.requests()).map(({ operation }) => operation)).toEqual(["GET /v1/api-keys"]);
  expect([run.exitCode, run.output]).toEqual([0, expect.stringContaining("[3/3]")]);
  for (const name of ["shop/dev", "shop/prod", "billing/dev"]) expect(run.output).toContain(name);
  const report = reportIn("all.json");
  expect(report.stacks.map(({ outcome, clean }) => [outcome, clean])).toEqual(Array(3).fill(["looked", 1]));
  expect(report.accounts).toMatchObject([{ listedBy: [{}, {}, {}] }]);
  expect(readFileSync(file("all.txt"), "utf8")).toContain("3 stacks, 3 resources: 3 clean");
  const after = await Promise.all(everyone.map((stack) => stack.must("stack", "export")));
  expect(after.map(({ stdout }) => stdout)).toEqual(before.map(({ stdout }) => stdout));
});

test("one stack that drifted and one that can't be read hide each other no more than the clean third", async () => {
  const prod = everyone[1]!;
  const id = [...(await shop.state()).values()][0]!.id!;
  await service.admin.changeKey(id, { name: "renamed" });
  await prod.configure({ "payments:accountId": "acct_other" });
  await service.admin.forget();
  const run = await shop.payments("drift", ...both(), "--format", "json", "--out", file("mixed.json"));
  // Drift by a shared list is looked at again with a list of the stack's own.
  const lists = (await service.admin.requests()).filter(({ account_id }) => account_id === service.accountId);
  expect(lists.map(({ operation }) => operation)).toEqual(["GET /v1/api-keys", "GET /v1/api-keys"]);
  await prod.configure({ "payments:accountId": service.accountId });
  await service.admin.changeKey(id, { name: "shop dev" });
  expect(run.exitCode).toBe(2);
  const found = reportIn("mixed.json").findings.filter(({ tier }) => tier !== "unmanaged");
  expect(found.map(({ tier, stack }) => [tier, `${stack?.project}/${stack?.name}`])).toEqual([
    ["changed", "shop/dev"],
    ["undetermined", "shop/prod"],
  ]);
});

test("the parts of a matrix, joined, come to what one run comes to, accepted keys too; without one of them the join is undetermined", async () => {
  const { accountId: account_id } = service;
  const byHand = (name: string) =>
    service.admin.createKey({ account_id, type: "secret", name: `made by hand, ${name}`, scopes: ["*"] });
  const [lone, known] = [await byHand("by whom?"), await byHand("for the migration")];
  const whole = await shop.payments(
    "drift",
    ...both(),
    "--fail-on",
    "unmanaged",
    "--format",
    "json",
    "--out",
    file("whole.json"),
  );
  const unmanaged = reportIn("whole.json").findings.find(({ id }) => id === known.id)!;
  const grounds = { reason: "of the migration", owner: "payments-team", expires: "9999-12-31" };
  const accepted = await shop.payments(
    "drift",
    "accept",
    unmanaged.fingerprint,
    "--report",
    file("whole.json"),
    "--baseline",
    file("baseline.json"),
    ...Object.entries(grounds).flatMap(([name, value]) => [`--${name}`, value]),
  );
  expect(accepted.exitCode).toBe(0);
  for (const shard of ["1", "2"]) {
    const run = await shop.payments(
      "drift",
      ...both(),
      "--baseline",
      file("baseline.json"),
      "--shard",
      `${shard}/2`,
      "--format",
      "json",
      "--out",
      file(`part-${shard}.json`),
    );
    expect(run.exitCode).toBe(0);
  }
  const merged = await shop.payments(
    "drift",
    "merge",
    file("part-1.json"),
    file("part-2.json"),
    "--fail-on",
    "unmanaged",
    "--format",
    "json",
  );
  for (const { id } of [lone, known]) await service.admin.deleteKey(id);
  expect([whole.exitCode, merged.exitCode]).toEqual([2, 2]);
  const report = JSON.parse(merged.stdout) as Report;
  const facts = ({ findings, stacks }: Report) => [findings, stacks.map(({ durationMs: _, ...rest }) => rest)];
  const before = reportIn("whole.json");
  const others = before.findings.filter(({ id }) => id !== known.id);
  const asAccepted = { ...unmanaged, tier: "accepted" as const, accepted: { tier: unmanaged.tier, ...grounds } };
  expect(facts(report)).toEqual(facts({ ...before, findings: [...others, asAccepted] }));
  const lacking = await shop.payments("drift", "merge", file("part-1.json"));
  expect([lacking.exitCode, lacking.stdout]).toEqual([3, expect.stringContaining("2/2")]);
});

test("with a history a drift has a day on which it was first seen, and is told once it is repaired", async () => {
  const id = [...(await billing.state()).values()][0]!.id!;
  const look = () => billing.payments("drift", "--stack", "dev", "--history", file("history"));
  await service.admin.changeKey(id, { name: "renamed" });
  await look();
  const again = await look();
  expect([again.exitCode, again.stdout]).toEqual([2, expect.stringMatching(/since \S+, seen 2 times/)]);
  await service.admin.changeKey(id, { name: "billing dev" });
  const repaired = await look();
  expect([repaired.exitCode, repaired.stdout]).toEqual([
    0,
    expect.stringContaining("repaired: ApiKey key in billing/dev"),
  ]);
});

leavesNoSecret(() => ({ bench, service }));
