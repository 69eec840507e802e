import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asOften } from "../nightly";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { javascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

const key = (name: string, scopes: string) => `new ApiKey("${name}", { type: "secret", scopes: ${scopes} });`;

let pack: string;
beforeAll(async () => {
  // Nothing but the package and the SDK of the program is installed here.
  pack = join(bench.installed, "node_modules", ".bin", "pulumi-payments-policy");
});

async function stackWith(name: string, body: string): Promise<Stack> {
  const stack = await stackOf(name, body);
  return stack;
}
/** Flags of the pack with a configuration. */
function configured(stack: Stack, config: object): string[] {
  stack.write({ "policy.json": JSON.stringify(config) });
  return ["--policy-pack", pack, "--policy-pack-config", join(stack.folder, "policy.json")];
}
/** What a run says under "Policies:", one line for each finding: `[level] rule (resource: name)` and its text. */
function policiesIn(output: string): string[] {
  const [, said = ""] = /^Policies:\n([\s\S]*?)(?:\n\n|$(?![\s\S]))/m.exec(output) ?? [];
  return said.split(/\n +- /).map((one) => one.replace(/\s+/g, " ").trim());
}
const keyCount = async () => (await service.admin.keys(service.accountId)).length;

test("nothing besides the package is needed: what is in order passes the installed command, which tells its version", async () => {
  const stack = await stackWith("scoped", 'new ApiKey("page", { type: "publishable" });');
  const { exitCode, output } = await stack.pulumi("preview", "--policy-pack", pack);
  const { version } = JSON.parse(
    readFileSync(join(bench.installed, "node_modules", "pulumi-payments", "package.json"), "utf8"),
  );
  expect(policiesIn(output)[0]).toBe(`✅ pulumi-payments@v${version} (local: ${pack})`);
  expect(output).not.toContain("[mandatory]");
  expect(exitCode).toBe(0);
});

test("a mandatory rule fails the preview, and in up the key is never made", async () => {
  const stack = await stackWith("wildcard", key("ci", '["*"]'));
  const preview = await stack.pulumi("preview", "--policy-pack", pack);
  expect(policiesIn(preview.output)).toContainEqual(
    expect.stringMatching(
      /^\[mandatory\] no-wildcard-scope \(pulumi-nodejs:dynamic\/payments:ApiKey: ci\) This key has the scope \*.*everything in the account.*Replace "\*" with.*Run 'npx pulumi-payments policy explain no-wildcard-scope' for more\.$/,
    ),
  );
  expect(preview.exitCode).toBe(1);
  const before = await keyCount();
  const up = await stack.up("--policy-pack", pack);
  expect(up.output).toMatch(/\[mandatory\] +no-wildcard-scope/);
  expect(up.exitCode).toBe(1);
  expect(await keyCount()).toBe(before);
});

test.each<Record<string, string>>([
  { all: "advisory" },
  { all: "advisory", "no-wildcard-scope": "mandatory" },
  { all: "mandatory", "no-wildcard-scope": "disabled" },
])("check-config tells the levels that the engine goes by for %j, whatever the preset", async (config) => {
  const name = `all-${Object.values(config).join("-")}`;
  const stack = await stackWith(name, `${key("ci", '["*"]')}\n${key("ops", '["api_keys:write", "accounts:write"]')}`);
  stack.env.PAYMENTS_POLICY_PRESET = "strict";
  const flags = configured(stack, config);
  const { stdout } = await stack.payments("policy", "check-config", join(stack.folder, "policy.json"));
  const levels = new Map(
    [...stdout.matchAll(/^ {2}(\w+): (.*)$/gm)].flatMap(([, level = "", names = ""]) =>
      names.split(", ").map((rule) => [rule, level] as const),
    ),
  );
  expect(levels.get("no-wildcard-scope")).toBe(config["no-wildcard-scope"] ?? config.all);
  const previewed = await stack.pulumi("preview", ...flags);
  const quiet = await stack.up();
  expect(quiet.exitCode).toBe(0);
  const analyzed = await stack.pulumi("policy", "analyze", ...flags);
  for (const { output } of [previewed, analyzed]) {
    const found = [...output.matchAll(/\[(mandatory|advisory)\] +([\w-]+) /g)].map(([, level, rule]) => ({
      rule,
      level,
    }));
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(found.map(({ rule = "" }) => ({ rule, level: levels.get(rule) })));
  }
  await stack.must("destroy", "--yes", "--skip-preview");
});

test("the same rule as an advisory one is said and fails nothing, by configuration and by preset", async () => {
  const stack = await stackWith("advisory", key("ci", '["*"]'));
  const advisory = expect.stringMatching(/^\[advisory\] no-wildcard-scope .*: ci\) This key has the scope \*/);
  const byConfig = await stack.pulumi("preview", ...configured(stack, { "no-wildcard-scope": "advisory" }));
  expect(policiesIn(byConfig.output)).toContainEqual(advisory);
  expect(byConfig.exitCode).toBe(0);
  const byPreset = await stack.pulumi("preview", ...configured(stack, { settings: { preset: "audit" } }));
  expect(policiesIn(byPreset.output)).toContainEqual(advisory);
  expect(byPreset.exitCode).toBe(0);
  stack.env.PAYMENTS_POLICY_PRESET = "audit";
  expect((await stack.pulumi("preview", "--policy-pack", pack)).exitCode).toBe(0);
  // The rule's own level, said aloud, stands before the preset.
  const aloud = await stack.pulumi("preview", ...configured(stack, { "no-wildcard-scope": "mandatory" }));
  expect(aloud.exitCode).toBe(1);
  delete stack.env.PAYMENTS_POLICY_PRESET;
  const up = await stack.up(...configured(stack, { "no-wildcard-scope": "advisory" }));
  expect(policiesIn(up.output)).toContainEqual(advisory);
  expect(up.exitCode).toBe(0);
});

