import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { FakeCheckout } from "../fake-checkout";

const modules = resolve(__dirname, "../../../node_modules");

let checkout: FakeCheckout;
beforeEach(() => {
  checkout = new FakeCheckout();
});
afterEach(() => checkout.remove());

const npmCalls = () => checkout.calls().filter((call) => call.startsWith("npm "));
const setUp = (wanted = "{ build: false }") =>
  checkout.run([
    "-e",
    `const { reportFailure } = require("./tools/set-up/failure.js");
    require("./tools/set-up/index.js").setUp(${wanted}).catch((error) => { process.exitCode = reportFailure(error); });`,
  ]);

test("two runs at once on a fresh clone install once, and a later run installs nothing", async () => {
  checkout.npm(300);
  const both = await Promise.all([setUp(), setUp()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await setUp()).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(npmCalls()).toEqual(["npm ci --no-audit --no-fund --no-progress"]);
});

test("a changed lock file is installed again", async () => {
  checkout.npm();
  await setUp();
  const lock = join(checkout.folder, "package-lock.json");
  const changed = JSON.parse(readFileSync(lock, "utf8"));
  changed.packages["node_modules/zod"].version = "4.0.0";
  writeFileSync(lock, JSON.stringify(changed));
  await setUp();
  expect(npmCalls()).toHaveLength(2);
});

test.each([
  ["npm error code EUSAGE", "Run npm install, and commit package-lock.json"],
  ["npm error request failed, reason: getaddrinfo ENOTFOUND", "The package registry could not be reached"],
  ["npm error ENOSPC: no space left on device", "The disk is full"],
])("where npm says %s, the failure says: %s", async (output, advice) => {
  checkout.program("npm", `console.error(${JSON.stringify(output)}); process.exit(1);`);
  const failed = await setUp();
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain("Failed: installing the dependencies with npm ci");
  expect(failed.stderr).toContain(`Why:    npm ci ended with code 1:\n        ${output}`);
  expect(failed.stderr).toContain(`To do:  ${advice}`);
  expect(failed.stderr).toContain(`Log:    ${join(checkout.folder, ".cache", "logs", "dependencies.log")}`);
});

test("a node_modules that is a link to another checkout's is never installed into", async () => {
  checkout.npm();
  const elsewhere = join(checkout.folder, "elsewhere");
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(checkout.folder, "node_modules"));
  const failed = await setUp();
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining("node_modules is a link to ")]);
  expect(npmCalls()).toEqual([]);
});

test("a machine without npm is told to install it", async () => {
  const failed = await setUp();
  expect(failed.stderr).toContain('Why:    there is no program "npm" on PATH');
  expect(failed.stderr).toContain("To do:  Install Node.js 20 or later together with npm");
});

test("a pinned Node that says another version is an error that names both", async () => {
  checkout.npm();
  await setUp();
  checkout.program("node", 'console.log("v1.2.3");', join(checkout.folder, "node_modules", "node", "bin"));
  checkout.write("node_modules/node/installArchSpecificPackage.js", "");
  const failed = await setUp();
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/Failed: putting Node v\d+\.\d+\.\d+ into node_modules/);
  expect(failed.stderr).toContain("node_modules/node/bin/node says v1.2.3");
});

