import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nearest } from "../provider/text/near";
import { ownCommand } from "../provider/text/own-command";
import { CommandLine } from "./command-line";
import { UsageProblem } from "./pulumi";
import { replaceFile } from "./replace-file";
import { print } from "./terminal";

/** The templates of the folder `ci`, each with the file that it becomes, and what is left to do then. */
export const ciTemplates = {
  github: {
    template: "github.yml",
    file: ".github/workflows/payments.yml",
    next: "Set STACK in it, and the secrets PULUMI_ACCESS_TOKEN and READ_ONLY_PAYMENTS_KEY of the repository.",
  },
  gitlab: {
    template: "gitlab.yml",
    file: "payments.gitlab-ci.yml",
    next: "Set STACK in it, include it in .gitlab-ci.yml, add a schedule, and the masked variables PULUMI_ACCESS_TOKEN and READ_ONLY_PAYMENTS_KEY.",
  },
  "github-fleet": {
    template: "github-fleet.yml",
    file: ".github/workflows/payments-fleet.yml",
    next: "Set PROJECTS and the account in it, and the secrets PULUMI_ACCESS_TOKEN and READ_ONLY_PAYMENTS_KEY of the repository.",
  },
  "gitlab-fleet": {
    template: "gitlab-fleet.yml",
    file: "payments-fleet.gitlab-ci.yml",
    next: "Set PROJECTS and the account in it, include it in .gitlab-ci.yml, add a schedule, and the masked variables PULUMI_ACCESS_TOKEN and READ_ONLY_PAYMENTS_KEY.",
  },
  shell: {
    template: "shell.sh",
    file: "payments-drift.sh",
    next: "Name the stack by STACK, and give it PAYMENTS_API_KEY by an environment that only its user can read.",
  },
} as const;
type CiName = keyof typeof ciTemplates;
const names = Object.keys(ciTemplates) as CiName[];

interface Options {
  out?: string;
  force?: boolean;
}

/** `init-ci github|gitlab|shell`: writes a job that is ready to use. */
export function initCi(): CommandLine {
  return new CommandLine("init-ci")
    .description(
      "Writes a job that looks for drift every night. Those of one stack also preview pull requests with the policy pack; those of a fleet check many stacks side by side.",
    )
    .usage(`${names.join("|")} [options]`)
    .argument("[template]", `which job: ${names.map((name) => `${name} writes ${ciTemplates[name].file}`).join(", ")}`)
    .value("--out <FILE>", "write it there instead")
    .option("--force", "write over a file that exists")
    .addHelpText("after", moreHelp)
    .does({ problems: (_, [word]) => problemsOf(word), run });
}

function problemsOf(word: string | undefined): string[] {
  if (word === undefined) return [`Name one: ${names.join(", ")}.`];
  if (names.some((each) => each === word)) return [];
  const near = nearest(word, names);
  const meant = near === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${near}?`;
  return [`There is no template ${JSON.stringify(word)}. ${meant}`];
}

function run({ out, force = false }: Options, [word]: readonly string[]): number {
  const name = word as CiName;
  const { file, next } = ciTemplates[name];
  const target = out ?? file;
  try {
    write(templateOf(name), target, force);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageProblem(`${target} is a folder. Name the file in it.`);
    if (code === "EEXIST" && existsSync(target))
      throw new UsageProblem(`${target} is there already. Give --force to replace it, or --out to write another file.`);
    throw new UsageProblem(`${target} can't be written: ${message}. Name another file with --out.`);
  }
  print(`Wrote ${target}. ${next} The key needs the scope api_keys:read and no other.\n`);
  return 0;
}

/** A template and its mode: a script stays one that can be run. */
function templateOf(name: CiName): { text: string; mode: number } {
  const file = join(folderOfTemplates(), ciTemplates[name].template);
  return { text: readFileSync(file, "utf8"), mode: name === "shell" ? 0o755 : 0o644 };
}

/** One folder up in the sources, two in the build. */
function folderOfTemplates(): string {
  const folders = ["..", "../.."].map((up) => join(__dirname, up, "ci"));
  const folder = folders.find((each) => statSync(each, { throwIfNoEntry: false })?.isDirectory());
  if (folder === undefined) throw new Error("The folder ci of pulumi-payments is missing. Install the package again.");
  return folder;
}

/** @throws EEXIST where something is there and is not to be replaced, a link too */
function write({ text, mode }: { text: string; mode: number }, target: string, force: boolean): void {
  if (force) {
    replaceFile(target, text, mode);
  } else {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text, { mode, flag: "wx" });
  }
}

const moreHelp = `
Exit codes:
  0  the file was written
  1  the arguments are wrong, or the file is there already

Examples:
  ${ownCommand} init-ci github
  ${ownCommand} init-ci shell --out tools/payments-drift.sh`;
