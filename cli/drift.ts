import { tiers } from "../drift/classify/tiers";
import type { Report } from "../drift/report/report";
import { nearest } from "../provider/text/near";
import { ownCommand } from "../provider/text/own-command";
import { CommandLine } from "./command-line";
import { acceptCommand } from "./drift/accept-command";
import { publish } from "./drift/files";
import { mergeCommand } from "./drift/merge-command";
import { type DriftFlags, type DriftOptions, readOptions, withReportOptions, withStackOptions } from "./drift/options";
import { describeExitCodes } from "./exit-codes";
import { UsageProblem } from "./pulumi";
import { refuseUnknownStacks, stacksIn } from "./stack-names";

/** `drift`, `drift merge` and `drift accept`. */
export function drift(): CommandLine {
  const command = new CommandLine("drift")
    .description(
      "Finds drift in whole stacks, for a nightly job: what is live at the payment service against what programs declare.",
    )
    .usage(`(--stack S … | --all | --from-state PLACE …) [options]
       ${ownCommand} drift merge FILE… [options]     join the json reports of shards into one
       ${ownCommand} drift accept FINGERPRINT…       put findings into a baseline, with reason, owner and last day
       ${ownCommand} explain RESOURCE                one resource: program, state and live values side by side`)
    .addHelpText("after", moreHelp)
    .addCommand(mergeCommand(), { hidden: true })
    .addCommand(acceptCommand(), { hidden: true });
  return withReportOptions(withStackOptions(command)).does({
    problems: (flags) => readOptions(flags).problems,
    run,
    unexpected,
  });
}

async function run(flags: DriftFlags): Promise<number> {
  const { options } = readOptions(flags);
  await refuseUnknownStacks(stacksIn(options.stacks, options.cwds));
  // The Automation API is slow to load: what needs no engine does without.
  const report = await lookOf(options)(options);
  publish(report, options);
  return report.exitCode;
}

function lookOf({ fromState }: DriftOptions): (options: DriftOptions) => Promise<Report> {
  if (fromState === undefined)
    return (require("./drift/look-at-all") as typeof import("./drift/look-at-all")).lookAtAll;
  return (require("./drift/look-at-states") as typeof import("./drift/look-at-states")).lookAtStates;
}

/** Mostly a misspelled action, or a stack without its flag: what else may be wrong is of no interest then. */
function unexpected(word: string): never {
  if (word === "explain")
    throw new UsageProblem(`'explain' is a command of its own. Run '${ownCommand} explain RESOURCE'.`);
  const near = nearest(word, ["merge", "accept"]);
  const meant = near === undefined ? "Name a stack with --stack." : `Did you mean "drift ${near}"?`;
  throw new UsageProblem(`There is no "drift ${word}". ${meant}`);
}

const tierWidth = Math.max(...Object.keys(tiers).map((name) => name.length));
const moreHelp = `
What a finding can be:
${Object.entries(tiers)
  .map(([name, words]) => `  ${name.padEnd(tierWidth)}  ${words}`)
  .join("\n")}

It runs 'pulumi preview' on each stack, with a provider that sends nothing but GET and records what it sees. Nothing is
written: not to the service, not to state, not to your selection of a stack. Your own program runs as in any preview, and so
do other providers: what those do is theirs. The credential of each stack needs the scope api_keys:read and no other.

With --from-state no program is run: what is live is compared with what state says was last applied, for thousands of stacks.
Each account's keys are listed once a run. The accounts come from PAYMENTS_BASE_URL, PAYMENTS_ACCOUNT_ID, PAYMENTS_API_KEY and
PAYMENTS_PROFILES (JSON, as payments:profiles); where none is set, from the settings of the first stack.

${describeExitCodes({
  clean: "no finding in a tier that fails, and everything was checked",
  usage: "the arguments or a file are wrong; nothing was read",
  found: "a finding in a tier of --fail-on (2 wins over 3)",
  undetermined: "none of those, but not everything could be checked",
})}

Examples:
  ${ownCommand} drift --stack prod
  ${ownCommand} drift --all --cwd infra/shop --cwd infra/billing --format json --out drift.json
  ${ownCommand} drift --all --shard 2/8 --format json --out drift-2.json
  ${ownCommand} drift merge drift-*.json --format text
  ${ownCommand} drift --from-state states/ --all
  ${ownCommand} drift --stack prod --baseline drift-baseline.json --fail-on changed,gone,unhealthy,unmanaged`;
