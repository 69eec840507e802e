import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nearest } from "../provider/text/near";
import { ownCommand } from "../provider/text/own-command";
import { describeFlags, type Flag, readWordsAndFlags } from "./flags";
import { replaceFile } from "./replace-file";
import { print, printError } from "./terminal";

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
  shell: {
    template: "shell.sh",
    file: "payments-drift.sh",
    next: "Name the stack by STACK, and give it PAYMENTS_API_KEY by an environment that only its user can read.",
  },
} as const;
type CiName = keyof typeof ciTemplates;
const names = Object.keys(ciTemplates) as CiName[];

const flags: Flag[] = [
  { name: "out", value: "FILE", description: "write it there instead" },
  { name: "force", description: "write over a file that exists" },
  { name: "help", description: "this text" },
];

/** `init-ci github|gitlab|shell`: writes a job that is ready to use. Answers the exit code. */
export async function runInitCi(argv: string[]): Promise<number> {
  const { words, values, problems } = readWordsAndFlags(argv, flags);
  if (values.has("help")) {
    print(help());
    return 0;
  }
  const [word = ""] = words;
  const name = names.find((each) => each === word);
  if (words.length !== 1) problems.push(`Name one, before any option: ${names.join(", ")}.`);
  else if (name === undefined) {
    const near = nearest(word, names);
    problems.push(
      `There is no template ${JSON.stringify(word)}.${near === undefined ? ` There are ${names.join(", ")}.` : ` Did you mean ${near}?`}`,
    );
  }
  if (name === undefined || problems.length > 0) return refuse(problems);
  const { file, next } = ciTemplates[name];
  const target = values.get("out")?.[0] ?? file;
  try {
    write(templateOf(name), target, values.has("force"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
      return refuse([`${target} is a folder; name the file in it.`]);
    if (code === "EEXIST" && existsSync(target)) return refuse([`${target} is there already; --force writes over it.`]);
    return refuse([`${target} can't be written: ${message}.`]);
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
  if (folder === undefined) throw new Error("The folder ci of pulumi-payments is missing; install the package again.");
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

function refuse(problems: readonly string[]): number {
  printError(`${problems.map((each) => `${each}\n`).join("")}${ownCommand} init-ci --help tells more.\n`);
  return 1;
}

function help(): string {
  const width = Math.max(...names.map((name) => name.length));
  return `Writes a job that looks for drift every night, and previews pull requests with the policy pack.

Usage: ${ownCommand} init-ci ${names.join("|")} [options]

Files:
${names.map((name) => `  ${name.padEnd(width)}  ${ciTemplates[name].file}`).join("\n")}

${describeFlags(flags)}

Exit codes:
  0  the file was written
  1  the arguments are wrong, or the file is there already

Examples:
  ${ownCommand} init-ci github
  ${ownCommand} init-ci shell --out tools/payments-drift.sh
`;
}
