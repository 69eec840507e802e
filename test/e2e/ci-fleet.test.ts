import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Report } from "../../drift/report/report";
import { engineEnvironment, enginePath } from "../../tools/engine-path.js";
import { pinnedNode } from "../../tools/set-up/pinned-node.js";
import { root } from "../../tools/set-up/places.js";
import { type GithubRun, runGithubJob } from "./harness/github-job";
import { leavesNoSecret } from "./harness/leaves-no-secret";
import type { Stack } from "./harness/stack";
import { bench, service, stackOf } from "./harness/started";

/** Fifty projects with a stack of one key each, which the template for a fleet checks in four parts. */
const STACKS = 50;
const PARTS = 4;
const numbers = Array.from({ length: STACKS }, (_, number) => number);
const nameOf = (number: number): string => `team-${String(number).padStart(2, "0")}`;

let first: Stack;
let workspace: string;
let artifacts: string;
const keyIds: string[] = [];

beforeAll(async () => {
  const code = `new ApiKey("ci", { type: "secret", name: pulumi.getProject(), scopes: ["accounts:read"] });`;
  first = await stackOf(nameOf(0), code);
  await first.mustUp();
  workspace = join(bench.folder, "workspace");
  artifacts = join(bench.folder, "artifacts");
  for (const made of [join(workspace, "infra"), join(bench.folder, "bin"), artifacts])
    mkdirSync(made, { recursive: true });
  symlinkSync(join(bench.installed, "node_modules"), join(workspace, "node_modules"));
  program("npm", "true");
  program("gh", `exec "${pinnedNode}" "${join(root, "test/e2e/harness/github-cli.js")}" "$@"`);
  writeFileSync(join(bench.folder, "gh.json"), '{"started":[],"labels":[],"issues":[]}');
  await fillFleet();
});

/** A program of the machine that comes before others of its name. */
function program(name: string, body: string): void {
  writeFileSync(join(bench.folder, "bin", name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

/** The other stacks are copies of the first one's, each with a key of its own. */
async function fillFleet(): Promise<void> {
  const stacks = join(bench.folder, "backend", ".pulumi", "stacks");
  const checkpoint = readFileSync(join(stacks, nameOf(0), "dev.json"), "utf8");
  const firstId = [...(await first.state()).values()][0]!.id!;
  for (const number of numbers) {
    const name = nameOf(number);
    const folder = join(workspace, "infra", name);
    mkdirSync(folder);
    writeFileSync(join(folder, "Pulumi.yaml"), `name: ${name}\nruntime: nodejs\n`);
    if (number === 0) {
      keyIds.push(firstId);
      continue;
    }
    const scopes = ["accounts:read"];
    const { id } = await service.admin.createKey({ account_id: service.accountId, type: "secret", name, scopes });
    keyIds.push(id);
    mkdirSync(join(stacks, name));
    writeFileSync(join(stacks, name, "dev.json"), checkpoint.replaceAll(nameOf(0), name).replaceAll(firstId, id));
  }
}

async function github(job: string, part?: number): Promise<GithubRun> {
  const own = join(bench.folder, `machine-${part ?? "report"}`);
  cpSync(workspace, own, { recursive: true, verbatimSymlinks: true });
  const workflow = readFileSync(join(root, "ci", "github-fleet.yml"), "utf8")
    .replace("https://payments.example.com", service.url)
    .replace("acct_main", service.accountId);
  const path = [join(bench.folder, "bin"), await enginePath()].join(delimiter);
  const [home, backend] = [join(bench.folder, "home"), join(bench.folder, "backend")];
  const env = engineEnvironment({ path, home, backend, env: { GH_STATE: join(bench.folder, "gh.json") } });
  const secrets = { PULUMI_ACCESS_TOKEN: "pul-of-nobody", READ_ONLY_PAYMENTS_KEY: service.apiKey };
  const contexts = {
    github: { token: "ghs_1", repository: "ada/shop" },
    secrets,
    ...(part !== undefined && { matrix: { part: `${part}/${PARTS}` }, strategy: { "job-index": part - 1 } }),
  };
  const ran = await runGithubJob(workflow, job, { workspace: own, env, contexts, artifacts });
  if (ran === undefined) throw new Error(`the job ${job} does not start`);
  rmSync(own, { recursive: true });
  return ran;
}

const issues = (): { title: string; body: string; state: string }[] =>
  JSON.parse(readFileSync(join(bench.folder, "gh.json"), "utf8")).issues;

async function night(): Promise<GithubRun> {
  rmSync(artifacts, { recursive: true });
  mkdirSync(artifacts);
  const parts = await Promise.all(Array.from({ length: PARTS }, (_, index) => github("part", index + 1)));
  expect(parts.map(({ exitCode, log }) => [exitCode, exitCode === 0 ? "" : log])).toEqual(Array(PARTS).fill([0, ""]));
  return github("report");
}

test("fifty stacks in four parts come to one report, which names the two keys that a colleague changed and deleted", async () => {
  await service.admin.changeKey(keyIds[7]!, { scopes: ["accounts:read", "accounts:delete"] });
  await service.admin.deleteKey(keyIds[33]!);
  const { exitCode, log, artifacts: kept, summary } = await night();
  expect([exitCode, log]).toEqual([2, expect.stringContaining("accounts:delete")]);
  expect(kept.drift).toEqual(["drift.github.txt", "drift.html", "drift.json", "drift.md"]);
  const report = JSON.parse(readFileSync(join(artifacts, "drift", "drift.json"), "utf8")) as Report;
  expect(report.stacks).toHaveLength(STACKS);
  const found = report.findings.filter(({ stack }) => stack !== undefined);
  expect(found.map(({ tier, stack }) => [tier, stack!.project])).toEqual([
    ["gone", nameOf(33)],
    ["changed", nameOf(7)],
  ]);
  expect(summary).toContain("50 stacks");
  expect(issues()).toEqual([expect.objectContaining({ state: "open", body: expect.stringContaining(nameOf(33)) })]);
});

test("a part that did not report is named, and nothing is called clean", async () => {
  rmSync(join(artifacts, "part-2"), { recursive: true });
  const { exitCode } = await github("report");
  expect(exitCode).toBe(2);
  const report = JSON.parse(readFileSync(join(artifacts, "drift", "drift.json"), "utf8")) as Report;
  expect(report.findings).toContainEqual(expect.objectContaining({ tier: "undetermined", kind: "Shard", name: "3/4" }));
});

leavesNoSecret(() => ({ bench, service }));
