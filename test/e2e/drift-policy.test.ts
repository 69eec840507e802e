import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formats } from "../../drift/report/formats/registry";
import type { Finding, Report } from "../../drift/report/report";
import { inHtml, inXml } from "./drift-table/escaped";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript, plainJavascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

const program = `
new ApiKey("wild", { type: "secret", name: "wild", scopes: ["*"] });
new ApiKey("strange", { type: "secret", name: "strange", scopes: ["accounts:read", "ledgers:read"] });
new ApiKey("renamed", { type: "secret", name: "renamed", scopes: ["accounts:read"] });
`;

let stack: Stack;
let pack: string;
let printed: string;
let looked: { exitCode: number; report: Report; found: Record<string, Finding>; text: Record<string, string> };
beforeAll(async () => {
  pack = join(bench.installed, "node_modules", ".bin", "pulumi-payments-policy");
  stack = await bench.stack({ name: "shop", files: javascript(program), yaml: plainJavascript });
  stack.env.XDG_CACHE_HOME = join(bench.folder, "cache");
  await connect(stack, service);
  await stack.mustUp();
  await service.admin.changeKey((await stack.state()).get("renamed")!.id!, { name: "other" });
  const config = join(stack.folder, "policy.json");
  writeFileSync(config, JSON.stringify({ "max-keys-per-stack": { enforcementLevel: "mandatory", most: 2 } }));
  const flags = ["--policy-pack", pack, "--policy-pack-config", config];
  printed = (await stack.pulumi("preview", ...flags)).output.replace(/\s+/g, " ");
  await service.admin.forget();
  looked = await drift(...flags);
});

async function drift(...flags: string[]): Promise<typeof looked> {
  const out = join(bench.folder, "report");
  const asked = Object.keys(formats).flatMap((format) => ["--format", format]);
  const run = await stack.payments("drift", "--stack", "dev", ...flags, ...asked, "--out", out);
  if (![0, 2, 3].includes(run.exitCode)) throw new Error(`exit ${run.exitCode}: ${run.output}`);
  const written = Object.entries(formats).map(([format, { extension }]) => [
    format,
    readFileSync(`${out}.${extension}`, "utf8"),
  ]);
  const text = Object.fromEntries(written) as Record<string, string>;
  const report = JSON.parse(text.json!) as Report;
  const found = Object.fromEntries(report.findings.map((each) => [each.policy?.rule ?? each.name, each]));
  return { exitCode: run.exitCode, report, found, text };
}

test("what the pack finds stands beside the drift, and hides none of it though the preview failed", () => {
  const { exitCode, report, found } = looked;
  expect(exitCode).toBe(2);
  expect(found.renamed).toMatchObject({ tier: "changed", fields: [{ field: "name", live: "other" }] });
  expect(found["no-wildcard-scope"]).toMatchObject({ tier: "violation", name: "wild", policy: { level: "mandatory" } });
  expect(found["max-keys-per-stack"]).toMatchObject({
    tier: "violation",
    kind: "Stack",
    policy: { level: "mandatory" },
  });
  expect(found["no-unknown-scope"]).toMatchObject({ tier: "advisory", name: "strange", policy: { level: "advisory" } });
  expect(report.stacks).toMatchObject([{ outcome: "looked", policy: "judged" }]);
  expect(report.counts).toMatchObject({ changed: 1, violation: 2 });
});

test("each finding has one text: what the preview prints is what every format says", () => {
  const { found, text } = looked;
  for (const rule of ["no-wildcard-scope", "max-keys-per-stack", "no-unknown-scope"]) {
    const { why } = found[rule]!;
    expect(why).toContain(`Run 'npx pulumi-payments policy explain ${rule}' for more.`);
    expect(printed).toContain(why.replace(/\s+/g, " "));
    for (const format of ["text", "markdown", "github"]) expect(text[format]).toContain(why);
    expect(text.html).toContain(inHtml(why));
    expect(text.junit).toContain(inXml(why));
    const [{ results }] = JSON.parse(text.sarif!).runs;
    const result = results.find(({ ruleId }: { ruleId: string }) => ruleId === `policy/${rule}`);
    expect(result.message.text).toContain(why);
  }
});

test("the pack makes the look no less of a look: nothing but GET is sent", async () => {
  expect((await service.admin.requests()).length).toBeGreaterThan(0);
  expect(await service.admin.writes()).toEqual([]);
});

test("--fail-on chooses whether a violation fails the run, and an accepted one does not", async () => {
  const only = join(bench.folder, "only.json");
  const findings = looked.report.findings.filter(({ tier }) => tier === "violation");
  writeFileSync(only, JSON.stringify({ ...looked.report, findings }));
  const merge = async (...flags: string[]) => (await stack.payments("drift", "merge", only, ...flags)).exitCode;
  expect(await merge()).toBe(2);
  expect(await merge("--fail-on", "changed,gone")).toBe(0);
  const baseline = join(bench.folder, "baseline.json");
  const grounds = ["--reason", "until the move", "--owner", "us", "--expires", "2999-01-01"];
  await stack.payments("drift", "accept", "--all", "--report", only, "--baseline", baseline, ...grounds);
  expect(await merge("--baseline", baseline)).toBe(0);
});

test("a pack that breaks is undetermined with the name of its rule, never clean, and hides no drift", async () => {
  const broken = join(bench.installed, "broken-pack.js");
  writeFileSync(
    broken,
    `#!/usr/bin/env node
const { definePack, resourceRule } = require("pulumi-payments/policy");
const words = { title: "It throws.", why: "It does.", fix: "Fix it.", level: "advisory", looksAt: ["ApiKey"] };
const check = () => { throw new Error("oops"); };
definePack({ name: "broken", version: "1.0.0", rules: [resourceRule({ name: "throws", ...words, check })] });
`,
    { mode: 0o755 },
  );
  const { exitCode, report, found } = await drift("--policy-pack", broken, "--fail-on", "gone");
  expect(exitCode).toBe(3);
  expect(report.findings.map(({ tier, kind }) => [tier, kind])).toEqual([
    ["changed", "ApiKey"],
    ["undetermined", "PolicyPack"],
  ]);
  expect(found.dev!.why).toContain("the policy rule throws is broken");
  expect(report.stacks).toMatchObject([{ outcome: "looked", policy: "failed" }]);
});

test("a pack that is not there is a mistake of the command line, and nothing is looked at", async () => {
  const run = await stack.payments("drift", "--stack", "dev", "--policy-pack", "nowhere");
  expect([run.exitCode, run.output]).toEqual([1, expect.stringContaining("There is no ")]);
});

leavesNoSecret(() => ({ bench, service }));
