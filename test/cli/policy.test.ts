import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rules } from "../../policy";
import { endAll, run } from "./process";

const folder = mkdtempSync(join(tmpdir(), "policy-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(endAll);

/** A file with these contents. */
function file(name: string, contents: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof contents === "string" ? contents : JSON.stringify(contents));
  return path;
}
const ended = (...args: string[]) => run("policy", ...args).ended;

/** A module with a rule of somebody's own. */
const ownRule = (
  check: string,
) => `const { resourceRule, violation } = require(${JSON.stringify(join(__dirname, "../../policy/index.ts"))});
exports.ours = resourceRule({
  name: "our-own-rule", title: "Keys have short names.", why: "Long ones are cut.", fix: "Make it shorter.",
  level: "advisory", looksAt: ["ApiKey"], check: ${check},
  example: { failing: 'new ApiKey("much-too-long", { type: "publishable" });', passing: 'new ApiKey("a", { type: "publishable" });' },
});`;
const short = '({ name }) => (name.length > 5 ? [violation("Too long.")] : [])';

test("list shows every rule with its levels", async () => {
  const { code, stdout } = await ended("list");
  expect(code).toBe(0);
  for (const { name, title } of rules) expect(stdout).toMatch(new RegExp(`^${name} .*${title.slice(0, 10)}`, "m"));
  expect(stdout).toMatch(/^no-wildcard-scope +mandatory +mandatory +advisory /m);
});

test("list --json is one JSON value", async () => {
  const { stdout } = await ended("list", "--json");
  expect(JSON.parse(stdout).map(({ name }: { name: string }) => name)).toEqual(rules.map(({ name }) => name));
});

test("explain prints title, reason, fix, configuration with defaults, and the example before and after", async () => {
  const { code, stdout } = await ended("explain", "name-convention");
  expect(code).toBe(0);
  expect(stdout).toMatch(/Fix: .*\n\nLevels: advisory \(recommended\).* "remediate" fixes it/);
  expect(stdout).toMatch(/pattern: Regular expression/);
  expect(stdout).toMatch(/Fails:\n {2}new ApiKey[\s\S]*Passes:\n {2}new ApiKey/);
});

test("a misspelled rule or action is an error with the closest name", async () => {
  expect(await ended("explain", "no-wildcard-scop")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Did you mean no-wildcard-scope?"),
  });
  expect((await ended("lsit")).stderr).toMatch(
    /Did you mean list\?.*Run 'npx pulumi-payments policy --help' for more/s,
  );
  expect((await ended("explain")).stderr).toContain(
    "\"policy explain\" takes one rule. Run 'npx pulumi-payments policy list' to see their names.",
  );
  expect((await ended("check-config")).stderr).toContain('"policy check-config" takes one file.');
  expect((await ended("list", "all")).stderr).toContain('"all" is not expected here.');
  expect((await ended("explain", "nope")).stderr).toContain(
    "There is no rule nope. Run 'npx pulumi-payments policy list' to see their names.",
  );
});

test("check-config prints the resulting levels and exemptions", async () => {
  const exemption = {
    rule: "no-wildcard-scope",
    name: "old-*",
    reason: "being moved",
    owner: "ann",
    expires: "2020-01-31",
  };
  const { code, stdout } = await ended(
    "check-config",
    file("good.json", {
      settings: { preset: "audit", exemptions: [exemption] },
      "max-keys-per-stack": { enforcementLevel: "mandatory", most: 3 },
      "name-convention": "disabled",
    }),
  );
  expect(stdout).toMatch(
    /^In order\. Preset audit\.\n {2}mandatory: max-keys-per-stack\n {2}advisory: .*no-wildcard-scope.*\n {2}disabled: .*name-convention.*\n/,
  );
  expect(stdout).toContain("exempt until it expired: no-wildcard-scope for old-*: being moved (ann, until 2020-01-31)");
  expect(code).toBe(0);
});

test("check-config reports every problem of a configuration at once", async () => {
  const { code, stderr } = await ended(
    "check-config",
    file("bad.json", {
      "no-wildcard-scop": { most: 1 },
      "max-keys-per-stack": { mots: 3 },
      settings: { preset: "strct", exemptions: [{ rule: "no-wildcard-scope", name: "a" }] },
    }),
  );
  expect(code).toBe(1);
  expect(stderr).toContain('unknown rule "no-wildcard-scop". Did you mean "no-wildcard-scope"?');
  expect(stderr).toContain('max-keys-per-stack: unknown property "mots". Did you mean "most"?');
  expect(stderr).toContain('settings.preset: unknown preset "strct". Did you mean "strict"?');
  for (const part of ["reason", "owner", "expires"])
    expect(stderr).toContain(`settings.exemptions[0].${part}: is required`);
});

test("check-config refuses remediate for a rule that can't remediate, an invalid level, and a file that is not JSON", async () => {
  expect((await ended("check-config", file("a.json", { "no-wildcard-scope": "remediate" }))).stderr).toMatch(
    /can't remediate/,
  );
  expect((await ended("check-config", file("b.json", { "no-wildcard-scope": "mandatry" }))).stderr).toMatch(
    /unknown level "mandatry"\. Did you mean "mandatory"\?/,
  );
  expect(await ended("check-config", file("c.json", "{\n"))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/c\.json: it is not JSON \(.*\)\n$/),
  });
  expect((await ended("check-config", join(folder, "none.json"))).stderr).toMatch(
    /none\.json: there is no such file\n$/,
  );
  expect((await ended("check-config", folder)).stderr).toMatch(/: it is a folder\n$/);
});

test("test runs the examples of every rule, and those of the user's own module", async () => {
  const { code, stdout } = await ended("test", "--rules", file("own.cjs", ownRule(short)));
  expect(stdout).toMatch(/^ok {7}our-own-rule$/m);
  expect(stdout).toMatch(new RegExp(`^${rules.length + 1} rules fail and pass as they should\\.$`, "m"));
  expect(code).toBe(0);
});

test("test finds a rule that never fires", async () => {
  const { code, stdout } = await ended("test", "--rules", file("idle.cjs", ownRule("() => []")));
  expect(stdout).toMatch(/^not ok {3}our-own-rule: the failing example passes$/m);
  expect(code).toBe(1);
});

test("a module without a rule, or with a broken one, is refused", async () => {
  expect((await ended("list", "--rules", file("none.cjs", ""))).stderr).toMatch(/exports no rule/);
  expect(
    (await ended("list", "--rules", file("odd.cjs", ownRule(short).replace("Keys have short names.", "x")))).stderr,
  ).toMatch(/the rule our-own-rule: title must be a sentence/);
});