describe("the build", () => {
  beforeEach(async () => {
    checkout.npm();
    await setUp();
    const pinned = join(checkout.folder, "node_modules", "node", "bin", "node");
    // The pinned Node of a fake checkout is this very Node, once it has been asked for its version.
    const version = /v[\d.]+/.exec(readFileSync(pinned, "utf8"))?.[0];
    writeFileSync(pinned, `#!/bin/sh\n[ "$1" = --version ] && echo ${version} || exec ${process.execPath} "$@"\n`);
    symlinkSync(join(modules, "typescript"), join(checkout.folder, "node_modules", "typescript"));
    const options = {
      module: "nodenext",
      target: "es2023",
      rootDir: ".",
      outDir: "dist",
      types: [],
      ignoreDeprecations: "6.0",
    };
    checkout.write("tsconfig.json", JSON.stringify({ compilerOptions: options, include: ["cli", "sdk"] }));
    checkout.write("sandbox/tsconfig.json", JSON.stringify({ compilerOptions: { ...options }, include: ["index.ts"] }));
    checkout.write("sandbox/package.json", JSON.stringify({ bin: { sandbox: "dist/index.js" } }));
    checkout.write("sandbox/index.ts", "export const three = 3;\n");
    checkout.write("cli/main.ts", "export const one = 1;\n");
    checkout.write("sdk/index.ts", "export const two = 2;\n");
  });
  const dist = (path: string) => join(checkout.folder, "dist", path);
  const builds = async () => (await setUp("{ build: true }")).stderr.match(/Building dist: done/g)?.length ?? 0;

  test("is made once for each state of the sources, and again where its output was touched", async () => {
    expect(await builds()).toBe(1);
    expect(await builds()).toBe(0);
    checkout.write("cli/main.ts", "export const one = 11;\n");
    expect(await builds()).toBe(1);
    writeFileSync(dist("cli/main.js"), "");
    expect(await builds()).toBe(1);
    expect(readFileSync(dist("cli/main.js"), "utf8")).toContain("exports.one = 11");
  });

  test("is of both packages, each in its own dist, and again where the other one changed", async () => {
    const sandbox = (path: string) => join(checkout.folder, "sandbox", path);
    expect(await builds()).toBe(1);
    expect(readFileSync(sandbox("dist/index.js"), "utf8")).toContain("exports.three = 3");
    expect(existsSync(dist("sandbox"))).toBe(false);
    checkout.write("sandbox/index.ts", "export const three = 33;\n");
    expect(await builds()).toBe(1);
    writeFileSync(sandbox("dist/index.js"), "");
    expect(await builds()).toBe(1);
    expect(readFileSync(sandbox("dist/index.js"), "utf8")).toContain("exports.three = 33");
  });

  test("keeps only the declarations that an import of a package reaches", async () => {
    const manifest = JSON.parse(readFileSync(join(checkout.folder, "package.json"), "utf8"));
    manifest.exports = { ".": { types: "./dist/sdk/index.d.ts" } };
    checkout.write("package.json", JSON.stringify(manifest));
    const tsconfig = JSON.parse(readFileSync(join(checkout.folder, "tsconfig.json"), "utf8"));
    tsconfig.compilerOptions.declaration = true;
    checkout.write("tsconfig.json", JSON.stringify(tsconfig));
    checkout.write(
      "sdk/index.ts",
      'import { inner } from "./inner";\nexport { shown } from "./shown/index.js";\ninner();\n',
    );
    checkout.write("sdk/inner.ts", "export const inner = (): void => {};\n");
    checkout.write("sdk/shown/index.ts", 'export const shown = (one: import("./far").Far): void => void one;\n');
    checkout.write("sdk/shown/far.ts", "export interface Far { far: true }\n");
    await setUp("{ build: true }");
    const there = ["sdk/index", "sdk/shown/index", "sdk/shown/far", "sdk/inner", "cli/main"];
    expect(there.filter((path) => existsSync(dist(`${path}.d.ts`)))).toEqual(there.slice(0, 3));
    expect(there.filter((path) => existsSync(dist(`${path}.js`)))).toEqual(there);
  });

  test("leaves nothing of a source that is gone", async () => {
    await setUp("{ build: true }");
    checkout.write("sdk/old.ts", "export const old = 0;\n");
    await setUp("{ build: true }");
    expect(existsSync(dist("sdk/old.js"))).toBe(true);
    await checkout.run(["-e", 'require("node:fs").rmSync("sdk/old.ts")']);
    await setUp("{ build: true }");
    expect(existsSync(dist("sdk/old.js"))).toBe(false);
    expect(existsSync(dist("sdk/index.js"))).toBe(true);
  });

  test("makes the commands of package.json programs", async () => {
    await setUp("{ build: true }");
    const { mode } = await import("node:fs").then(({ statSync }) => statSync(dist("cli/main.js")));
    expect(mode & 0o111).toBe(0o111);
    expect(readFileSync(dist("cli/main.js"), "utf8").split("\n")[0]).toBe("#!/usr/bin/env node");
  });

  test("that fails shows the compiler's errors and keeps the dist that was there", async () => {
    await setUp("{ build: true }");
    checkout.write("cli/main.ts", 'export const one: number = "one";\n');
    const failed = await setUp("{ build: true }");
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain("Failed: compiling the package with tsc");
    expect(failed.stderr).toContain("cli/main.ts(1,14): error TS2322");
    expect(readFileSync(dist("cli/main.js"), "utf8")).toContain("exports.one = 1");
  });
});
