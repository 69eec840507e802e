import { renameSync } from "node:fs";
import { join } from "node:path";
import { javascript, plainJavascript } from "./harness/programs.js";
import { type Service, startService } from "./harness/service.js";
import type { Stack } from "./harness/stack.js";
import { connect, type Workbench, workbench } from "./harness/workbench.js";

let service: Service;
let bench: Workbench;
let stack: Stack;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(), workbench()]);
  const files = javascript(
    'for (const name of ["one", "two", "three"]) new ApiKey(name, { type: "secret", scopes: ["accounts:read"] });',
  );
  stack = await bench.stack({ name: "missing", files, yaml: plainJavascript });
  await connect(stack, service);
  await stack.mustUp();
});
afterAll(async () => {
  await service?.stop();
  bench?.remove();
});

const advice = "pulumi-payments is not installed here: run npm install";

describe("while the package is not installed", () => {
  const [here, aside] = [
    () => join(bench.installed, "node_modules", "pulumi-payments"),
    () => join(bench.folder, "pulumi-payments-aside"),
  ];
  beforeAll(() => renameSync(here(), aside()));
  afterAll(() => renameSync(aside(), here()));

  test.each(["destroy", "refresh"] as const)(
    "%s says to install it, without a trace, and loses nothing",
    async (command) => {
      await service.admin.forget();
      const run = await stack[command]();
      expect(run.exitCode).toBe(1);
      const diagnostics = run.output.slice(run.output.indexOf("\nDiagnostics:"));
      expect(diagnostics).toContain(advice);
      expect(diagnostics).not.toMatch(/Cannot find module|Require stack|^\s+at /m);
      const about = diagnostics.split("\n").filter((line) => line.includes("pulumi-payments"));
      const messages = about.filter((line) => !line.includes("from $PATH"));
      expect(new Set(messages.map((line) => line.replace(/^ *error: |: *$/gi, "")))).toEqual(new Set([advice]));
      expect(await service.admin.requests()).toEqual([]);
      expect((await stack.state()).size).toBe(3);
    },
  );
});

test("once it is installed again destroy does its work", async () => {
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  expect((await stack.state()).size).toBe(0);
});