test("among thousands of resources of others the keys are judged as they are alone", async () => {
  const others = `for (let at = 0; at < ${asOften(1_000, 5_000)}; at++) new pulumi.ComponentResource("other:index:Thing", "thing-" + at, { name: "t" + at });`;
  const stack = await stackWith("crowd", `${others}\n${key("ci", '["*"]')}`);
  const { exitCode, output } = await stack.pulumi("preview", "--policy-pack", pack);
  expect(policiesIn(output).filter((one) => one.startsWith("[mandatory]"))).toEqual([
    expect.stringMatching(/^\[mandatory\] no-wildcard-scope \(.*: ci\)/),
  ]);
  expect(exitCode).toBe(1);
});

test("what is known only in up is undetermined in the preview, and stops up before that key is made", async () => {
  const stack = await stackWith(
    "unknown",
    `const first = new ApiKey("first", { type: "publishable" });
new ApiKey("late", { type: "secret", scopes: [first.id.apply(() => "*")] });
new ApiKey("open", { type: "secret", scopes: ["*"] });`,
  );
  const preview = await stack.pulumi("preview", "--policy-pack", pack);
  expect(policiesIn(preview.output)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\[mandatory\] no-wildcard-scope .*: open\)/),
      expect.stringMatching(
        /^\[advisory\] no-wildcard-scope .*: late\) Undetermined until up: scopes is not known before up\./,
      ),
    ]),
  );
  stack.write(
    javascript(`const first = new ApiKey("first", { type: "publishable" });
new ApiKey("late", { type: "secret", scopes: [first.id.apply(() => "*")] });`),
  );
  expect((await stack.pulumi("preview", "--policy-pack", pack)).exitCode).toBe(0);
  const before = await keyCount();
  const up = await stack.up("--policy-pack", pack);
  expect(up.output).toMatch(/\[mandatory\] +no-wildcard-scope +\(.*: late\)/);
  expect(up.exitCode).toBe(1);
  expect(await keyCount()).toBe(before + 1);
});

test("a rule about the whole stack fails up as well, and says that the resources exist", async () => {
  const stack = await stackWith("many", ["ci", "web"].map((name) => key(name, '["accounts:read"]')).join("\n"));
  const up = await stack.up(...configured(stack, { "max-keys-per-stack": { enforcementLevel: "mandatory", most: 1 } }));
  expect(policiesIn(up.output)).toContainEqual(
    expect.stringMatching(
      /^\[mandatory\] max-keys-per-stack \(pulumi:pulumi:Stack: many-dev\) The stack has 2 keys, and 1 are allowed\. The resources already exist/,
    ),
  );
  expect(up.exitCode).toBe(1);
  expect((await stack.state()).size).toBe(2);
});

