import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Sandbox } from "pulumi-payments-sandbox";
import type { Addition, Prepared } from "pulumi-payments-sandbox/command";
import { configKey } from "../provider/configuration/settings";
import { knownSecrets } from "../provider/text/secrets";
import { printable } from "./printable";
import { labelOf, pulumi, type StackName, UnknownStack, UsageProblem } from "./pulumi";
import { replaceFile } from "./replace-file";

/** What a stack has to be set to: these and no others are read and written. */
const [baseUrl, accountId, apiKey, environment] = (["baseUrl", "accountId", "apiKey", "environment"] as const).map(
  configKey,
) as [string, string, string, string];

/** The settings of a stack by their keys; of a secret one an empty text. */
type Config = ReadonlyMap<string, string>;

/** Who gets the notices: somebody who looks at the page is to see them without setting anything up. */
const owner = "owner@example.com";

/** `sandbox --stack`: the stack is created where there is none, and set to the sandbox that starts. */
export const sandboxStack: Addition = {
  flags: [
    {
      name: "stack",
      value: "S",
      description:
        "create this stack of the project here if there is none, and set it to the sandbox; keeps data in .payments-sandbox",
    },
  ],
  async prepare(values) {
    const [stack] = values.get("stack") ?? [];
    return stack === undefined ? undefined : prepare({ stack });
  },
};

/** @throws UsageProblem, PulumiProblem: nothing was started */
async function prepare(name: StackName & { stack: string }): Promise<Prepared> {
  const folder = projectFolder(name);
  let config = await configOf(name);
  const isNew = config === undefined;
  if (config === undefined) {
    await pulumi(["stack", "init"], name);
    config = new Map();
  }
  const port = portIn(config, name);
  const data = join(folder, ".payments-sandbox", `${encodeURIComponent(name.stack)}.db`);
  // A stack outlives the sandbox, and so do the keys that it records: they have to be there after a restart.
  replaceFile(join(dirname(data), ".gitignore"), "*\n");
  const known = config;
  return {
    options: { data, owner, ...(port === undefined ? {} : { port }) },
    ready: async (sandbox) => {
      const isSet = await point(name, known, sandbox);
      const stack = printable(name.stack);
      const done = isNew ? "was created and is set" : isSet ? "is now set" : "was already set";
      return `Stack ${stack} ${done} to this sandbox: its address, its account and, encrypted, its credential. Next:
  pulumi up${isNew ? "" : ` --stack ${stack}`}`;
    },
  };
}

/** The folder of Pulumi.yaml, as the pulumi CLI looks for it. */
function projectFolder(name: StackName): string {
  for (let folder = resolve("."); ; folder = dirname(folder)) {
    if (["Pulumi.yaml", "Pulumi.yml"].some((file) => existsSync(join(folder, file)))) return folder;
    if (folder === dirname(folder))
      throw new UsageProblem(
        `The sandbox was not started for ${labelOf(name)}: this folder has no Pulumi.yaml, and no folder above it has one. Change to the folder of the project, or make one with 'pulumi new'.`,
      );
  }
}

/** @returns undefined where there is no such stack @throws PulumiProblem */
async function configOf(name: StackName): Promise<Config | undefined> {
  try {
    const all = JSON.parse(await pulumi(["config", "--json"], name)) as Record<string, { value?: string }>;
    return new Map(Object.entries(all).map(([key, { value = "" }]) => [key, value]));
  } catch (error) {
    if (error instanceof UnknownStack) return undefined;
    throw error;
  }
}

/**
 * The port of the sandbox that a stack was set to: a stack never moves to another address.
 *
 * @throws UsageProblem where the stack is set to something else than a sandbox of this machine
 */
function portIn(config: Config, name: StackName): number | undefined {
  const set = config.get(baseUrl);
  if (set !== undefined && loopbackPort(set) === undefined)
    throw refusal(name, `${baseUrl} is ${printable(set)}, which is not a sandbox on this machine`);
  const named = config.get(environment);
  if (named !== undefined && named !== "sandbox") throw refusal(name, `${environment} is ${printable(named)}`);
  if (config.has(apiKey) && !(config.has(baseUrl) && config.has(accountId)))
    throw refusal(name, `it has ${apiKey}, and does not say for which ${baseUrl} and ${accountId}`);
  return set === undefined ? undefined : loopbackPort(set);
}

function loopbackPort(address: string): number | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLoopback = url?.protocol === "http:" && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname);
  return isLoopback ? Number(url.port || 80) : undefined;
}

/** Sets what the stack leaves open. @returns whether anything was @throws UsageProblem, PulumiProblem */
async function point(name: StackName, config: Config, sandbox: Sandbox): Promise<boolean> {
  const { url } = sandbox;
  const set = config.get(baseUrl);
  if (set !== undefined && set !== url && loopbackPort(set) !== loopbackPort(url))
    throw refusal(
      name,
      `${baseUrl} is ${printable(set)}, and this sandbox is at ${url}`,
      "Leave out --port and --host.",
    );
  const account = config.get(accountId);
  if (account !== undefined && account !== sandbox.accountId)
    throw refusal(
      name,
      `${accountId} is ${printable(account)}, and the account of this sandbox is ${sandbox.accountId}`,
      "If the other sandbox kept its data in a file, name it with --data.",
    );
  const plain = Object.entries({
    ...(set === undefined ? { [baseUrl]: url, [environment]: "sandbox" } : {}),
    ...(account === undefined ? { [accountId]: sandbox.accountId } : {}),
  });
  if (plain.length > 0)
    await pulumi(["config", "set-all", ...plain.flatMap(([key, value]) => ["--plaintext", `${key}=${value}`])], name);
  if (config.has(apiKey)) return plain.length > 0;
  knownSecrets.learn(sandbox.apiKey);
  await pulumi(["config", "set", "--secret", apiKey], name, process.env, sandbox.apiKey);
  return true;
}

function refusal(name: StackName, why: string, todo = ""): UsageProblem {
  return new UsageProblem(
    [
      `The sandbox was not started for ${labelOf(name)}, and no setting of the stack was changed: ${why}.`,
      ...(todo === "" ? [] : [todo]),
      "For a stack of its own, give --stack a name that no stack has yet.",
    ].join(" "),
  );
}
