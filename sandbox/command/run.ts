import { DataFileError } from "../core/store";
import { OptionsError, optionsSchema, type SandboxOptions } from "../options";
import { createSandbox, ListenError, type Sandbox } from "../sandbox";
import type { Addition, Prepared } from "./addition";
import { describeFlags, type Flag, readFlags } from "./flags";
import { lineWriter } from "./line-writer";
import { jsonLine, printableLines } from "./printable";
import { readyText } from "./ready-text";

export type { Addition, Prepared } from "./addition";

const defaultPort = 4010;

/** What follows each flag, as help shows it; flags and their descriptions come from the options' own schema. */
const valueWords: Record<keyof typeof optionsSchema.shape, string> = {
  port: "N",
  host: "H",
  data: "FILE",
  clock: "real|manual|xN",
  now: "ISO",
  pageMax: "N",
  updateMethod: "PATCH|PUT|POST",
  redaction: "mask|omit|null|last4",
  without: "webhook-endpoint-read",
  endpointAccount: "merchant|partner",
  replaySet: "all|waiting",
  undelivered: "any|every",
  adminToken: "T",
  egress: "local|public",
  webhookTimeoutMs: "MS",
  owner: "EMAIL",
  seed: "TEXT",
};

const numeric = new Set(["port", "pageMax", "webhookTimeoutMs"]);
const repeatable = new Set(["without"]);

const flags: Flag[] = [
  ...Object.entries(valueWords).map(([option, value]) => ({
    name: kebab(option),
    value,
    // Made for the help only, not with every start.
    get description() {
      return describe(option as keyof typeof valueWords);
    },
    repeatable: repeatable.has(option),
  })),
  { name: "json", description: "print one JSON line when ready, then logs on standard error only" },
  { name: "version", description: "print the version of this package" },
  { name: "help", description: "this text" },
];

const print = (text: string): boolean => process.stdout.write(printableLines(text));
const printError = (text: string): boolean => process.stderr.write(printableLines(text));

/**
 * The command `pulumi-payments-sandbox`: runs until SIGTERM or SIGINT.
 * @param argv what follows the command's name
 * @param addition what the program that runs it adds
 * @returns the exit code: 0, or 1 where nothing was started
 * @throws what `addition` throws
 */
export async function runSandbox(argv: readonly string[], addition?: Addition): Promise<number> {
  const allFlags = [...flags, ...(addition?.flags ?? [])];
  const { values, problems } = readFlags(
    argv.map((word) => (word === "-h" ? "--help" : word)),
    allFlags,
  );
  if (values.has("help")) {
    print(help(allFlags));
    return 0;
  }
  if (values.has("version")) {
    print(`${version()}\n`);
    return 0;
  }
  const given = toOptions(values);
  const parsed = optionsSchema.safeParse(given);
  for (const issue of parsed.error?.issues ?? []) problems.push(`--${kebab(String(issue.path[0]))}: ${issue.message}.`);
  if (problems.length > 0) return refuse(problems);
  const prepared = await addition?.prepare(values);
  try {
    return await serve({ port: defaultPort, ...prepared?.options, ...given }, values.has("json"), prepared);
  } catch (error) {
    if (error instanceof OptionsError)
      return refuse(error.problems.map(({ option, message }) => `--${kebab(option)}: ${message}.`));
    if (error instanceof DataFileError || error instanceof ListenError) return refuse([error.message]);
    throw error;
  }
}

async function serve(options: SandboxOptions, json: boolean, prepared: Prepared | undefined): Promise<number> {
  const stopped = stopSignal();
  // Whoever goes on working in the same terminal would read the requests between other lines; the page shows them.
  const hooks = prepared === undefined || json ? { log: lineWriter({ write: printError }) } : {};
  const sandbox = await createSandbox(options, hooks);
  try {
    const howToGoOn = await prepared?.ready(sandbox);
    print(json ? readyLine(sandbox) : readyText(sandbox, options, howToGoOn));
    await stopped;
  } finally {
    await sandbox.close();
  }
  return 0;
}

function toOptions(values: Map<string, string[]>): SandboxOptions {
  const options: Record<string, unknown> = {};
  for (const option of Object.keys(valueWords)) {
    const given = values.get(kebab(option));
    if (!given) continue;
    const [first = ""] = given;
    if (repeatable.has(option)) options[option] = given.flatMap((value) => value.split(","));
    else options[option] = numeric.has(option) && /^\d+$/.test(first) ? Number(first) : first;
  }
  return options;
}

function refuse(problems: string[]): number {
  printError(
    `The sandbox was not started:\n${problems.map((problem) => `  ${problem}\n`).join("")}npx pulumi-payments-sandbox --help lists the options.\n`,
  );
  return 1;
}

/** Listening begins at once, so that a signal during the start is not lost. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
}

function readyLine(sandbox: Sandbox): string {
  const { url, adminUrl, adminToken, partnerAccountId, accountId, apiKey, webhookEndpointId } = sandbox;
  return jsonLine({ url, adminUrl, adminToken, partnerAccountId, accountId, apiKey, webhookEndpointId });
}

function help(allFlags: readonly Flag[]): string {
  return `Runs the whole payment service of the interface document on this machine: no account, no network, no real money.
GET /_sandbox/fidelity shows every sentence of that document beside what the sandbox does.

Usage: npx pulumi-payments-sandbox [options]

${describeFlags(allFlags)}

Examples:
  npx pulumi-payments-sandbox
  npx pulumi-payments-sandbox --port 0 --json --clock manual      for scripts: one JSON line, time stands still
  npx pulumi-payments-sandbox --data payments.db                  go on tomorrow where you stopped today
  npx pulumi-payments-sandbox --update-method PUT --redaction omit --without webhook-endpoint-read
                                                                  what the document leaves open, decided otherwise
`;
}

function describe(option: keyof typeof valueWords): string {
  const said = optionsSchema.shape[option].meta()?.description ?? "";
  const fallback = option === "port" ? defaultPort : optionsSchema.parse({})[option];
  return fallback === undefined || Array.isArray(fallback) ? said : `${said} (${fallback})`;
}

function version(): string {
  return (require("pulumi-payments-sandbox/package.json") as { version: string }).version;
}

function kebab(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