test("an exemption lets its violation pass and is listed; expired, it says when; not needed, it is reported", async () => {
  const stack = await stackWith("exempt", key("legacy-web", '["*"]'));
  const exemption = { rule: "no-wildcard-scope", reason: "moves in spring", owner: "ann", expires: "2099-01-31" };
  const previewWith = async (...exemptions: object[]) =>
    stack.pulumi("preview", ...configured(stack, { settings: { exemptions } }));
  const holding = await previewWith({ ...exemption, name: "legacy-*" }, { ...exemption, name: "gone" });
  expect(policiesIn(holding.output)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^\[advisory\] no-wildcard-scope .*: legacy-web\) Exempt until 2099-01-31: moves in spring \(ann\)\./,
      ),
      expect.stringMatching(/An exemption is not needed in this stack: no-wildcard-scope for gone: .* Remove it\./),
    ]),
  );
  expect(holding.exitCode).toBe(0);
  const expired = await previewWith({ ...exemption, name: "legacy-*", expires: "2020-01-31" });
  expect(policiesIn(expired.output)).toContainEqual(
    expect.stringMatching(
      /^\[mandatory\] no-wildcard-scope .*Its exemption expired on 2020-01-31 \(moves in spring; ann\)\./,
    ),
  );
  expect(expired.exitCode).toBe(1);
});

test("a configuration that can't be followed stops the run with every problem and what may be meant", async () => {
  const stack = await stackWith("misspelled", key("ci", '["accounts:read"]'));
  const { exitCode, output } = await stack.pulumi(
    "preview",
    ...configured(stack, {
      "no-wildcard-scop": "advisory",
      "max-keys-per-stack": { enforcementLevel: "advisory", mots: 3 },
      settings: { preset: "strct", exemptions: [{ rule: "no-wildcard-scope", name: "ci", reason: "because" }] },
    }),
  );
  for (const problem of [
    'unknown rule "no-wildcard-scop". Did you mean "no-wildcard-scope"?',
    'max-keys-per-stack: unknown property "mots". Did you mean "most"?',
    'settings.preset: unknown preset "strct". Did you mean "strict"?',
    "settings.exemptions[0].expires: is required",
  ]) {
    expect(output).toContain(problem);
  }
  expect(exitCode).not.toBe(0);
  stack.env.PAYMENTS_POLICY_PRESET = "audti";
  const byVariable = await stack.pulumi("preview", "--policy-pack", pack);
  expect(byVariable.output).toContain('PAYMENTS_POLICY_PRESET: unknown preset "audti". Did you mean "audit"?');
  expect(byVariable.exitCode).not.toBe(0);
  delete stack.env.PAYMENTS_POLICY_PRESET;
  // The engine refuses this one before the pack sees it.
  const early = await stack.pulumi("preview", ...configured(stack, { "no-wildcard-scop": { most: 3 } }));
  expect(early.output).toContain('invalid enforcement level ""');
  expect(early.exitCode).not.toBe(0);
});

test("remediate fixes in preview and in up, keeps a secret name secret, and the key is clean afterwards", async () => {
  const stack = await stackWith(
    "fixed",
    'new ApiKey("web", { type: "secret", name: pulumi.secret("temporary name"), scopes: ["accounts:read"], deletionGuard: "off" });',
  );
  const config = configured(stack, {
    "deletion-guard-kept": { enforcementLevel: "remediate" },
    "name-convention": { enforcementLevel: "remediate", pattern: "shop-.*", mendAs: "shop-{name}" },
  });
  const preview = await stack.pulumi("preview", ...config);
  expect(policiesIn(preview.output)).toEqual(
    expect.arrayContaining([
      "[remediate] deletion-guard-kept (1 resource)",
      "[remediate] name-convention (1 resource)",
    ]),
  );
  expect(preview.output).not.toContain("shop-web");
  await stack.mustUp(...config);
  const state = (await stack.state()).get("web");
  const live = await service.admin.key(String(state?.id));
  expect(live.name).toBe("shop-web");
  expect(state?.inputs?.name).toMatchObject({ ciphertext: expect.any(String) });
  expect(state?.inputs?.deletionGuard).toEqual({ unusedHours: 24 });
  expect(state?.inputs?.__provider).toEqual(expect.stringContaining("pulumi-payments/runtime"));
  expect((await stack.preview(...config)).exitCode).toBe(0);
  await stack.must("refresh", "--yes", "--skip-preview");
});

test("an existing stack is analyzed without its program, with exit code 1 for what is mandatory", async () => {
  const stack = await stackWith("existing", key("ci", '["*"]'));
  await stack.mustUp();
  const { exitCode, output } = await stack.pulumi("policy", "analyze", "--policy-pack", pack);
  expect(output).toMatch(/\[mandatory\] +no-wildcard-scope +\(.*: ci\)/);
  expect(exitCode).not.toBe(0);
  const advisory = await stack.pulumi("policy", "analyze", ...configured(stack, { "no-wildcard-scope": "advisory" }));
  expect(advisory.output).toMatch(/\[advisory\] +no-wildcard-scope/);
  expect(advisory.exitCode).toBe(0);
});

leavesNoSecret(() => ({ bench, service }));
