import { ownCommand } from "../provider/text/own-command";
import { connectionFlags, connectionOf, readSettingsOf, settingsHelp } from "./connection";
import { describeExitCodes, exitCodes } from "./exit-codes";
import { describeFlags, type Flag, readFlags } from "./flags";
import { openKeyLists } from "./key-lists";
import { type FormatName, formats } from "./keys/formats";
import { readStates } from "./keys/known-states";
import { endWithReader } from "./keys/output";
import { printCode } from "./keys/print-code";
import { printInventory } from "./keys/print-inventory";
import { standings } from "./keys/row";
import { PulumiProblem, UsageProblem } from "./pulumi";
import { refuseUnknownStacks, stacksIn } from "./stack-names";
import { print, printError } from "./terminal";

const flags: Flag[] = [
  {
    ...connectionFlags.stack,
    description: "a stack whose state tells what it manages; the settings are those of the first. May be repeated",
    repeatable: true,
  },
  {
    ...connectionFlags.cwd,
    description: "the folder of the project; may be repeated: the stacks are looked for in each",
    repeatable: true,
  },
  connectionFlags.profile,
  { name: "format", value: Object.keys(formats).join("|"), description: "how to print the inventory (table)" },
  {
    name: "adopt-code",
    value: "ID|all",
    description:
      "print the lines of a program that adopt this key, or every unmanaged one; may be repeated, or ids separated by commas",
    repeatable: true,
    separable: true,
  },
  { name: "help", description: "this text" },
];

/** Answers the exit code. */
export async function runKeys(argv: string[]): Promise<number> {
  const { values, problems } = readFlags(argv, flags);
  if (values.has("help")) {
    print(help());
    return exitCodes.clean.code;
  }
  endWithReader();
  const format = values.get("format")?.[0] ?? "table";
  if (!Object.hasOwn(formats, format)) problems.push(`--format is ${Object.keys(formats).join(", ")}; not ${format}.`);
  if (values.has("format") && values.has("adopt-code")) problems.push("--adopt-code prints code; leave --format out.");
  try {
    if (problems.length > 0) throw new UsageProblem(problems.join("\n"));
    const given = values.has("stack") || values.has("cwd");
    const names = given ? stacksIn(values.get("stack") ?? [], values.get("cwd") ?? []) : [];
    await refuseUnknownStacks(names);
    const configuration = await readSettingsOf(names[0]);
    for (const note of configuration.notes) printError(`${note}\n`);
    const connection = connectionOf(configuration, values.get("profile")?.[0]);
    const known = await readStates(names);
    for (const line of known.undetermined) printError(`not looked at: ${line}\n`);
    const lists = openKeyLists(connection);
    try {
      const list = lists.of(connection.accountId);
      const asked = (values.get("adopt-code") ?? []).flatMap((value) => value.split(",")).filter(Boolean);
      const { accountId, serviceUrl, profile } = connection;
      return asked.length > 0
        ? await printCode(asked, profile, list, known)
        : await printInventory({ accountId, serviceUrl }, format as FormatName, list, known);
    } finally {
      await lists.close();
    }
  } catch (error) {
    if (!(error instanceof UsageProblem || error instanceof PulumiProblem)) throw error;
    printError(`${error.message}\n${ownCommand} keys --help tells more.\n`);
    return exitCodes.usage.code;
  }
}

function help(): string {
  const width = Math.max(...Object.keys(standings).map((name) => name.length));
  return `Lists every API key of an account: whose it is, its scopes, its age, when it was last used. It only reads, page after
page, 100,000 keys at the most.

Usage: ${ownCommand} keys [options]

${describeFlags(flags)}

${settingsHelp}

Each key has one standing:
${Object.entries(standings)
  .map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)
  .join("\n")}

"over-wide" is a secret key that holds every scope (*).

${describeExitCodes({
  clean: "the whole list was read, and every state that was named",
  usage: "the arguments or the configuration are wrong, or a key that --adopt-code names may not be adopted",
  found: "not used by this command",
  undetermined: "the list or a state could not be read wholly; what is printed is not all",
})}

Examples:
  ${ownCommand} keys --stack prod                              what of the account this stack manages
  ${ownCommand} keys --stack prod --stack staging --format csv > keys.csv
  ${ownCommand} keys --stack prod --format json | jq '.keys[] | select(.overWide)'
  ${ownCommand} keys --stack prod --adopt-code key_123 > adopted.ts
`;
}
