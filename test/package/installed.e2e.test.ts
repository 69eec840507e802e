import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figures } from "../../bench/figures/weight";
import { type InstalledWeight, weigh } from "../../bench/installed-weight";
import { projectIn } from "../../tools/packed.js";
import { pinnedNode } from "../../tools/set-up/pinned-node.js";
import { manifest } from "../../tools/set-up/places.js";

const sandboxName = "pulumi-payments-sandbox";
const { version } = manifest();
const install = `Run: npm install --save-dev ${sandboxName}@${version}`;

let folder: string;
let provider: InstalledWeight;
let sandbox: InstalledWeight;
beforeAll(async () => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "installed-"));
  const sdk = { "@pulumi/pulumi": manifest().devDependencies["@pulumi/pulumi"] };
  provider = await weigh("pulumi-payments", join(folder, "provider"), sdk);
  sandbox = await weigh(sandboxName, join(folder, "sandbox"), {});
  await projectIn(join(folder, "both"), { packages: ["pulumi-payments", sandboxName] });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs node in a project; with `once`, it is ended when it has printed that. */
function node(project: string, args: readonly string[], once?: RegExp): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(pinnedNode, args, { cwd: join(folder, project) }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    let printed = "";
    child.stdout?.on("data", (text) => {
      printed += text;
      if (once?.test(printed)) child.kill("SIGTERM");
    });
  });
}

const commandIn = (name: string, command: string): string[] => {
  const project = join(folder, name === sandboxName ? "sandbox/with" : "provider/with");
  const { bin } = JSON.parse(readFileSync(join(project, "node_modules", name, "package.json"), "utf8"));
  return [join("node_modules", name, bin[command])];
};
const providerCommand = () => commandIn("pulumi-payments", "pulumi-payments");

test("each package keeps to the limits of packages, bytes and files that the bench reports", async () => {
  const measured: [string, number, number][] = [];
  for (const { name, limit, measure } of figures) {
    const weight = name.startsWith("provider") ? provider : sandbox;
    const { value } = await measure({ once: async () => weight } as never);
    if (limit && "atMost" in limit) measured.push([name, value, limit.atMost]);
  }
  expect(measured.map(([name]) => name)).toEqual(
    expect.arrayContaining(["provider-packages", "provider-size", "provider-files"]),
  );
  expect(measured.filter(([, value, atMost]) => value > atMost || value === 0)).toEqual([]);
});

test("nothing of the sandbox comes with the provider, and no map of a source that is not there", () => {
  expect(existsSync(join(folder, "provider/with/node_modules/fastify"))).toBe(false);
  expect(existsSync(join(folder, "provider/with/node_modules", sandboxName))).toBe(false);
  for (const { files } of [provider, sandbox]) {
    expect(files.filter((file) => /\.map$|(?<!\.d)\.ts$/.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "package.json"]));
  }
  expect(provider.files).toEqual(
    expect.arrayContaining(["docs/how-to/troubleshoot.md", "docs/explanation/promises.md", "ci/github.yml"]),
  );
});

test("without the sandbox, its command prints the one line that installs it and exits 1", async () => {
  const { code, stdout, stderr } = await node("provider/with", [
    ...providerCommand(),
    "sandbox",
    "--json",
    "--port",
    "0",
  ]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr.trim().split("\n")).toEqual([expect.stringContaining(install)]);
});

test.each([
  ["CommonJS", ["-e", 'require("pulumi-payments/sandbox").createSandbox']],
  [
    "an ECMAScript module",
    ["--input-type=module", "-e", 'import { createSandbox } from "pulumi-payments/sandbox"; createSandbox'],
  ],
])("without the sandbox, the deprecated import fails in %s with the same line", async (_, args) => {
  const { code, stderr } = await node("provider/with", args);
  expect([code, stderr]).toEqual([1, expect.stringContaining(install)]);
});

test("beside the sandbox, the provider's command starts it, says the same ready line, and exits 0 when it is stopped", async () => {
  const words = ["--json", "--port", "0"];
  const ready = /"webhookEndpointId":"we_[^\n]*\n/;
  const viaProvider = await node("both", [...providerCommand(), "sandbox", ...words], ready);
  const own = await node("sandbox/with", [...commandIn(sandboxName, sandboxName), ...words], ready);
  for (const { code, stdout, stderr } of [viaProvider, own])
    expect([code, stderr, stdout]).toEqual([0, "", expect.stringMatching(ready)]);
  expect(Object.keys(JSON.parse(viaProvider.stdout))).toEqual(Object.keys(JSON.parse(own.stdout)));
  expect((await node("both", [...providerCommand(), "sandbox", "--port", "x"])).code).toBe(1);
});

test("beside the sandbox, the deprecated import is the sandbox's own, in both kinds of module and for the compiler", async () => {
  const same = (theirs: string, ours: string) =>
    `console.log(Object.keys(${theirs}).filter((name) => name !== "default" && name !== "module.exports" && ${theirs}[name] !== ${ours}[name]).join(), typeof ${theirs}.createSandbox)`;
  const load = (name: string) => `require(${JSON.stringify(name)})`;
  const commonjs = `const a = ${load("pulumi-payments/sandbox")}, b = ${load(sandboxName)}; ${same("b", "a")}`;
  const esm = `import * as a from "pulumi-payments/sandbox"; import * as b from "${sandboxName}"; ${same("b", "a")}`;
  expect((await node("both", ["-e", commonjs])).stdout).toBe(" function\n");
  expect((await node("both", ["--input-type=module", "-e", esm])).stdout).toBe(" function\n");
  writeFileSync(
    join(folder, "both", "program.ts"),
    `import { createSandbox, DataFileError, type Sandbox, type SandboxOptions } from "pulumi-payments/sandbox";
import type { Sandbox as Own } from "${sandboxName}";
const options: SandboxOptions = { port: 0 };
export const started: Promise<Sandbox> = createSandbox(options);
export const own: Promise<Own> = started;
export const isMine = (error: unknown): error is DataFileError => error instanceof DataFileError;
`,
  );
  const tsc = join(__dirname, "../../node_modules/typescript/bin/tsc");
  const options = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--target",
    "es2023",
    "--module",
    "nodenext",
    "program.ts",
  ];
  expect(await node("both", [tsc, ...options])).toMatchObject({ code: 0, stdout: "" });
});
