import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { pinnedNode } from "../../../tools/set-up/pinned-node.js";
import { root } from "../../../tools/set-up/places.js";
import { type Run, run } from "./process";

/** A runner of GitLab's with a checkout of the project, and the caches that an earlier job has left there. */
export interface GitlabRunner {
  workspace: string;
  env: NodeJS.ProcessEnv;
  /** Folders that the cache restores, by their path in the workspace. */
  caches: Readonly<Record<string, string>>;
  variables: Readonly<Record<string, string>>;
}

export interface GitlabRun extends Run {
  /** Where the job says that its report for the tests of the pipeline is. */
  junit: string | undefined;
}

/**
 * Runs a job in a pipeline of some source, by gitlab-ci-local with the shell of the machine: includes, rules, variables and scripts
 * as GitLab reads them. It copies files into containers by rsync, and there are none here.
 */
export async function runGitlabJob(job: string, source: string, runner: GitlabRunner): Promise<GitlabRun> {
  const { workspace, caches } = runner;
  for (const [path, folder] of Object.entries(caches)) {
    mkdirSync(join(workspace, path, ".."), { recursive: true });
    if (!existsSync(join(workspace, path))) symlinkSync(folder, join(workspace, path));
  }
  const bin = join(workspace, ".cache", "without-rsync");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "rsync"), "#!/bin/sh\n", { mode: 0o755 });
  const variables = { CI_PROJECT_DIR: workspace, CI_PIPELINE_SOURCE: source, ...runner.variables };
  const given = Object.entries(variables).flatMap(([name, value]) => ["--variable", `${name}=${value}`]);
  const predefined = ["--ignore-predefined-vars", "CI_PROJECT_DIR,CI_PIPELINE_SOURCE"];
  const command = join(root, "node_modules", ".bin", "gitlab-ci-local");
  const ended = await run({
    program: pinnedNode,
    args: [command, job, "--force-shell-executor", "--home", workspace, ...given, ...predefined],
    cwd: workspace,
    env: { ...runner.env, PATH: `${bin}:${runner.env.PATH}` },
  });
  const expanded = parse(readFileSync(join(workspace, ".gitlab-ci-local", "expanded-gitlab-ci.yml"), "utf8"));
  const report = expanded[job].artifacts?.reports?.junit;
  return { ...ended, junit: report && join(workspace, report) };
}
