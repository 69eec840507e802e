import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changed, reportOf } from "../drift/reports";
import { endAll, run } from "./process";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payments-drift-cli-"));
});
afterEach(async () => {
  await endAll();
  rmSync(folder, { recursive: true });
});
const file = (name: string, text?: string): string => {
  if (text !== undefined) writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test("without stacks nothing is read: exit 1, and every problem is reported at once", async () => {
  const { code, stdout, stderr } = await run("drift", "--format", "jsn", "--jobs", "none").ended;
  expect([code, stdout]).toEqual([1, ""]);
  for (const problem of ["Name the stacks", "Did you mean json?", "--jobs is a whole number", "--help"]) {
    expect(stderr).toContain(problem);
  }
});

test("a misspelled action is reported alone with the closest one, and a stack without its flag with the flag", async () => {
  for (const [word, told] of [
    ["acept", 'There is no "drift acept". Did you mean "drift accept"?'],
    ["prod", 'There is no "drift prod". Name a stack with --stack.'],
    ["explain", "'explain' is a command of its own. Run 'npx pulumi-payments explain RESOURCE'."],
  ] as const) {
    const { code, stderr } = await run("drift", word, "--reason", "x").ended;
    expect([code, stderr]).toEqual([1, `${told}\nRun 'npx pulumi-payments drift --help' for more.\n`]);
  }
});

test("a baseline that can't be read is reported before anything is started, and never passes for an empty one", async () => {
  const { code, stderr } = await run("drift", "--all", "--baseline", file("b.json", "{}")).ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining("b.json can't be used")]);
  const missing = await run("drift", "--all", "--baseline", file("missing.json")).ended;
  expect(missing.code).toBe(1);
});

test("the help of each of its words tells options, exit codes and examples", async () => {
  for (const words of [["drift"], ["drift", "merge"], ["drift", "accept"], ["explain"]]) {
    const { code, stdout } = await run(...words, "--help").ended;
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Usage: .*--help +this text.*Examples?:/s)]);
  }
});

test("merge joins reports, prints one in the format that is asked for, and exits as its findings say", async () => {
  const other = { project: "shop", name: "prod", folder: "." };
  const clean = reportOf({
    findings: [],
    counts: {},
    exitCode: 0,
    stacks: [{ stack: other, outcome: "looked", resources: 1, clean: 1, durationMs: 1 }],
  });
  const files = [file("1.json", JSON.stringify(reportOf())), file("2.json", JSON.stringify(clean))];
  const { code, stdout } = await run("drift", "merge", ...files, "--format", "json").ended;
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { counts: { changed: 1 }, stacks: [{}, {}] }]);
  const wrong = await run("drift", "merge", file("3.json", '{"report":"another"}')).ended;
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringMatching(
      /3\.json is not a drift report of version 1: report: invalid input.*; and \d+ more\. Write one with 'npx pulumi-payments drift .*'\.\n.*\n$/,
    ),
  ]);
});

test("a file that is missing, is a folder or is not JSON is reported in one line of words", async () => {
  const told = async (name: string): Promise<string> =>
    (await run("drift", "merge", file(name)).ended).stderr.split("\n")[0]!;
  expect(await told("none.json")).toContain("is not a drift report of version 1: there is no such file. ");
  expect(await told(".")).toContain("is not a drift report of version 1: it is a folder. ");
  file("broken.json", "name: shop\n");
  expect(await told("broken.json")).toMatch(/is not a drift report of version 1: it is not JSON \(.*\)\. /);
});

test("a report or a history that can't be written is reported before anything is read, and the try leaves nothing", async () => {
  const place = file("taken.json", "{}");
  for (const [written, why] of [
    [["--out", folder], "it is a folder"],
    [["--out", join(place, "report.txt")], "EEXIST"],
    [["--history", place], "EEXIST"],
  ] as const) {
    const { code, stderr } = await run("drift", "--stack", "prod", "--cwd", folder, ...written).ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`can't be written, so nothing was looked at: ${why}.*Name another place\\.`)),
    ]);
  }
  const merged = await run("drift", "merge", file("r.json", JSON.stringify(reportOf())), "--out", folder).ended;
  expect([merged.code, merged.stderr]).toEqual([1, expect.stringContaining("it is a folder")]);
  expect(readdirSync(folder).sort()).toEqual(["r.json", "taken.json"]);
});

test("accept writes an entry with its reason, and refuses what lacks one or holds the value of a key", async () => {
  const where = ["--report", file("r.json", JSON.stringify(reportOf())), "--baseline", file("b.json")];
  const grounds = ["--owner", "us", "--expires", "2030-12-31"];
  const good = await run("drift", "accept", changed.fingerprint, ...where, "--reason", "on purpose", ...grounds).ended;
  expect([good.code, good.stdout]).toEqual([0, "accepted until 2030-12-31: ApiKey ci in shop/dev (changed)\n"]);
  expect(JSON.parse(readFileSync(file("b.json"), "utf8")).entries).toMatchObject([
    { reason: "on purpose", owner: "us" },
  ]);
  const before = readFileSync(file("b.json"), "utf8");
  const secret = await run(
    "drift",
    "accept",
    changed.fingerprint,
    ...where,
    "--reason",
    "sk_live_123456789012",
    ...grounds,
  ).ended;
  expect([secret.code, secret.stderr]).toEqual([1, expect.stringContaining("value of a key")]);
  const late = await run(
    "drift",
    "accept",
    "nothing",
    ...where,
    "--reason",
    "x",
    "--owner",
    "us",
    "--expires",
    "2030-02-31",
  ).ended;
  expect([late.code, late.stderr]).toEqual([1, expect.stringContaining("--expires is a day")]);
  const past = ["--reason", "x", "--owner", "us", "--expires", "2020-12-31"];
  const passed = await run("drift", "accept", changed.fingerprint, ...where, ...past).ended;
  expect([passed.code, passed.stderr]).toEqual([
    1,
    expect.stringContaining("2020-12-31 has passed: it would accept nothing"),
  ]);
  expect(readFileSync(file("b.json"), "utf8")).toBe(before);
});
