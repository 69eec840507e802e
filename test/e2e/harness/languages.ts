import { execFile } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { enginePath } from "../../../tools/engine-path.js";
import { HANDED_ON_HOSTS, type LanguageHosts } from "../../../tools/set-up/language-hosts.js";
import { root } from "../../../tools/set-up/places.js";
import type { Stack } from "./stack";
import { bench, service } from "./started";
import { connect } from "./workbench";

export const languages = ["yaml", "python", "go"] as const;
export type Language = (typeof languages)[number];

/** What the set-up of the run found. */
const hosts: LanguageHosts = JSON.parse(
  process.env[HANDED_ON_HOSTS] ?? '{ "folders": [], "built": [], "env": {}, "missing": {} }',
);

export const isToBeHad = (language: Language): boolean => hosts.missing[language] === undefined;

/** The folder of a language's host, where the language is to be had. */
export const hostFolder = (language: Language): string =>
  hosts.folders.find((folder) => existsSync(join(folder, `pulumi-language-${language}`))) ?? "";

/** A test that runs where the language is to be had; elsewhere it is skipped, and its name says why. */
export function testIn(language: Language, name: string, body: () => Promise<void>): void {
  if (isToBeHad(language)) test(name, body);
  else test.skip(`${name} (${hosts.missing[language]})`, body);
}

/** The example of a language, installed as its README says, with a stack that is pointed at the service. */
export async function exampleIn(language: Language): Promise<Stack> {
  const folder = join(bench.installed, "examples", language);
  // Without what somebody made there by the README.
  const filter = (file: string) => !/[\\/](?:node_modules|venv|state)$/.test(file);
  cpSync(join(root, "examples", language), folder, { recursive: true, filter });
  symlinkSync(join("..", "..", "node_modules"), join(folder, "node_modules"));
  const installed = await installers[language](folder);
  const project = `quickstart-${language}`;
  const text = readFileSync(join(folder, "Pulumi.yaml"), "utf8");
  const yaml = hosts.built.includes("yaml") ? asOldHost(text) : text;
  const stack = await bench.stack({ name: project, files: { "Pulumi.yaml": yaml }, folder });
  const path = [...hosts.folders, await enginePath(), process.env.PATH].join(delimiter);
  Object.assign(stack.env, hosts.env[language], installed, { PATH: path });
  await connect(stack, service);
  await stack.configure({ [`${project}:webhookEndpointId`]: service.webhookEndpointId });
  return stack;
}

/**
 * The newest YAML host that can be built from a Go module reads the values of `config` from a message field that engines no longer
 * send. It reads those of `configuration`, the older name.
 */
const asOldHost = (yaml: string): string => yaml.replace(/^config:$/m, "configuration:");

/** Installs what the program imports, and returns what its environment needs. */
const installers: Record<Language, (folder: string) => Promise<NodeJS.ProcessEnv>> = {
  yaml: async () => ({}),
  async python(folder) {
    // pip writes into the folder that it builds.
    const source = join(bench.folder, "python-sdk");
    cpSync(join(root, "sdks", "python"), source, { recursive: true });
    // The virtual environment of the set-up serves every test, so the package is installed beside the program.
    const site = join(folder, "site");
    const offline = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation"];
    symlinkSync(String(hosts.python), join(folder, "venv"));
    const python = join(folder, "venv", "bin", "python");
    await promisify(execFile)(python, ["-m", "pip", "install", ...offline, "--target", site, source]);
    return { PYTHONPATH: site };
  },
  async go() {
    cpSync(join(root, "sdks", "go"), join(bench.installed, "sdks", "go"), { recursive: true });
    return {};
  },
};
