import { tiers } from "../../drift/classify/tiers";
import { ownCommand } from "../../provider/text/own-command";
import { describeExitCodes } from "../exit-codes";
import { describeFlags, readFlags } from "../flags";
import { UsageProblem } from "../pulumi";
import { refuseUnknownStacks, stacksIn } from "../stack-names";
import { print, printError } from "../terminal";
import { publish } from "./files";
import { driftFlags, readOptions } from "./options";

/** Looks at stacks and reports. Answers the exit code. */
export async function runDrift(argv: string[]): Promise<number> {
  const flags = readFlags(argv, driftFlags);
  if (flags.values.has("help")) {
    print(help());
    return 0;
  }
  const { options, problems } = readOptions(flags);
  if (problems.length > 0) return refuse(problems);
  try {
    await refuseUnknownStacks(stacksIn(options.stacks, options.cwds));
    // The Automation API is slow to load: what needs no engine does without.
    const { lookAtAll } = require("./look-at-all") as typeof import("./look-at-all");
    const report = await lookAtAll(options);
    publish(report, options);
    return report.exitCode;
  } catch (error) {
    if (error instanceof UsageProblem) return refuse([error.message]);
    throw error;
  }
}

function refuse(problems: readonly string[]): number {
  printError(`${problems.map((each) => `${each}\n`).join("")}${ownCommand} drift --help tells more.\n`);
  return 1;
}

function help(): string {
  const width = Math.max(...Object.keys(tiers).map((name) => name.length));
  return `Finds drift in whole stacks, for a nightly job: what is live at the payment service against what programs declare.

Usage: ${ownCommand} drift (--stack S … | --all) [options]
       ${ownCommand} drift merge FILE… [options]     join the json reports of shards into one
       ${ownCommand} drift accept FINGERPRINT…       put findings into a baseline, with reason, owner and last day
       ${ownCommand} explain RESOURCE                one resource: wanted, stored and live side by side

${describeFlags(driftFlags)}

What a finding can be:
${Object.entries(tiers)
  .map(([name, words]) => `  ${name.padEnd(width)}  ${words}`)
  .join("\n")}

It runs 'pulumi preview' on each stack, with a provider that sends nothing but GET and records what it sees. Nothing is
written: not to the service, not to state, not to your selection of a stack. Your own program runs as in any preview, and so
do other providers: what those do is theirs. The credential of each stack needs the scope api_keys:read and no other.

${describeExitCodes({
  clean: "no finding in a tier that fails, and everything was judged",
  usage: "the arguments or a file are wrong; nothing was looked at",
  found: "a finding in a tier of --fail-on (2 wins over 3)",
  undetermined: "none of those, but not everything could be judged",
})}

Examples:
  ${ownCommand} drift --stack prod
  ${ownCommand} drift --all --cwd infra/shop --cwd infra/billing --format json --out drift.json
  ${ownCommand} drift --all --shard 2/8 --format json --out drift-2.json
  ${ownCommand} drift merge drift-*.json --format text
  ${ownCommand} drift --stack prod --baseline drift-baseline.json --fail-on changed,gone,unhealthy,unmanaged
`;
}
