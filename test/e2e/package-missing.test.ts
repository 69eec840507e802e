import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { javascript } from "./harness/programs";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

let stack: Stack;
beforeAll(async () => {
  const files = javascript(
    'for (const name of ["one", "two", "three"]) new ApiKey(name, { type: "secret", scopes: ["accounts:read"] });',
  );
  stack = await stackOf("missing", files);
  await stack.mustUp();
});

const advice = "pulumi-payments is not installed here: run npm install";

/** Every resource is refused in the same words, nothing is asked of the service, and state keeps all of it. */
async function refusesEverything(command: "destroy" | "refresh" | "preview", words: string): Promise<void> {
  await service.admin.forget();
  const run = await stack[command]();
  expect(run.exitCode).toBe(1);
  const diagnostics = run.output.slice(run.output.indexOf("\nDiagnostics:"));
  expect(diagnostics).toContain(words);
  expect(diagnostics).not.toMatch(/Cannot find module|Require stack|^\s+at /m);
  const about = diagnostics.split("\n").filter((line) => line.includes("pulumi-payments"));
  const messages = about.filter((line) => !line.includes("from $PATH"));
  expect(new Set(messages.map((line) => line.replace(/^ *error: |: *$/gi, "")))).toEqual(new Set([words]));
  expect(await service.admin.requests()).toEqual([]);
  expect((await stack.state()).size).toBe(3);
}

describe("while the package is not installed", () => {
  const [here, aside] = [
    () => join(bench.installed, "node_modules", "pulumi-payments"),
    () => join(bench.folder, "pulumi-payments-aside"),
  ];
  beforeAll(() => renameSync(here(), aside()));
  afterAll(() => renameSync(aside(), here()));

  test.each(["destroy", "refresh"] as const)("%s says to install it, without a trace, and loses nothing", (command) =>
    refusesEverything(command, advice),
  );
});

describe("on a Node that is too old", () => {
  beforeAll(() => {
    const pretence = join(bench.folder, "old-node.js");
    writeFileSync(
      pretence,
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });\n',
    );
    stack.env.NODE_OPTIONS = `--require=${pretence}`;
  });
  afterAll(() => {
    delete stack.env.NODE_OPTIONS;
  });

  test.each(["preview", "destroy", "refresh"] as const)("%s says which one is needed, and loses nothing", (command) =>
    refusesEverything(
      command,
      "pulumi-payments needs Node 22.19.0 or later; this is 20.20.2. Install a newer Node, or put it first on PATH. The program of the stack runs on the Node that is first on PATH; nothing was read or changed",
    ),
  );
});

test("once it is there again destroy does its work", async () => {
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  expect((await stack.state()).size).toBe(0);
});
