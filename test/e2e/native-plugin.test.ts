import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { enginePath } from "../../tools/engine-path.js";
import { root } from "../../tools/set-up/places.js";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { native, nativeJavascript, plainJavascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

interface Examined {
  exitCode: number;
  serviceUrl: string;
  accountId: string;
  checks: { name: string; verdict: string }[];
}

const two = native(
  `for (const name of ["ci", "web"]) new ApiKey(name, { type: "secret", scopes: ["accounts:read"] });`,
);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const program = native('new ApiKey("ci", { type: "secret", scopes: ["*"] });');

let bin: string;
let lost: Stack;
beforeAll(async () => {
  bin = join(bench.installed, "node_modules", ".bin");
  lost = await bench.stack({ name: "lost", files: program, yaml: plainJavascript });
  await connect(lost, service);
});
test("where nothing says where the plugin is, the preview fails and names the plugin", async () => {
  const preview = await lost.pulumi("preview");
  expect(preview.exitCode).not.toBe(0);
  expect(preview.output).toContain("no resource plugin 'pulumi-resource-payments' found");
});

test("the plugin is found on PATH too", async () => {
  lost.env.PATH = [bin, await enginePath(), process.env.PATH].join(delimiter);
  expect(await lost.pulumi("preview")).toMatchObject({ exitCode: 0 });
  delete lost.env.PATH;
});

test("a path in Pulumi.yaml that is not there stops the preview, which names it", async () => {
  const yaml = nativeJavascript.replace("../node_modules/.bin", "node_modules/.bin");
  const stack = await bench.stack({ name: "misplaced", files: program, yaml });
  const preview = await stack.pulumi("preview");
  expect(preview.exitCode).not.toBe(0);
  expect(preview.output).toContain(`no folder at path '${join(stack.folder, "node_modules", ".bin")}'`);
});

describe("a plugin of another version than the package's", () => {
  let older: string;
  beforeAll(() => {
    older = join(bench.folder, "older");
    mkdirSync(older);
    const text = readFileSync(join(bin, "pulumi-resource-payments"), "utf8");
    const manifest = `{version:"${version}"`;
    expect(text.split(manifest)).toHaveLength(2);
    const executable = join(older, "pulumi-resource-payments");
    writeFileSync(executable, text.replace(manifest, '{version:"0.0.9"'), { mode: 0o755 });
  });

  test.each(["the path in Pulumi.yaml", "PATH"])(
    "that %s finds works, and the run says once what both are",
    async (way) => {
      const found = way === "PATH" ? plainJavascript : nativeJavascript.replace("../node_modules/.bin", older);
      const stack = await bench.stack({ name: way === "PATH" ? "by-path" : "by-yaml", files: two, yaml: found });
      await connect(stack, service);
      if (way === "PATH") stack.env.PATH = [older, await enginePath(), process.env.PATH].join(delimiter);
      const preview = await stack.pulumi("preview", "--json");
      expect(preview.exitCode).toBe(0);
      const { diagnostics = [] } = JSON.parse(preview.stdout) as { diagnostics?: { message: string }[] };
      const told = diagnostics.filter(({ message }) => message.includes("the program uses pulumi-payments"));
      expect(told).toHaveLength(1);
      expect(told[0]!.message).toContain(`${version}, and the plugin that runs is 0.0.9. Make both the same`);
    },
  );
});

test("the engine reads and checks the schema, which is the committed one", async () => {
  const { exitCode, stdout } = await lost.shell(`pulumi package get-schema "${join(bin, "pulumi-resource-payments")}"`);
  expect(exitCode).toBe(0);
  const committed = JSON.parse(readFileSync(join(root, "docs", "schemas", "provider.v1.json"), "utf8"));
  // What the engine prints is what it bound: it leaves out what is empty, and adds nothing.
  const { version, resources, functions, types } = JSON.parse(stdout);
  expect(version).toBe(committed.version);
  expect(Object.keys(resources)).toEqual(Object.keys(committed.resources).sort());
  expect(Object.keys(functions)).toEqual(Object.keys(committed.functions).sort());
  expect(types).toEqual(committed.types);
  const key = "payments:index:ApiKey";
  expect(resources[key].inputProperties).toEqual(committed.resources[key].inputProperties);
  expect(resources[key].aliases).toEqual(committed.resources[key].aliases);
});

test("the policy pack checks the native classes by the same rules, and the commands know them", async () => {
  const stack = await bench.stack({ name: "found", files: program, yaml: nativeJavascript });
  await connect(stack, service, { "payments:deletionGuard": "off" });
  const refused = await stack.pulumi("preview", "--policy-pack", join(bin, "pulumi-payments-policy"));
  expect(refused.exitCode).not.toBe(0);
  expect(refused.output).toMatch(/\[mandatory\] {2}no-wildcard-scope {2}\(payments:index:ApiKey: ci\)/);
  await stack.mustUp();
  const { ci } = await stack.ids();
  const keys = await stack.payments("keys", "--stack", "dev", "--format", "json");
  const { keys: rows } = JSON.parse(keys.stdout) as { keys: object[] };
  expect(rows).toContainEqual(expect.objectContaining({ id: ci, standing: "managed", by: "found/dev ci" }));
  const orphans = await stack.payments("orphans", "--stack", "dev");
  expect(orphans.output).not.toContain(`${ci}`);
  await service.admin.changeKey(ci!, { name: "renamed" });
  const examined = JSON.parse((await stack.payments("doctor", "--stack", "dev", "--json")).stdout) as Examined;
  expect([examined.exitCode, examined.serviceUrl, examined.accountId]).toEqual([0, service.url, service.accountId]);
  expect(examined.checks.find(({ name }) => name === "list-walk")).toMatchObject({ verdict: "holds" });
  const explained = await stack.payments("explain", "ci", "--stack", "dev");
  expect(explained.output).toContain("renamed");
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
});

leavesNoSecret(() => ({ bench, service }));
