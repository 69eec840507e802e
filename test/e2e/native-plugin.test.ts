import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { enginePath } from "../../tools/engine-path.js";
import { root } from "../../tools/set-up/places.js";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import { native, nativeJavascript, plainJavascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service } from "./harness/started";
import { connect } from "./harness/workbench";

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
  const explained = await stack.payments("explain", "ci", "--stack", "dev");
  expect(explained.output).toContain("renamed");
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
});

leavesNoSecret(() => ({ bench, service }));
