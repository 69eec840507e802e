import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(__dirname, "..", "..");

/** What a script prints that loads things for itself: test runners have a require of their own. */
function printed(script: string): unknown {
  const start = 'require("./tools/typescript-hook.js"); const { loadLater } = require("./cli/load-later.ts");';
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", `${start} ${script}`], { cwd: root, encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

const loaded =
  "Object.keys(require.cache).filter((file) => /zod.v4.locales.(?!en)|node_modules.semver./.test(file)).length";

test("what is loaded later is the same to whoever uses it, and not there before", () => {
  expect(
    printed(`
      loadLater("zod/v4/locales");
      loadLater("semver", "fastify");
      const { z } = require("zod");
      const semver = require("semver");
      const before = ${loaded};
      const french = z.locales.fr().localeError({ code: "invalid_type", expected: "string", input: 1 });
      const satisfies = semver.satisfies("1.2.3", "^1.0.0");
      console.log(JSON.stringify({ before, after: ${loaded} > 50, french, satisfies, has: "gt" in semver }));
    `),
  ).toEqual({ before: 2, after: true, french: expect.stringContaining("attendu"), satisfies: true, has: true });
});

test("messages are as they are without it", () => {
  const message = '(() => { try { require("zod").z.int().parse("x") } catch (error) { return error.message } })()';
  const later = printed(`loadLater("zod/v4/locales"); console.log(JSON.stringify(${message}))`);
  expect(later).toBe(printed(`console.log(JSON.stringify(${message}))`));
});

test("a module that cannot be found, or is loaded already, is left alone", () => {
  expect(
    printed(`
      loadLater("no-such-module");
      loadLater("semver", "no-such-package");
      const semver = require("semver");
      loadLater("semver");
      console.log(JSON.stringify(require("semver") === semver));
    `),
  ).toBe(true);
});
