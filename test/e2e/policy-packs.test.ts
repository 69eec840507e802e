import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pinnedNode } from "../../tools/set-up/pinned-node.js";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { run } from "./harness/process";
import { javascript, plainJavascript } from "./harness/programs";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

const scoped = 'new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });';

let service: Service;
let bench: Workbench;
let stack: Stack;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(), workbench({ policy: true })]);
  stack = await bench.stack({ name: "packs", files: javascript(scoped), yaml: plainJavascript });
  await connect(stack, service);
});
afterAll(async () => {
  await service?.stop();
  bench?.remove();
});

/** A file below the installed package's project, so that it finds the package. */
function file(path: string, text: string): string {
  const whole = join(bench.installed, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  chmodSync(whole, 0o755);
  return whole;
}

/** What the SDK's own launcher does, under a runtime that has no language host. */
const launcher = () =>
  file(
    "plugins/pulumi-analyzer-policy-payments-test",
    `#!/bin/sh\nexec '${pinnedNode}' '${join(bench.installed, "node_modules/@pulumi/pulumi/cmd/run-policy-pack")}' "$@"\n`,
  );

const words = 'title: "All is well.", why: "It matters.", fix: "Fix it.", level: "mandatory", looksAt: ["ApiKey"]';
/** An executable pack with one rule of its own; `check` is the text of a function. */
const packWith = (name: string, check: string, kind = "resourceRule") =>
  file(
    `${name}.js`,
    `#!/usr/bin/env node
const { definePack, resourceRule, stackRule, undetermined, violation } = require("pulumi-payments/policy");
definePack({ name: "ours", version: "2.0.0", rules: [${kind}({ name: "our-rule", ${words}, check: ${check} })] });
`,
  );
const previewWith = (pack: string) => stack.pulumi("preview", "--policy-pack", pack);

test("a pack of one's own judges by its own rule, and shows its own name and version", async () => {
  const { exitCode, output } = await previewWith(packWith("own", '() => [violation("It is wrong.")]'));
  expect(output).toMatch(/❌ ours@v2\.0\.0/);
  expect(output).toMatch(/\[mandatory\] +our-rule +\(.*: ci\)\s+It is wrong\. It matters\. Fix it\./);
  expect(exitCode).toBe(1);
});

test.each([
  [
    "throws",
    "({ props }) => { throw new Error(JSON.stringify(props)); }",
    /our-rule is broken: it threw while it checked ci/,
  ],
  ["answers nothing", "() => {}", /our-rule is broken: for ci it returned something other/],
  ["answers later", "async () => []", /our-rule is broken: for ci it returned something other/],
])("a rule that %s stops the run with its name, in preview and before up makes anything", async (name, check, said) => {
  const pack = packWith(`broken-${name.replaceAll(" ", "-")}`, check);
  const preview = await previewWith(pack);
  expect(preview.output).toMatch(said);
  expect(preview.exitCode).toBe(1);
  const before = await service.admin.keys(service.accountId);
  const up = await stack.up("--policy-pack", pack);
  expect(up.output).toMatch(said);
  expect(up.exitCode).toBe(1);
  expect(await service.admin.keys(service.accountId)).toEqual(before);
});

test("a rule that ends the pack's process lets nothing pass", async () => {
  const pack = packWith("ends", "() => process.exit(0)");
  expect((await previewWith(pack)).exitCode).not.toBe(0);
  const before = await service.admin.keys(service.accountId);
  expect((await stack.up("--policy-pack", pack)).exitCode).not.toBe(0);
  expect(await service.admin.keys(service.accountId)).toEqual(before);
});

test("what a rule was given is in no message when it throws: neither a secret name nor a key's value, nor a credential", async () => {
  stack.write(
    javascript('new ApiKey("kept", { type: "secret", scopes: ["accounts:read"], name: pulumi.secret("hidden-9") });'),
  );
  await stack.mustUp();
  const throws = "(...given) => { throw new Error(require('node:util').inspect(given, { depth: 9, getters: true })); }";
  for (const kind of ["resourceRule", "stackRule"]) {
    const pack = packWith(`tells-all-${kind}`, throws, kind);
    const runs = [await previewWith(pack), await stack.pulumi("policy", "analyze", "--policy-pack", pack)];
    for (const { exitCode, output } of runs) {
      expect(output).toMatch(/our-rule is broken: it threw while it checked (?:kept|the stack)/);
      expect(output).toContain("accounts:read");
      expect(output).not.toContain("hidden-9");
      expect(exitCode).not.toBe(0);
    }
  }
  await stack.must("destroy", "--yes", "--skip-preview");
  stack.write(javascript(scoped));
});

test("a stack rule leaves open what only up can tell, and then fails the run and says that the resources exist", async () => {
  const check = `(resources) => resources.filter(({ className }) => className === "ApiKey").map(({ props, urn }) =>
    props.createdAt === undefined ? undetermined("createdAt", { urn }) : violation("Made in " + props.createdAt.slice(0, 4) + ".", { urn }))`;
  const pack = packWith("made-when", check, "stackRule");
  const preview = await previewWith(pack);
  expect(preview.output).toMatch(
    /\[advisory\] +our-rule +\(.*: ci\)\s+Undetermined until up: createdAt is not known before up\./,
  );
  expect(preview.exitCode).toBe(0);
  const up = await stack.up("--policy-pack", pack);
  expect(up.output).toMatch(
    /\[mandatory\] +our-rule +\(.*: ci\)\s+Made in \d{4}\. The resources already exist: this is known only after up\./,
  );
  expect(up.exitCode).toBe(1);
  expect([...(await stack.state()).keys()]).toEqual(["ci"]);
  await stack.must("destroy", "--yes", "--skip-preview");
});

test("a pack that can't be served stops the run and says why: a rule without a reason, two of one name, a bad preset", async () => {
  const nameless = file(
    "nameless.js",
    `#!/usr/bin/env node
const { definePack, rules } = require("pulumi-payments/policy");
definePack({ name: "ours", rules: [...rules, { ...rules[0], why: "" }] });
`,
  );
  const { exitCode, output } = await previewWith(nameless);
  expect(output).toMatch(
    /the policy pack ours can't be served:[\s\S]*why must be a sentence[\s\S]*two rules are named/,
  );
  expect(exitCode).not.toBe(0);
});

test("a pattern that could take for ever is refused before anything is judged", async () => {
  const pack = join(bench.installed, "node_modules", ".bin", "pulumi-payments-policy");
  const config = file("pattern.json", JSON.stringify({ "name-convention": { pattern: "(a+)+(?=b)" } }));
  const { exitCode, output } = await stack.pulumi("preview", "--policy-pack", pack, "--policy-pack-config", config);
  expect(output).toMatch(
    /name-convention\.pattern: the pattern "\(a\+\)\+\(\?=b\)" is not accepted: invalid or unsupported Perl syntax/,
  );
  expect(exitCode).not.toBe(0);
});

describe("a pack in a folder with PulumiPolicy.yaml", () => {
  let folder: string;
  const path = process.env.PATH;
  beforeAll(() => {
    folder = join(bench.installed, "folder");
    file("folder/PulumiPolicy.yaml", "runtime: payments-test\n");
    file("folder/package.json", '{ "name": "folder", "version": "3.1.4", "private": true }');
    file(
      "folder/index.js",
      'const { definePack, rules } = require("pulumi-payments/policy");\ndefinePack({ name: "in-folder", preset: "strict", rules });\n',
    );
    process.env.PATH = [dirname(launcher()), path].join(delimiter);
  });
  afterAll(() => {
    process.env.PATH = path;
  });
  const inFolder = (config: object = {}) =>
    stack.pulumi(
      "preview",
      "--policy-pack",
      folder,
      "--policy-pack-config",
      file("levels.json", JSON.stringify(config)),
    );

  test("passes what is in order, and takes its version from its own package.json", async () => {
    stack.write(javascript('new ApiKey("page", { type: "publishable" });'));
    const { exitCode, output } = await inFolder();
    expect(output).toMatch(/(?:✅|⚠️) in-folder@v3\.1\.4/u);
    expect(exitCode).toBe(0);
  });

  test("fails what is not, in preview and in up, at the level of the configuration", async () => {
    stack.write(javascript('new ApiKey("ci", { type: "secret", scopes: ["*"] });'));
    const preview = await inFolder();
    expect(preview.output).toMatch(/\[mandatory\] +no-wildcard-scope +\(.*: ci\)/);
    expect(preview.exitCode).toBe(1);
    expect((await stack.up("--policy-pack", folder)).exitCode).toBe(1);
    const quiet = await inFolder({ settings: { preset: "audit" } });
    expect(quiet.output).toMatch(/\[advisory\] +no-wildcard-scope/);
    expect(quiet.exitCode).toBe(0);
  });

  test("refuses a misspelled rule as the executable does", async () => {
    const { exitCode, output } = await inFolder({ "no-wildcard-scop": "disabled" });
    expect(output).toContain('unknown rule "no-wildcard-scop". Did you mean "no-wildcard-scope"?');
    expect(exitCode).not.toBe(0);
  });

  test("says in up what is advisory, fails nothing, and judges the stack that came of it", async () => {
    stack.write(javascript('new ApiKey("ci", { type: "secret", scopes: ["*"] });'));
    const levels = file("levels.json", JSON.stringify({ settings: { preset: "audit" } }));
    const up = await stack.mustUp("--policy-pack", folder, "--policy-pack-config", levels);
    expect(up.output).toMatch(/\[advisory\] +no-wildcard-scope/);
    const { exitCode, output } = await stack.pulumi("policy", "analyze", "--policy-pack", folder);
    expect(output).toMatch(/\[mandatory\] +no-wildcard-scope +\(.*: ci\)/);
    expect(exitCode).not.toBe(0);
  });
});

test("the folder of the installed package is a pack too, and by its name it is the SDK as before", async () => {
  const installed = join(bench.installed, "node_modules", "pulumi-payments");
  expect(readFileSync(join(installed, "PulumiPolicy.yaml"), "utf8")).toMatch(/^runtime: nodejs$/m);
  expect(readFileSync(join(installed, "docs", "reference", "policy-rules.md"), "utf8")).toContain(
    "## no-wildcard-scope",
  );
  // The old language host that is tested with runs no packs from folders, so the same folder goes by another runtime.
  const folder = join(bench.installed, "node_modules", "payments-folder");
  cpSync(installed, folder, { recursive: true });
  rmSync(join(folder, "PulumiPolicy.yaml"));
  file("node_modules/payments-folder/PulumiPolicy.yaml", "runtime: payments-test\n");
  const path = process.env.PATH;
  process.env.PATH = [dirname(launcher()), path].join(delimiter);
  try {
    stack.write(javascript('new ApiKey("ci", { type: "secret", scopes: ["*"] });'));
    const wild = await stack.pulumi("preview", "--policy-pack", "../node_modules/payments-folder");
    const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(wild.output).toMatch(new RegExp(`❌ pulumi-payments@v${version.replaceAll(".", "\\.")} `));
    expect(wild.output).toMatch(/\[mandatory\] +no-wildcard-scope +\(.*: ci\)/);
    expect(wild.exitCode).toBe(1);
    stack.write(javascript(scoped));
    expect((await stack.pulumi("preview", "--policy-pack", folder)).exitCode).toBe(0);
  } finally {
    process.env.PATH = path;
  }
  const sdk = await run({
    program: pinnedNode,
    args: ["-p", `require(${JSON.stringify(installed)}) === require("pulumi-payments")`],
    cwd: bench.installed,
    env: process.env,
  });
  expect(sdk.stdout).toBe("true\n");
});

test("the policies go into a pack of @pulumi/policy, beside those of somebody else", async () => {
  stack.write(javascript('new ApiKey("wild", { type: "secret", scopes: ["*"] });'));
  const pack = file(
    "sdk-pack/index.js",
    `#!/usr/bin/env node
process.chdir(__dirname);
const { PolicyPack } = require("@pulumi/policy");
const { policies } = require("pulumi-payments/policy");
const theirs = { name: "theirs", description: "Theirs.", enforcementLevel: "advisory", validateResource: ({ name }, report) => name === "wild" && report("Theirs too.") };
new PolicyPack("mixed", { policies: [...policies, theirs] });
`,
  );
  file("sdk-pack/package.json", '{ "name": "mixed", "version": "0.0.7", "private": true }');
  const { exitCode, output } = await previewWith(pack);
  expect(output).toMatch(/\[mandatory\] +no-wildcard-scope +\(.*: wild\)/);
  expect(output).toMatch(/\[advisory\] +theirs +\(.*: wild\)\s+Theirs\.\s+Theirs too\./);
  expect(exitCode).toBe(1);
});

test("where @pulumi/pulumi is not installed, the command says the one line that installs it and ends with 1", async () => {
  const command = join(bench.installed, "node_modules", "pulumi-payments", "dist", "policy", "executable.js");
  const hidden = file(
    "hide.js",
    `const Module = require("node:module");
const { _resolveFilename } = Module;
Module._resolveFilename = (request, ...rest) => {
  if (request.startsWith("@pulumi/pulumi")) throw Object.assign(new Error("Cannot find module"), { code: "MODULE_NOT_FOUND" });
  return _resolveFilename(request, ...rest);
};
`,
  );
  const result = await run({
    program: pinnedNode,
    args: ["--require", hidden, command, "127.0.0.1:1"],
    cwd: bench.folder,
    env: process.env,
  });
  expect(result).toEqual({
    exitCode: 1,
    output:
      "pulumi-payments-policy: the policy pack needs @pulumi/pulumi, which is not installed here. Run: npm install @pulumi/pulumi\n",
    stdout: "",
  });
});

leavesNoSecret(() => ({ bench, service }));
