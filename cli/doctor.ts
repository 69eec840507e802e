import type { Connection } from "../provider/configuration/connection";
import { ownCommand } from "../provider/text/own-command";
import { CommandLine } from "./command-line";
import { connectionFlags, connectionOf, readSettingsOf, settingsHelp } from "./connection";
import { examine, realDependencies } from "./doctor/examine";
import { asJson, asText, exitOf } from "./doctor/report";
import { describeExitCodes } from "./exit-codes";
import type { StackName } from "./pulumi";
import { refuseUnknownStacks } from "./stack-names";
import { readState } from "./stack-state";
import { print, printError } from "./terminal";

interface Options {
  stack?: string;
  cwd?: string;
  profile?: string;
  endpoint?: string;
  write?: boolean;
  json?: boolean;
}

/** `doctor`: checks a payment service. */
export function doctor(): CommandLine {
  return new CommandLine("doctor")
    .description(
      `Checks a payment service with your settings. For each assumption of docs/explanation/assumptions.md (what the interface
document leaves open), it reports whether it holds there, and the line of configuration that adapts the provider where it does not.
It only reads, unless you give --write.`,
    )
    .value(
      connectionFlags.stack,
      "take the settings (payments:*) of this stack; environment variables PAYMENTS_* fill what it leaves out",
    )
    .value(connectionFlags.cwd, "the folder of the stack's project; alone, the stack selected there")
    .value(connectionFlags.profile, "the profile of payments:profiles to use")
    .value("--endpoint <ID>", "a webhook endpoint that exists, to see whether endpoints can be read")
    .option("--write", "also create two keys of its own, and remove them again")
    .option("--json", "print one JSON value; progress stays on standard error")
    .addHelpText("after", moreHelp)
    .does({ run });
}

async function run({ stack: stackName, cwd, profile, endpoint, write, json }: Options): Promise<number> {
  const stack = stackOf(stackName, cwd);
  if (stack !== undefined) await refuseUnknownStacks([stack]);
  const configuration = await readSettingsOf(stack);
  for (const note of configuration.notes) printError(`${note}\n`);
  const connection = connectionOf(configuration, profile);
  const endpointId = endpoint ?? (stack === undefined ? undefined : await endpointOf(stack, connection));
  const interruption = interruptible();
  const asked = { connection, configuration, endpointId, writes: write === true, signal: interruption.signal };
  const report = await examine(asked, realDependencies).finally(interruption.end);
  print(json ? asJson(report) : asText(report));
  return exitOf(report);
}

function stackOf(stack: string | undefined, cwd: string | undefined): StackName | undefined {
  if (stack === undefined && cwd === undefined) return undefined;
  return { ...(stack === undefined ? {} : { stack }), ...(cwd === undefined ? {} : { cwd }) };
}

/** An endpoint that the stack manages in this account. */
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
    realDependencies.say("ending: the call under way is waited for, and keys of its own are removed");
    controller.abort();
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  return { signal: controller.signal, end: () => void process.off("SIGINT", stop).off("SIGTERM", stop) };
}

const moreHelp = `
${settingsHelp}

Each line says "holds", "differs" with what to do, or "cannot tell" with the reason. With --write it makes one secret key,
whose scopes are accounts:read and later accounts:write, and one publishable key, both named pulumi-payments-doctor-…,
and removes them, also after an error or Ctrl-C (once; the second Ctrl-C ends it at once). A key that is not proved to be
its own is never changed or deleted; one of its own that it can't remove is named.

${describeExitCodes({
  clean: "nothing differs that the provider does not handle as it is configured",
  found: "something differs that needs you, or a key of its own is left behind",
  undetermined:
    "something could not be checked; what takes --write or what the account shows nothing of does not count",
})}

Examples:
  ${ownCommand} doctor --stack prod                  the service of a stack, only reading
  ${ownCommand} doctor --stack prod --profile eu     the service of one of its profiles
  ${ownCommand} doctor --stack test --write          everything, in an account for tests
  PAYMENTS_BASE_URL=… PAYMENTS_ACCOUNT_ID=… PAYMENTS_API_KEY=… ${ownCommand} doctor --json | jq '.checks[] | select(.verdict == "differs")'`;
