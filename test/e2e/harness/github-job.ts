import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { run } from "./process";

/** A machine of GitHub's, on which the actions of a job have done their work: a checkout, Node, Pulumi and gh are there. */
export interface GithubMachine {
  workspace: string;
  env: NodeJS.ProcessEnv;
  /** What `github.…` and `secrets.…` stand for in expressions. */
  contexts: { github: object; secrets: Readonly<Record<string, string>>; matrix?: object; strategy?: object };
  /** Where artifacts are kept from one job to the next, where a job needs those of others. */
  artifacts?: string;
}

export interface GithubRun {
  /** Of the step that failed, or 0. */
  exitCode: number;
  log: string;
  summary: string;
  /** Names of the files that were kept, by the name of their artifact. */
  artifacts: Record<string, string[]>;
}

interface Job {
  if?: string;
  env?: Record<string, string>;
  steps: { id?: string; uses?: string; with?: Record<string, string>; run?: string; env?: Record<string, string> }[];
}
interface Workflow {
  env?: Record<string, string>;
  jobs: Record<string, Job>;
}

/**
 * Runs the lines of a job as they stand in its file, each step in the shell that GitHub takes for it. Answers nothing where the
 * job's condition leaves it out.
 * @throws Error at an action or an expression that the files here have no use for: it would not be what GitHub does
 */
export async function runGithubJob(text: string, name: string, machine: GithubMachine): Promise<GithubRun | undefined> {
  const workflow = parse(text) as Workflow;
  const job = workflow.jobs[name]!;
  const contexts = { ...machine.contexts, steps: {} };
  if (job.if !== undefined && !holds(job.if, contexts)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "payments-github-"));
  try {
    return await runSteps({ env: { ...workflow.env, ...job.env }, steps: job.steps }, folder, contexts, machine);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runSteps(
  job: Job,
  folder: string,
  contexts: GithubMachine["contexts"] & { steps: Record<string, { outputs: Record<string, string> }> },
  machine: GithubMachine,
): Promise<GithubRun> {
  const file = (which: string, contents = ""): string => {
    const path = join(folder, which);
    writeFileSync(path, contents);
    return path;
  };
  const summary = file("summary.md");
  const done: GithubRun = { exitCode: 0, log: "", summary: "", artifacts: {} };
  for (const [index, step] of job.steps.entries()) {
    if (step.uses !== undefined) {
      useAction(step.uses, filled(step.with ?? {}, contexts), machine, done);
      continue;
    }
    const output = file(`output-${index}`);
    const given = { CI: "true", GITHUB_ACTIONS: "true", GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
    const own = filled({ ...job.env, ...step.env }, contexts);
    const script = file(`${index}.sh`, fill(step.run!, contexts));
    const env = { ...machine.env, ...given, ...own };
    const ended = await run({ program: "bash", args: ["-e", script], cwd: machine.workspace, env });
    done.log += ended.output;
    done.exitCode = ended.exitCode;
    if (ended.exitCode !== 0) break;
    if (step.id !== undefined) contexts.steps[step.id] = { outputs: outputsIn(readFileSync(output, "utf8")) };
  }
  return { ...done, summary: readFileSync(summary, "utf8") };
}

/** Of the actions of these files only these two leave something behind; the work of the others is in the machine. */
function useAction(
  uses: string,
  given: Record<string, string>,
  { workspace, artifacts }: GithubMachine,
  done: GithubRun,
): void {
  const [action] = uses.split("@");
  if (action === "actions/upload-artifact") {
    done.artifacts[given.name!] = readdirSync(join(workspace, given.path!)).sort();
    if (artifacts) cpSync(join(workspace, given.path!), join(artifacts, given.name!), { recursive: true });
  } else if (action === "actions/download-artifact") {
    const [prefix = ""] = given.pattern!.split("*");
    for (const name of readdirSync(artifacts!).filter((each) => each.startsWith(prefix)))
      cpSync(join(artifacts!, name), join(workspace, given.path!), { recursive: true });
  } else if (!["actions/checkout", "actions/setup-node", "pulumi/actions"].includes(action!))
    throw new Error(`What does ${uses} do? Only the actions of these templates are known here.`);
}

const outputsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));

const filled = (env: Record<string, string>, contexts: object): Record<string, string> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(String(value), contexts)]));

const fill = (text: string, contexts: object): string =>
  text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => meaningOf(expression, contexts));

/** `a == b && c != d`: all that the conditions of these files need. */
function holds(condition: string, contexts: object): boolean {
  if (condition === "always()") return true;
  return condition.split(" && ").every((part) => {
    const [, left, operator, right] = /^(\S+) (==|!=) (\S+)$/.exec(part) ?? [];
    if (operator === undefined) throw new Error(`The condition "${part}" is not understood.`);
    return (meaningOf(left!, contexts) === meaningOf(right!, contexts)) === (operator === "==");
  });
}

function meaningOf(expression: string, contexts: object): string {
  const [, literal] = /^'(.*)'$/.exec(expression) ?? [];
  if (literal !== undefined) return literal;
  const found = expression
    .split(".")
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], contexts);
  if (typeof found === "number") return String(found);
  if (typeof found !== "string") throw new Error(`GitHub was not told what "${expression}" is.`);
  return found;
}
