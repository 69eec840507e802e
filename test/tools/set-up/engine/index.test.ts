import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { takeovers } from "../../../takeovers";
import { FakeCheckout } from "../../fake-checkout";

let checkout: FakeCheckout;
beforeEach(() => {
  checkout = new FakeCheckout();
});
afterEach(() => checkout.remove());

const builds = () => checkout.calls().filter((call) => call.startsWith("go build"));

test("two runs at once build the engine once, and nobody ever sees half of it", async () => {
  // Nothing is finished before one run waits for the other.
  const met = join(checkout.folder, "met");
  checkout.go("1.26.8", met);
  let heard = "";
  const hear = (text: string): void => {
    heard += text;
    if (/Waiting for process/.test(heard)) writeFileSync(met, "");
  };
  const runs = [1, 2].map(() => checkout.ensureEngine({ PAYMENTS_ENGINE: "cache,build" }, "{}", hear));
  let finished = false;
  const all = Promise.all(runs).finally(() => {
    finished = true;
  });
  const halves: string[] = [];
  while (!finished) {
    if (existsSync(checkout.target)) {
      for (const name of ["pulumi", "pulumi-language-nodejs"]) {
        const file = join(checkout.target, name);
        accessSync(file, constants.X_OK);
        if (readFileSync(file, "utf8") === "half") halves.push(name);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const [first, second] = await all;
  expect(halves).toEqual([]);
  expect([first?.stdout.trim(), second?.stdout.trim()]).toEqual([checkout.target, checkout.target]);
  expect(builds()).toHaveLength(2);
  expect(`${first?.stderr}${second?.stderr}`).toMatch(/Waiting for process \d+, which is getting the Pulumi engine/);
});

test("a second run builds nothing", async () => {
  checkout.go("1.26.8");
  await checkout.ensureEngine({ PAYMENTS_ENGINE: "cache,build" });
  const again = await checkout.ensureEngine({ PAYMENTS_ENGINE: "cache,build" });
  expect(again).toEqual({ code: 0, stdout: `${checkout.target}\n`, stderr: "" });
  expect(builds()).toHaveLength(2);
});

test("an engine of ours has the launcher of dynamic providers beside it, as a release has", async () => {
  checkout.engine("3.259.0", checkout.target);
  checkout.write("node_modules/@pulumi/pulumi/pulumi-resource-pulumi-nodejs", "#!/bin/sh\n");
  await checkout.ensureEngine({ PAYMENTS_ENGINE: "cache" });
  expect(readdirSync(checkout.target)).toContain("pulumi-resource-pulumi-nodejs");
});

test("the engine that the user has on PATH is used untouched", async () => {
  checkout.engine("3.227.0", checkout.bin);
  const found = await checkout.ensureEngine();
  expect(found).toEqual({ code: 0, stdout: `${checkout.bin}\n`, stderr: "" });
  expect(existsSync(checkout.cache)).toBe(false);
});

test("each of the four ways that failed is named with its reason, its log and what to do", async () => {
  checkout.engine("3.226.9", checkout.bin);
  checkout.program("npm", 'console.log("npm error code E404"); process.exit(1);');
  const failed = await checkout.ensureEngine();
  expect(failed.code).toBe(1);
  expect(failed.stdout).toBe("");
  expect(failed.stderr).toContain("Failed: getting a Pulumi engine (3.227.0 or later)");
  expect(failed.stderr).toMatch(/path: \S+\/pulumi is 3\.226\.9, and 3\.227\.0 is the oldest supported/);
  expect(failed.stderr).toMatch(/cache: \S+ does not exist yet/);
  expect(failed.stderr).toMatch(/download: npm install pulumi ended with code 1:\s+npm error code E404/);
  expect(failed.stderr).toMatch(/build: there is no go on PATH .*\(log: \S+engine-build\.log\)/);
  expect(failed.stderr).toContain("To do:  Install Pulumi and put it on PATH, or install Go 1.21 or later");
});

test("an engine on PATH without its language host beside it is passed over", async () => {
  checkout.program("pulumi", 'console.log("v3.300.0");');
  const failed = await checkout.ensureEngine({ PAYMENTS_ENGINE: "path" });
  expect(failed.stderr).toMatch(/path: \S+\/pulumi has no pulumi-language-nodejs beside it/);
  expect(checkout.calls()).toEqual([]);
});

test("a download that brings no byte is given up, said in one line, and the build takes over", async () => {
  const modules = join(checkout.cache, "pulumi-payments");
  mkdirSync(modules, { recursive: true });
  checkout.go("1.26.8");
  checkout.program(
    "npm",
    `const { mkdirSync, writeFileSync } = require("node:fs");
    mkdirSync("node_modules/pulumi", { recursive: true });
    writeFileSync("node_modules/pulumi/run.js", "console.error('Downloading pulumi v3.259.0...'); setTimeout(() => {}, 60000);");`,
  );
  const made = await checkout.ensureEngine({}, "{ firstByteMs: 400 }");
  expect(made.stdout.trim()).toBe(checkout.target);
  expect(made.stderr).toMatch(/^The engine is made by build now\. download: no answer within 0\.4 s \(log: .*\)$/m);
});

test("what a download brings is kept as the engine of that version", async () => {
  checkout.engine("3.259.0", join(checkout.folder, "release"));
  checkout.program(
    "npm",
    `const { mkdirSync, writeFileSync } = require("node:fs");
    mkdirSync("node_modules/pulumi", { recursive: true });
    writeFileSync("node_modules/pulumi/run.js", 'require("node:fs").cpSync("${checkout.folder}/release", process.env.PULUMI_HOME + "/versions/3.259.0/bin", { recursive: true });');`,
  );
  const made = await checkout.ensureEngine({ PAYMENTS_ENGINE: "download" });
  expect(made.stdout.trim()).toBe(checkout.target);
  expect(readdirSync(checkout.target).sort()).toEqual(["pulumi", "pulumi-language-nodejs"]);
});

test.each([
  ["1.26.8", ""],
  ["1.22.3", "auto"],
])("with Go %s the engine is built with GOTOOLCHAIN=%s", async (version, toolchain) => {
  checkout.go(version);
  const made = await checkout.ensureEngine({ PAYMENTS_ENGINE: "build" });
  expect(made.code).toBe(0);
  expect(checkout.calls()).toContain(`GOTOOLCHAIN=${toolchain}`);
});

test("a Go that cannot fetch a newer Go is refused before anything is built", async () => {
  checkout.go("1.20.14");
  const failed = await checkout.ensureEngine({ PAYMENTS_ENGINE: "cache,build" });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain("build: go on PATH is 1.20.14, and 1.21 is the oldest that can fetch the Go 1.26");
  expect(builds()).toEqual([]);
});

test("a build that fails leaves no engine behind, quotes the compiler and names the log", async () => {
  checkout.program(
    "go",
    `const [verb] = process.argv.slice(2);
    if (verb === "env") console.log("go1.26.8");
    if (verb === "build") { console.error("disk is full"); process.exit(2); }`,
  );
  const failed = await checkout.ensureEngine({ PAYMENTS_ENGINE: "build" });
  expect(failed.stderr).toMatch(/build: go build in tools\/engine ended with code 2:\s+disk is full/);
  const log = /\(log: (\S+)\)/.exec(failed.stderr)?.[1] ?? "";
  expect(readFileSync(log, "utf8")).toContain("disk is full");
  expect(readdirSync(dirname(checkout.target))).toEqual([]);
});

test("what a killed run left behind is cleared by the next one", async () => {
  checkout.go("1.26.8");
  mkdirSync(`${checkout.target}.new-left`, { recursive: true });
  await checkout.ensureEngine({ PAYMENTS_ENGINE: "build" });
  expect(readdirSync(dirname(checkout.target))).toEqual([checkout.target.split("/").at(-1)]);
});

test("an unknown way is refused with the list of the known ones", async () => {
  const failed = await checkout.ensureEngine({ PAYMENTS_ENGINE: "path,brew" });
  expect(failed.stderr).toContain('it names "brew", and the ways are path, cache, download, build');
});

test.each(takeovers)("an engine in a folder that %s is neither asked for its version nor run", async (_, takeOver) => {
  checkout.engine("3.259.0", checkout.target);
  takeOver(checkout.target);
  const failed = await checkout.ensureEngine({ PAYMENTS_ENGINE: "cache" });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/cache: .*(other users can write to|belongs to another user|is a symbolic link)/);
  expect(checkout.calls()).toEqual([]);
});

test("an engine that everybody can write over is not run, though its folder is ours", async () => {
  checkout.engine("3.259.0", checkout.target);
  chmodSync(join(checkout.target, "pulumi-language-nodejs"), 0o777);
  const failed = await checkout.ensureEngine({ PAYMENTS_ENGINE: "cache" });
  expect([failed.code, checkout.calls()]).toEqual([1, []]);
});

test.each(takeovers)("no engine is built into a cache that %s", async (_, takeOver) => {
  mkdirSync(dirname(checkout.target), { recursive: true });
  takeOver(dirname(checkout.target));
  checkout.go("1.26.8");
  const failed = await checkout.ensureEngine({ PAYMENTS_ENGINE: "build" });
  expect([failed.code, checkout.calls()]).toEqual([1, []]);
});
