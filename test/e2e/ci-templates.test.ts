import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { engineEnvironment, enginePath } from "../../tools/engine-path.js";
import { pinnedNode } from "../../tools/set-up/pinned-node.js";
import { type Run, run } from "./harness/process.js";
import { javascript, plainJavascript } from "./harness/programs.js";
import { type Service, startService } from "./harness/service.js";
import { connect, type Workbench, workbench } from "./harness/workbench.js";

let service: Service;
let bench: Workbench;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(), workbench()]);
});
afterAll(async () => {
  await service?.stop();
  bench?.remove();
});

test("the script that init-ci writes is silent while all is clean, and prints the drift and exits 2 after that", async () => {
  const program = 'new ApiKey("ci", { type: "secret", name: "ci", scopes: ["accounts:read"] });';
  const stack = await bench.stack({ name: "shop", files: javascript(program), yaml: plainJavascript });
  await connect(stack, service);
  await stack.mustUp();
  const id = (await stack.state()).get("ci")!.id!;
  expect((await stack.payments("init-ci", "shell")).exitCode).toBe(0);

  // As npx does, from the package that is installed here.
  const resolved = (name: string) => realpathSync(require.resolve(`${name}/package.json`, { paths: [stack.folder] }));
  const bin = join(bench.folder, "bin");
  mkdirSync(bin);
  const main = join(dirname(resolved("pulumi-payments")), "dist/cli/main.js");
  writeFileSync(join(bin, "npx"), `#!/bin/sh\nshift 2\nexec "${pinnedNode}" "${main}" "$@"\n`, { mode: 0o755 });
  const path = [bin, dirname(resolved("@pulumi/pulumi")), await enginePath()].join(delimiter);
  const [home, backend, TMPDIR] = ["home", "backend", "tmp"].map((name) => join(bench.folder, name)) as [
    string,
    string,
    string,
  ];
  const env = engineEnvironment({ path, home, backend, passphrase: bench.passphrase, env: { TMPDIR, STACK: "dev" } });
  const look = (): Promise<Run> => run({ program: "/bin/sh", args: ["payments-drift.sh"], cwd: stack.folder, env });

  expect(await look()).toEqual({ exitCode: 0, output: "", stdout: "" });
  await service.admin.changeKey(id, { scopes: ["accounts:read", "accounts:write"] });
  const drifted = await look();
  expect(drifted.stdout).toContain('scopes is ["accounts:read","accounts:write"], wanted ["accounts:read"].');
  expect(drifted.exitCode).toBe(2);
  expect(readFileSync(join(stack.folder, "payments-drift/drift.html"), "utf8")).toContain("Payments drift");
});
