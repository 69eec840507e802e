import { runPulumi } from "../drift/collect/pulumi-process";
import { printable } from "./printable";

/** A stack as a user names it. */
export interface StackName {
  /** Folder of the project; default: the working directory. */
  cwd?: string;
  /** Default: the stack that is selected there. */
  stack?: string;
}

/** The arguments or the configuration are wrong: nothing was read. The message says what to do. */
export class UsageProblem extends Error {}

/** The pulumi CLI could not tell what was asked of it. The message says what to do. */
export class PulumiProblem extends Error {}

/** The project has no stack of this name. */
export class UnknownStack extends PulumiProblem {}

/** How messages name a stack. */
export function labelOf({ cwd, stack }: StackName): string {
  const name = stack === undefined ? "the selected stack" : `stack ${printable(stack)}`;
  return cwd === undefined || cwd === "." ? name : `${name} of ${printable(cwd)}`;
}

/**
 * What a command of the pulumi CLI prints on standard output, for one stack. Nothing of it is shown to anybody.
 *
 * @param input what the command reads on its standard input: a secret, which other users of the machine would see among its words
 * @throws PulumiProblem if it can't be started or fails, with its own last words
 */
export async function pulumi(
  args: readonly string[],
  name: StackName,
  environment: NodeJS.ProcessEnv = process.env,
  input?: string,
): Promise<string> {
  const asked = `pulumi ${args.filter((word) => !word.startsWith("--")).join(" ")}`;
  const ofStack = name.stack === undefined ? [] : ["--stack", name.stack];
  const { code, stdout, stderr } = await runPulumi("pulumi", [...args, ...ofStack], {
    cwd: name.cwd,
    input,
    env: { ...environment, PULUMI_SKIP_UPDATE_CHECK: "true", NO_COLOR: "1" },
  }).catch((error: Error) => {
    throw notStarted(asked, name, error);
  });
  if (code !== 0) {
    const Problem = unknownStack.test(stderr) ? UnknownStack : PulumiProblem;
    throw new Problem(`'${asked}' of ${labelOf(name)} failed: ${lastLineOf(stderr)}. ${wayOn(stderr, asked)}`);
  }
  return stdout;
}

const unknownStack = /no stack named|could not (?:find|locate) a stack/i;

/** Node reports a missing folder like a missing program: both are ENOENT. */
function notStarted(asked: string, name: StackName, error: Error): PulumiProblem {
  const where = name.cwd === undefined ? "" : `, and that ${printable(name.cwd)} is a folder`;
  return new PulumiProblem(
    `'${asked}' could not be started (${error.message}). Check that the pulumi CLI is on PATH${where}; or leave out --stack and --cwd, and give the settings as PAYMENTS_* in the environment.`,
  );
}

function lastLineOf(errors: string): string {
  const lines = errors.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((each) => each.startsWith("error: "))?.slice("error: ".length) ?? lines.at(-1);
  return printable(line ?? "it gave no reason").replace(/\.$/, "");
}

function wayOn(errors: string, asked: string): string {
  if (unknownStack.test(errors)) return "Run 'pulumi stack ls' to list the stacks.";
  if (/passphrase/i.test(errors)) return "Set PULUMI_CONFIG_PASSPHRASE, or PULUMI_CONFIG_PASSPHRASE_FILE.";
  if (/no stack selected|no previous deployment/i.test(errors)) return "Name one with --stack.";
  if (/Pulumi\.yaml|project file/i.test(errors)) return "Name the folder of the project with --cwd.";
  return `Run '${asked}' yourself to see more.`;
}
