import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const runner = join(__dirname, "../../../tools/mutation/runner.js");

/** Code as Stryker changes it: each change is asked for by its name. */
const source = `
const stryker = globalThis.__stryker__;
const is = (change) => stryker.activeMutant === change;
if (is("unloadable")) throw new Error("not to be loaded");
const atLoad = is("static") ? "changed" : "whole";
let calls = 0;
const turn = () => {
  stryker.hitCount += 1;
  if (stryker.hitCount > stryker.hitLimit) throw new Error("too many hits");
};
module.exports = {
  atLoad,
  calls: () => (calls += 1),
  sum: (a, b) => (is("sum") ? a - b : a + b),
  loop: () => {
    while (is("loop")) turn();
  },
};`;
const tests = {
  "a.test.js": `
const source = require("./source.js");
describe("the source", () => {
  test("sums", () => expect(source.sum(2, 1)).toBe(3));
  test("is loaded whole", () => expect(source.atLoad).toBe("whole"));
  test("is loaded anew", () => expect(source.calls()).toBe(1));
  test("ends", () => source.loop());
});`,
  "b.test.js": `
const source = require("./source.js");
test("sums as well", () => expect(source.sum(1, 1)).toBe(2));
test.skip("is left out", () => expect(source.sum(1, 1)).toBe(3));`,
};

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "payments-mutation-")));
  for (const [file, text] of Object.entries({ "source.js": source, ...tests })) writeFileSync(join(folder, file), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a runner in a process of its own makes of these runs, one after another. */
function outcomes(runs: object[]): Record<string, unknown>[] {
  const script = `
    const runner = require(${JSON.stringify(runner)}).strykerPlugins[0].factory();
    (async () => {
      runner.init();
      const all = [await runner.dryRun()];
      for (const run of ${JSON.stringify(runs)}) all.push(await runner.mutantRun(run));
      process.stdout.write(JSON.stringify(all));
    })();`;
  const environment = { ...process.env, MUTATION_TARGET: JSON.stringify({ tests: ["*.test.js"] }) };
  return JSON.parse(
    execFileSync(process.execPath, ["-e", script], { cwd: folder, env: environment, encoding: "utf8" }),
  );
}

const changed = (id: string, more: object = {}) => ({ activeMutant: { id }, mutantActivation: "runtime", ...more });

test("a change is found by the first test that fails, and left where none does; nothing of one run reaches the next", () => {
  const [dry, ...runs] = outcomes([
    changed("sum"),
    changed("sum", { disableBail: true }),
    changed("nothing"),
    changed("sum", { testFilter: ["b.test.js > sums as well"] }),
    changed("sum", { testFilter: ["a.test.js > the source > ends"] }),
    changed("static"),
    changed("static", { mutantActivation: "static" }),
    changed("unloadable", { mutantActivation: "static" }),
    changed("loop", { hitLimit: 10 }),
    changed("nothing", { hitLimit: 10 }),
  ]);
  expect(dry).toMatchObject({
    status: "complete",
    tests: [
      { id: "a.test.js > the source > sums", fileName: join(folder, "a.test.js"), status: 0 },
      { id: "a.test.js > the source > is loaded whole", status: 0 },
      { id: "a.test.js > the source > is loaded anew", status: 0 },
      { id: "a.test.js > the source > ends", status: 0 },
      { id: "b.test.js > sums as well", status: 0 },
      { id: "b.test.js > is left out", status: 2 },
    ],
  });
  expect(runs).toEqual([
    {
      status: "killed",
      killedBy: ["a.test.js > the source > sums"],
      failureMessage: expect.stringContaining("Expected: 3"),
      nrOfTests: 1,
    },
    {
      status: "killed",
      killedBy: ["a.test.js > the source > sums", "b.test.js > sums as well"],
      failureMessage: expect.stringContaining("Expected: 3"),
      nrOfTests: 5,
    },
    { status: "survived", nrOfTests: 5 },
    expect.objectContaining({ status: "killed", killedBy: ["b.test.js > sums as well"], nrOfTests: 1 }),
    { status: "survived", nrOfTests: 1 },
    { status: "survived", nrOfTests: 5 },
    expect.objectContaining({ status: "killed", killedBy: ["a.test.js > the source > is loaded whole"] }),
    { status: "error", errorMessage: expect.stringContaining("not to be loaded") },
    { status: "timeout", reason: "more than 10 hits" },
    { status: "survived", nrOfTests: 5 },
  ]);
});
