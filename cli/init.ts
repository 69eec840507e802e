import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { ownCommand } from "../provider/text/own-command";
import { CommandLine } from "./command-line";
import { UsageProblem } from "./pulumi";
import { replaceFile } from "./replace-file";
import { print } from "./terminal";

interface Options {
  cwd?: string;
}

/** `init`: tells Pulumi where npm installed the provider plugin. */
export function init(): CommandLine {
  return new CommandLine("init")
    .description(
      "Writes into Pulumi.yaml where npm installed the provider plugin, so that programs can import pulumi-payments/native.",
    )
    .value("--cwd <FOLDER>", "the folder of the project (the current folder)")
    .addHelpText("after", moreHelp)
    .does({ run });
}

const plugin = "pulumi-resource-payments";

function run({ cwd = "." }: Options): number {
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(cwd, name)).find((path) => existsSync(path));
  if (file === undefined)
    throw new UsageProblem(
      `${cwd} has no Pulumi.yaml. Name the folder of the project with --cwd, or run 'pulumi new'.`,
    );
  const text = readFileSync(file, "utf8");
  const path = pathOfPlugin(dirname(file));
  if (namesPlugin(text)) {
    print(`${file} names the plugin already, so nothing was changed.\n`);
    return 0;
  }
  if (/^plugins\s*:/m.test(text))
    throw new UsageProblem(`${file} has plugins already. Add these lines to their providers:\n${entry(path)}`);
  replaceFile(file, `${text.replace(/\s*$/, "\n")}plugins:\n  providers:\n${entry(path)}`);
  print(`Wrote the path of the plugin, ${path}, into ${file}. Programs can now import "pulumi-payments/native".\n`);
  return 0;
}

const entry = (path: string): string => `    - name: payments\n      path: ${path}\n`;

const namesPlugin = (text: string): boolean =>
  /^plugins\s*:/m.test(text) && /^[ -]+name:\s*["']?payments["']?\s*$/m.test(text);

/** Where npm put the plugin, relative to the project: in its own folder, or in one above it, as in a workspace. */
function pathOfPlugin(project: string): string {
  for (let folder = resolve(project); ; folder = dirname(folder)) {
    const bin = join(folder, "node_modules", ".bin");
    if (existsSync(join(bin, plugin))) return relative(resolve(project), bin).split(sep).join("/");
    if (folder === dirname(folder))
      throw new UsageProblem(`${plugin} is not installed for ${project}. Run: npm install pulumi-payments`);
  }
}

const moreHelp = `
Exit codes:
  0  Pulumi.yaml names the plugin
  1  the arguments are wrong, or the lines must be added by hand

Examples:
  ${ownCommand} init
  ${ownCommand} init --cwd infra/shop`;
