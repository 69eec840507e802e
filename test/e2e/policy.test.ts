import { join } from "node:path";
import { pinnedNode } from "../../tools/set-up/pinned-node.js";
import { run } from "./harness/process.js";
import { javascript, plainJavascript } from "./harness/programs.js";
import { type Service, startService } from "./harness/service.js";
import type { Stack } from "./harness/stack.js";
import { connect, type Workbench, workbench } from "./harness/workbench.js";

const program = (scopes: string) => javascript(`new ApiKey("ci", { type: "secret", scopes: ${scopes} });`);

let service: Service;
let bench: Workbench;
let stack: Stack;
let pack: string;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(), workbench({ policy: true })]);
  stack = await bench.stack({ name: "policy", files: program('["accounts:read"]'), yaml: plainJavascript });
  pack = join(bench.installed, "node_modules", ".bin", "pulumi-payments-policy");
  await connect(stack, service);
});
afterAll(async () => {
  await service?.stop();
  bench?.remove();
});

test("a scoped key passes the pack of the installed command", async () => {
  const { exitCode, output } = await stack.pulumi("preview", "--policy-pack", pack);
  expect(output).toMatch(/✅ pulumi-payments@v\d/);
  expect(exitCode).toBe(0);
});

test("a key that holds every scope fails the preview, and the rule says what to write instead", async () => {
  stack.write(program('["*"]'));
  const { exitCode, output } = await stack.pulumi("preview", "--policy-pack", pack);
  expect(output).toMatch(/\[mandatory\] +no-wildcard-scope .*: ci\)[\s\S]*Replace "\*" by the scopes/);
  expect(exitCode).toBe(1);
});

test("a scope that is known only after up is noted in the preview, and fails nothing", async () => {
  stack.write(
    javascript(`const first = new ApiKey("first", { type: "publishable" });
new ApiKey("ci", { type: "secret", scopes: [pulumi.interpolate\`\${first.id}:read\`] });`),
  );
  const { exitCode, output } = await stack.pulumi("preview", "--policy-pack", pack);
  expect(output).toMatch(/\[advisory\] +no-wildcard-scope .*: ci\)\s+.*scopes\.0 can't be known during preview/);
  expect(exitCode).toBe(0);
});

test("where @pulumi/policy is not installed, the command says the one line that installs it and ends with 1", async () => {
  const without = await workbench();
  try {
    const command = join(without.installed, "node_modules", "pulumi-payments", "dist", "policy", "executable.js");
    const result = await run({ program: pinnedNode, args: [command], cwd: without.folder, env: process.env });
    expect(result).toEqual({
      exitCode: 1,
      output:
        "pulumi-payments-policy: the policy pack needs @pulumi/policy, which is not installed here. Run: npm install --save-dev @pulumi/policy\n",
      stdout: "",
    });
  } finally {
    without.remove();
  }
});
