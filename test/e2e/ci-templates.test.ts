import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { engineEnvironment, enginePath } from "../../tools/engine-path.js";
import { packedTarball } from "../../tools/packed.js";
import { pinnedEngineVersion } from "../../tools/set-up/engine/version.js";
import { pinnedNode } from "../../tools/set-up/pinned-node.js";
import { outsideEnvironment, root } from "../../tools/set-up/places.js";
import { pageAt } from "../docs/pages";
import { junitFlaws, readJunit } from "../drift/report/formats/junit-readers";
import { asOften } from "../nightly";
import { type Admin, adminOf } from "./harness/admin";
import { type GithubRun, runGithubJob } from "./harness/github-job";
import { type GitlabRun, runGitlabJob } from "./harness/gitlab-job";
import { npmOfNewUser, numbered, stepsOf } from "./harness/page-steps";
import type { ReadyLine } from "./harness/service";
import { type Terminal, terminal } from "./harness/terminal";

/** Somebody who follows docs/tutorials/drift-in-ci.md in a terminal; afterwards GitHub and GitLab run the jobs that stand in the repository. */
let folder: string;
let repository: string;
/** The checkout in which the jobs run. */
let workspace: string;
let shell: Terminal;
let env: NodeJS.ProcessEnv;
let admin: Admin;
/** As the page stores them. */
let secrets: Record<string, string>;
let checkoutId: string;
const said: string[] = [];
const printed: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "payments-ci-"));
  repository = join(folder, "repository");
  workspace = join(folder, "workspace");
  for (const name of ["repository", "home", "bin"]) mkdirSync(join(folder, name));
  const path = [join(folder, "bin"), await enginePath()].join(delimiter);
  env = {
    ...engineEnvironment({ path, home: join(folder, "home"), backend: join(repository, "state") }),
    ...npmOfNewUser,
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
    GH_STATE: join(folder, "gh.json"),
  };
  writeFileSync(join(folder, "gh.json"), '{"started":[],"labels":[],"issues":[]}');
  program("gh", `exec "${pinnedNode}" "${join(__dirname, "harness/github-cli.js")}" "$@"`);
  // By day only the first `npm ci` of the checkout is a real one: it is a third of what a job costs.
  if (asOften(1, 0) === 1)
    program("npm", `[ "$*" = ci ] && [ -e node_modules/.package-lock.json ] || exec "${npm()}" "$@"`);
  // Where the state is and how it is encrypted, the page says; and a terminal is no job, wherever these tests run.
  const own = Object.entries(env).filter(
    ([name]) => !/^(PULUMI_BACKEND_URL|PULUMI_CONFIG_PASSPHRASE|GITHUB_ACTIONS)$/.test(name),
  );
  shell = terminal(repository, { ...Object.fromEntries(own), PULUMI_ACCESS_TOKEN: "pul-of-nobody" });
  await followPage();
  await shell.run(`git clone --quiet . ${workspace}`);
  admin = adminOf(JSON.parse(readFileSync(join(repository, "ready.json"), "utf8")) as ReadyLine);
  checkoutId = (await shell.run("pulumi stack output checkoutId")).trim();
  secrets = JSON.parse(readFileSync(join(folder, "gh.json.secrets"), "utf8"));
});
afterAll(async () => {
  await shell?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A program of the machine that comes before others of its name. */
function program(name: string, body: string): void {
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

function npm(): string {
  const found = outsideEnvironment()
    .PATH!.split(delimiter)
    .find((each) => existsSync(join(each, "npm")));
  return join(found!, "npm");
}

async function followPage(): Promise<void> {
  const locked = (name: string) => `${name}@${require(join(root, "node_modules", name, "package.json")).version}`;
  const ours = [await packedTarball(), await packedTarball("pulumi-payments-sandbox")];
  const packages = [...ours, locked("@pulumi/pulumi"), locked("typescript")];
  const install = "npm install pulumi-payments pulumi-payments-sandbox @pulumi/pulumi typescript";
  // What one machine cannot promise: that the port is free, what the registry has, and that the network is there for it.
  const here = (text: string) =>
    text.replace(install, `npm install ${packages.join(" ")}`).replace("sandbox --json", "sandbox --port 0 --json");
  for (const step of stepsOf(pageAt("docs/tutorials/drift-in-ci.md").text)) {
    if ("file" in step) writeFileSync(join(repository, step.file), step.contents);
    else {
      said.push(`$ ${step.command}\n${step.output}`);
      printed.push(`$ ${step.command}\n${await shell.run(here(step.command))}`);
    }
  }
}

/** Ids by where they stand, and what is of one run alone not at all. */
const steady = (text: string): string =>
  numbered(text)
    .replace(/fingerprint [0-9a-f]{16}/g, "fingerprint …")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "some time");

async function github(job: string, event: string): Promise<GithubRun> {
  const workflow = readFileSync(join(workspace, ".github/workflows/payments.yml"), "utf8");
  const github = {
    token: "ghs_1",
    repository: "ada/shop",
    event_name: event,
    ref: "refs/heads/main",
    event: { pull_request: { head: { repo: { full_name: "ada/shop" } } } },
  };
  const ran = await runGithubJob(workflow, job, { workspace, env, contexts: { github, secrets } });
  if (ran === undefined) throw new Error(`${event} does not start the job ${job}`);
  return ran;
}

async function gitlab(job: string, source: string): Promise<GitlabRun> {
  const caches = {
    ".cache/pulumi": join(folder, "pulumi-cache"),
    ".cache/npm": process.env.npm_config_cache ?? join(homedir(), ".npm"),
  };
  return runGitlabJob(job, source, {
    workspace,
    env,
    caches,
    variables: { ...secrets, PULUMI_SHA256: await release() },
  });
}

/** Puts an archive into the cache that has the layout of a release and leads to the engine of these tests. Answers its checksum. */
async function release(): Promise<string> {
  const archive = join(folder, "pulumi-cache", `pulumi-v${pinnedEngineVersion()}-linux-x64.tar.gz`);
  if (!existsSync(archive)) {
    const engine = (await enginePath()).split(delimiter).find((each) => existsSync(join(each, "pulumi")))!;
    for (const made of ["pulumi-cache", "release"]) mkdirSync(join(folder, made));
    mkdirSync(join(folder, "release/pulumi"));
    for (const name of readdirSync(engine)) symlinkSync(join(engine, name), join(folder, "release/pulumi", name));
    spawnSync("tar", ["-czf", archive, "-C", join(folder, "release"), "pulumi"]);
  }
  return createHash("sha256").update(readFileSync(archive)).digest("hex");
}

const atGithub = (): {
  started: string[];
  issues: { title: string; body: string; state: string; comments: string[] }[];
} => JSON.parse(readFileSync(join(folder, "gh.json"), "utf8"));

test("every line of the page does what it says, from an empty folder to a job that failed and one that was clean again", () => {
  expect(said.length).toBeGreaterThan(20);
  expect(steady(printed.join(""))).toBe(steady(said.join("")));
  expect(Object.keys(secrets)).toEqual(["READ_ONLY_PAYMENTS_KEY", "PULUMI_ACCESS_TOKEN"]);
  expect(atGithub().started).toEqual(["payments.yml"]);
});

describe("while a key is not as it is declared", () => {
  beforeAll(async () => {
    await admin.changeKey(checkoutId, { scopes: ["accounts:read", "accounts:write"] });
    await admin.forget();
  });
  afterAll(async () => expect(await admin.writes()).toEqual([]));

  test("the nightly job of GitHub fails, with an open issue, a summary, annotations and the reports", async () => {
    const { exitCode, log, summary, artifacts } = await github("drift", "schedule");
    expect(log).toContain("::error title=Drift%3A changed,file=Pulumi.yaml,line=1::ApiKey checkout");
    expect(exitCode).toBe(2);
    expect(summary).toMatch(/^<!-- pulumi-payments drift -->\n/);
    expect(atGithub().issues).toEqual([
      expect.objectContaining({ title: "Drift of the payment service", state: "open", body: summary }),
    ]);
    expect(artifacts).toEqual({ drift: ["drift.github.txt", "drift.html", "drift.json", "drift.md"] });
  });

  test("the nightly job of GitLab fails, with the finding in the tests of the pipeline", async () => {
    const { exitCode, junit } = await gitlab("payments-drift", "schedule");
    expect(exitCode).toBe(1);
    const document = readFileSync(junit!, "utf8");
    expect(await junitFlaws([document])).toEqual([]);
    const shop = readJunit(document).suites.find(({ name }) => name === "shop/prod")!;
    expect(shop.cases.map(({ name, status }) => `${status} ${name}`)).toEqual([
      "PASS the stack was looked at",
      `FAIL ApiKey checkout (${checkoutId}) in shop/prod`,
    ]);
  });
});

describe("in a change that asks for a key with every scope", () => {
  beforeAll(() =>
    appendFileSync(join(workspace, "index.ts"), 'new ApiKey("all", { type: "secret", scopes: ["*"] });\n'),
  );
  afterAll(() => cpSync(join(repository, "index.ts"), join(workspace, "index.ts")));

  test("the pull request's job of GitHub fails by the policy pack", async () => {
    const { exitCode, log } = await github("preview", "pull_request");
    expect(log).toMatch(/\[mandatory\] +no-wildcard-scope +\(.*: all\)/);
    expect(exitCode).toBe(1);
  });
});

test("the merge request's job of GitLab previews with the policy pack", async () => {
  const { exitCode, output } = await gitlab("payments-preview", "merge_request_event");
  expect(output).toContain("pulumi-payments@v");
  expect(output).toMatch(/~ 1 to update/);
  expect(exitCode).toBe(0);
});

describe("once pulumi up has put it back", () => {
  beforeAll(async () => {
    await shell.run("pulumi up --yes --skip-preview >> up.log");
  });

  test("the nightly job of GitHub is clean, and closes its issue", async () => {
    const { exitCode, summary } = await github("drift", "workflow_dispatch");
    expect({ exitCode, summary }).toEqual({ exitCode: 0, summary: expect.stringContaining("Clean: 1 stack") });
    expect(atGithub().issues).toEqual([expect.objectContaining({ state: "closed", comments: ["Clean again."] })]);
  });

  test("the nightly job of GitLab is clean", async () => {
    const { exitCode, junit } = await gitlab("payments-drift", "schedule");
    expect(exitCode).toBe(0);
    expect(readJunit(readFileSync(junit!, "utf8"))).toMatchObject({ status: "PASS", failed: 0, errors: 0 });
  });
});

test("no log, no report and no issue holds a secret", async () => {
  const { apiKey } = JSON.parse(readFileSync(join(repository, "ready.json"), "utf8")) as ReadyLine;
  const places = [
    join(workspace, "reports"),
    join(repository, "payments-drift"),
    join(folder, "gh.json"),
    join(workspace, ".gitlab-ci-local/output"),
  ];
  for (const secret of [apiKey, ...Object.values(secrets)])
    expect(spawnSync("grep", ["-rlF", secret, ...places], { encoding: "utf8" })).toMatchObject({
      status: 1,
      stdout: "",
    });
});
