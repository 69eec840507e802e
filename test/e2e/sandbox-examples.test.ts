import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { projectIn } from "../../tools/packed.js";
import { pinnedNode } from "../../tools/set-up/pinned-node.js";
import { outsideEnvironment } from "../../tools/set-up/places.js";
import { type Run, run } from "./harness/process";

const root = resolve(__dirname, "..", "..");
const jestCommand = join(root, "node_modules", "jest", "bin", "jest.js");

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "sandbox-examples-"));
  await projectIn(folder, { packages: ["pulumi-payments-sandbox"] });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of an example beside the installed package, without what somebody may have installed in it. */
function copyOf(name: string): string {
  const filter = (file: string) => !file.includes("node_modules");
  cpSync(join(root, "examples", name), join(folder, name), { recursive: true, filter });
  return join(folder, name);
}

function node(cwd: string, ...args: string[]): Promise<Run> {
  // This test runs in Jest itself: what it has told its workers is not meant for the example.
  const { JEST_WORKER_ID, NODE_OPTIONS, NODE_ENV, NODE_TEST_CONTEXT, ...env } = outsideEnvironment();
  return run({ program: pinnedNode, args, cwd, env });
}

/** Changes a copied example's file; fails if there is nothing to change. */
function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

test("sandbox-jest passes, ends by itself with no open handle, and finds a checkout that is wrong", async () => {
  const example = copyOf("sandbox-jest");
  const args = [jestCommand, "--rootDir", example, "--detectOpenHandles", "--no-cache"];
  const passed = await node(example, ...args);
  expect(passed).toMatchObject({ exitCode: 0, output: expect.stringMatching(/Tests: +4 passed, 4 total/) });
  expect(passed.output).not.toMatch(/open handle/i);
  change(join(example, "checkout.js"), "if (!paid.error) return", "return");
  expect((await node(example, ...args)).exitCode).toBe(1);
});

test("sandbox-node-test passes, ends by itself, and finds a receiver that is wrong", async () => {
  const example = copyOf("sandbox-node-test");
  const passed = await node(example, "--test");
  expect(passed).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^. pass 3$/m) });
  change(join(example, "receiver.js"), "writeHead(500)", "writeHead(200)");
  expect((await node(example, "--test")).exitCode).toBe(1);
});

test("each example has a page, and its package.json names the package and the command of its tests", () => {
  const runners = { "sandbox-jest": "jest", "sandbox-node-test": "node --test" };
  for (const [name, command] of Object.entries(runners)) {
    const example = join(root, "examples", name);
    const { scripts, devDependencies } = JSON.parse(readFileSync(join(example, "package.json"), "utf8"));
    expect([scripts.test, Object.keys(devDependencies)]).toEqual([
      command,
      expect.arrayContaining(["pulumi-payments-sandbox"]),
    ]);
    expect(readFileSync(join(example, "README.md"), "utf8").split("\n").length).toBeLessThanOrEqual(60);
  }
});
