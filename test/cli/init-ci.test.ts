import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommandLine } from "../../cli/command-line";
import { initCi } from "../../cli/init-ci";
import { optionsOf } from "./drift/read-options";
import { endAll, run } from "./process";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payments-init-ci-"));
});
afterEach(async () => {
  await endAll();
  rmSync(folder, { recursive: true });
});

const template = (name: string) => readFileSync(join(__dirname, "../../ci", name), "utf8");

test.each([
  ["github", "github.yml"],
  ["gitlab", "gitlab.yml"],
  ["github-fleet", "github-fleet.yml"],
  ["gitlab-fleet", "gitlab-fleet.yml"],
  ["shell", "shell.sh"],
])("init-ci %s writes the template %s, and tells which secret is to have which scope", async (name, file) => {
  const out = join(folder, "a/b", file);
  const { code, stdout } = await run("init-ci", name, "--out", out).ended;
  expect(code).toBe(0);
  expect(readFileSync(out, "utf8")).toBe(template(file));
  expect(stdout).toContain("The key needs the scope api_keys:read and no other.");
});

test("without --out it goes where the CI looks for it, and a script can be run", async () => {
  const before = process.cwd();
  const said = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    process.chdir(folder);
    for (const name of ["github", "gitlab", "shell"]) expect(await runCommandLine(initCi(), [name])).toBe(0);
  } finally {
    process.chdir(before);
    said.mockRestore();
  }
  expect(existsSync(join(folder, ".github/workflows/payments.yml"))).toBe(true);
  expect(existsSync(join(folder, "payments.gitlab-ci.yml"))).toBe(true);
  expect(statSync(join(folder, "payments-drift.sh")).mode & 0o100).toBe(0o100);
});

test("a folder is no file that --force could write over", async () => {
  for (const force of [[], ["--force"]]) {
    const { code, stderr } = await run("init-ci", "github", "--out", folder, ...force).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${folder} is a folder. Name the file in it.`)]);
  }
});

test("a file that exists is left as it is without --force", async () => {
  const out = join(folder, "job.yml");
  writeFileSync(out, "mine");
  const { code, stderr } = await run("init-ci", "github", "--out", out).ended;
  expect(code).toBe(1);
  expect(stderr).toContain(`${out} is there already. Give --force to replace it, or --out to write another file.`);
  expect(readFileSync(out, "utf8")).toBe("mine");
  expect((await run("init-ci", "github", "--out", out, "--force").ended).code).toBe(0);
  expect(readFileSync(out, "utf8")).toBe(template("github.yml"));
});

test("a link that leads nowhere is not written through", async () => {
  const out = join(folder, "job.yml");
  symlinkSync(join(folder, "elsewhere"), out);
  expect((await run("init-ci", "github", "--out", out).ended).code).toBe(1);
  expect(existsSync(join(folder, "elsewhere"))).toBe(false);
});

test("a name that is none is refused with the near one", async () => {
  const { code, stderr } = await run("init-ci", "gitlub").ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/There is no template "gitlub"\. Did you mean git(hub|lab)\?/);
});

test.each(["github.yml", "gitlab.yml", "shell.sh"])(
  "the drift command takes the arguments that %s gives it",
  async (file) => {
    const [, words = ""] = /pulumi-payments drift ((?:.*\\\n)*.*--out \S+)/.exec(template(file)) ?? [];
    const argv = words.replaceAll("\\\n", " ").replaceAll('"', "").trim().split(/\s+/);
    const { options, problems } = await optionsOf(argv);
    expect(problems).toBe("");
    expect(options.stacks).toHaveLength(1);
    expect(options.formats).toContain("html");
  },
);

test.each(["github.yml", "gitlab.yml"])("%s writes nothing to the service, and runs the pack", (file) => {
  expect(template(file)).toContain('PAYMENTS_READ_ONLY: "1"');
  expect(template(file)).toContain('--policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy"');
});

test("every action of GitHub is pinned, and no job may do more than it needs", () => {
  const text = template("github.yml");
  for (const [, commit] of text.matchAll(/uses: [^@\s]+@(\S+)/g)) expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(text).toContain("\npermissions: {}\n");
  expect(text.match(/: write/g)).toHaveLength(1);
  expect(text).toContain("issues: write");
});

/** Runs the script with a stand-in for npx: what the command itself does is tested where it is. */
function runScript(code: number) {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const npx = `#!/bin/sh
while [ $# -gt 0 ]; do [ "$1" = --out ] && out=$2; shift; done
echo progress >&2
[ ${code} = 1 ] || echo "the report" > "$out.txt"
exit ${code}
`;
  writeFileSync(join(bin, "npx"), npx);
  chmodSync(join(bin, "npx"), 0o755);
  const env = { PATH: `${bin}:/usr/bin:/bin`, STACK: "dev" };
  return spawnSync("sh", [join(__dirname, "../../ci/shell.sh")], { cwd: folder, env, encoding: "utf8" });
}

test.each([
  { code: 0, stdout: "", stderr: "" },
  { code: 1, stdout: "", stderr: "progress\n" },
  { code: 2, stdout: "the report\n", stderr: "" },
  { code: 3, stdout: "the report\n", stderr: "" },
])("the script for cron passes on exit $code, and prints only what somebody has to see", ({ code, ...printed }) => {
  const { status, stdout, stderr } = runScript(code);
  expect({ status, stdout, stderr }).toEqual({ status: code, ...printed });
});
