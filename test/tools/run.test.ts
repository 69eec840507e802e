import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../structure/repository";
import { FakeCheckout } from "./fake-checkout";

let checkout: FakeCheckout;
beforeEach(() => {
  checkout = new FakeCheckout();
});
afterEach(() => checkout.remove());

test("an unknown task is refused with the list of tasks", async () => {
  const refused = await checkout.run(["tools/run.js", "tset"]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('There is no task "tset". The tasks are build, lint, engine, demo');
});

test("a test run whose set-up fails still closes with its counts, and fails", async () => {
  checkout.program("npm", 'console.error("npm error code EUSAGE"); process.exit(1);');
  const failed = await checkout.run(["tools/run.js", "test"]);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain("Failed: installing the dependencies with npm ci");
  expect(failed.stdout.trimEnd().split("\n").at(-1)).toBe("0 passed, 1 failed, 0 skipped");
});

test("engine --print prints one line with the folders of Node, the engine and the launcher, and nothing else there", async () => {
  checkout.npm();
  checkout.engine("3.259.0", checkout.bin);
  checkout.write("package-lock.json", JSON.stringify({ packages: {} }));
  await checkout.run(["tools/run.js", "engine"]);
  checkout.write("node_modules/@pulumi/pulumi/package.json", "{}");
  const printed = await checkout.run(["tools/run.js", "engine", "--print"]);
  const modules = `${checkout.folder}/node_modules`;
  expect(printed.stdout).toBe(`${modules}/node/bin:${checkout.bin}:${modules}/@pulumi/pulumi\n`);
});

test("the help of the tests names every part", async () => {
  const help = await checkout.run(["tools/run.js", "test", "--help"]);
  for (const part of ["types", "lint", "docs", "unit", "package", "e2e"]) expect(help.stdout).toContain(`\n${part} `);
});

test("the help of the tests names the end-to-end files of every day, and each of them is there", async () => {
  const { stdout } = await checkout.run(["tools/run.js", "test", "--help"]);
  const [, names = ""] = /npm test runs only\n\s+(.+) of it/.exec(stdout) ?? [];
  const files = names.split(", ").map((name) => `test/e2e/${name}.test.ts`);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("a run of everything whose set-up fails still closes with its counts, and says first how long it takes", async () => {
  checkout.program("npm", 'console.error("npm error code EUSAGE"); process.exit(1);');
  const failed = await checkout.run(["tools/run.js", "test:all"]);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/^This takes about 32 minutes on two idle cores/);
  expect(failed.stdout.trimEnd().split("\n").at(-1)).toBe("0 passed, 1 failed, 0 skipped");
});

test("the nightly run has parts of its own, and tells the tests that it is night", async () => {
  checkout.npm();
  await checkout.run(["tools/run.js", "lint"]);
  const told = "console.log('v' + process.versions.node); console.error(process.env.PAYMENTS_NIGHTLY)";
  const noted = `require("node:fs").appendFileSync("noted.txt", process.env.PAYMENTS_NIGHTLY + " " + process.env.MUTATION_TARGET + "\\n"); ${told}`;
  checkout.program("node", noted, join(checkout.folder, "node_modules/node/bin"));
  const ended = await checkout.run(["tools/run.js", "test:nightly", "mutation"]);
  expect(ended.stdout.trimEnd().split("\n").at(-1)).toBe("4 passed, 0 failed, 0 skipped");
  const runs = readFileSync(join(checkout.folder, "noted.txt"), "utf8").trim().split("\n");
  const targets = runs.flatMap((line) => /^1 \{"name":"(\w+)"/.exec(line)?.[1] ?? []);
  expect(targets).toEqual(["policy", "deciding", "rotation", "reading"]);
  expect(checkout.calls().filter((call) => call.startsWith("node node_modules/@stryker-mutator/core"))).toHaveLength(4);
  const byDay = await checkout.run(["tools/run.js", "test:all", "--help"]);
  expect(byDay.stdout).toContain("only for npm run test:nightly");
});
