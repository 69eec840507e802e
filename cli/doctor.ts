import type { Connection } from "../provider/configuration/connection";
import { ownCommand } from "../provider/text/own-command";
import { connectionFlags, connectionOf, readSettingsOf, settingsHelp } from "./connection";
import { examine, realDependencies } from "./doctor/examine";
import { asJson, asText, exitOf } from "./doctor/report";
import { describeExitCodes, exitCodes } from "./exit-codes";
import { describeFlags, type Flag, readFlags } from "./flags";
import { PulumiProblem, type StackName, UsageProblem } from "./pulumi";
import { refuseUnknownStacks } from "./stack-names";
import { readState } from "./stack-state";
import { print, printError } from "./terminal";

const flags: Flag[] = [
  connectionFlags.stack,
  connectionFlags.cwd,
  connectionFlags.profile,
  {
    name: "endpoint",
    value: "ID",
    description: "a webhook endpoint that exists, to see whether endpoints can be read",
  },
  { name: "write", description: "also make two keys of its own, and remove them again" },
  { name: "json", description: "print one JSON value; progress stays on standard error" },
  { name: "help", description: "this text" },
];

/** Answers the exit code. */
export async function runDoctor(argv: string[]): Promise<number> {
  const { values, problems } = readFlags(argv, flags);
  if (values.has("help")) {
    print(help());
    return exitCodes.clean.code;
  }
  const one = (name: string): string | undefined => values.get(name)?.[0];
  const stack = stackOf(one("stack"), one("cwd"));
  try {
    if (problems.length > 0) throw new UsageProblem(problems.join("\n"));
    if (stack !== undefined) await refuseUnknownStacks([stack]);
    const configuration = await readSettingsOf(stack);
    for (const note of configuration.notes) printError(`${note}\n`);
    const connection = connectionOf(configuration, one("profile"));
    const endpointId = one("endpoint") ?? (stack === undefined ? undefined : await endpointOf(stack, connection));
    const interruption = interruptible();
    const asked = {
      connection,
      configuration,
      endpointId,
      writes: values.has("write"),
      signal: interruption.signal,
    };
    const report = await examine(asked, realDependencies).finally(interruption.end);
    print(values.has("json") ? asJson(report) : asText(report));
    return exitOf(report);
  } catch (error) {
    if (!(error instanceof UsageProblem || error instanceof PulumiProblem)) throw error;
    printError(`${error.message}\n${ownCommand} doctor --help tells more.\n`);
    return exitCodes.usage.code;
  }
}

function stackOf(stack: string | undefined, cwd: string | undefined): StackName | undefined {
  if (stack === undefined && cwd === undefined) return undefined;
  return { ...(stack === undefined ? {} : { stack }), ...(cwd === undefined ? {} : { cwd }) };
}

/** An endpoint that the stack manages in the account that is looked at. */
async function endpointOf(stack: StackName, { accountId }: Connection): Promise<string | undefined> {
  const { resources } = await readState(stack);
  const own = resources.find(
    ({ type, outputs }) =>
      type.endsWith(":WebhookEndpoint") && [undefined, accountId].includes(outputs.accountId as string),
  );
  return own?.id;
}

/** The first signal ends the asking, so that own keys are removed; the second one is obeyed as usual. */
function interruptible(): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const stop = (): void => {
    realDependencies.progress("ending: the call under way is waited for, and keys of its own are removed");
    controller.abort();
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  return { signal: controller.signal, end: () => void process.off("SIGINT", stop).off("SIGTERM", stop) };
}

function help(): string {
  return `Looks at a payment service with your settings, and says what of docs/contract.md (what the interface document leaves
open, and what is assumed) holds there, what differs, and which line of configuration adapts the provider to it.
It only reads, unless you say --write.

Usage: ${ownCommand} doctor [options]

${describeFlags(flags)}

${settingsHelp}

Each line says "holds", "differs" with what to do, or "cannot tell" with the reason. With --write it makes one secret key,
whose scopes are accounts:read and later accounts:write, and one publishable key, both named pulumi-payments-doctor-…,
and removes them, also after an error or Ctrl-C (once; the second Ctrl-C ends it at once). A key that is not proved to be
its own is never changed or deleted; one of its own that it can't remove is named.

${describeExitCodes({
  clean: "nothing differs that the provider does not handle as it is configured",
  found: "something differs that needs you, or a key of its own is left behind",
  undetermined:
    "something could not be looked at; what takes --write or what the account shows nothing of does not count",
})}

Examples:
  ${ownCommand} doctor --stack prod                  the service of a stack, only reading
  ${ownCommand} doctor --stack prod --profile eu     the service of one of its profiles
  ${ownCommand} doctor --stack test --write          everything, in an account for tests
  PAYMENTS_BASE_URL=… PAYMENTS_ACCOUNT_ID=… PAYMENTS_API_KEY=… ${ownCommand} doctor --json | jq '.checks[] | select(.verdict == "differs")'
`;
}
