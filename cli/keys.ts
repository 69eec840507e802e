import { ownCommand } from "../provider/text/own-command";
import { CommandLine } from "./command-line";
import { connectionFlags, connectionOf, readSettingsOf, settingsHelp } from "./connection";
import { describeExitCodes } from "./exit-codes";
import { openKeyLists } from "./key-lists";
import { codeForm, importForm } from "./keys/adopt";
import { type FormatName, formats } from "./keys/formats";
import { readStates } from "./keys/known-states";
import { endWithReader } from "./keys/output";
import { printAdoption } from "./keys/print-adoption";
import { printInventory } from "./keys/print-inventory";
import { standings } from "./keys/row";
import { refuseUnknownStacks, stacksIn } from "./stack-names";
import { printError } from "./terminal";

interface Options {
  stack?: string[];
  cwd?: string[];
  profile?: string;
  format?: string;
  adoptCode?: string[];
  importFile?: string[];
}

/** `keys`: lists every key of an account. */
export function keys(): CommandLine {
  return new CommandLine("keys")
    .description(
      `Lists every API key of an account: who manages it, its scopes, its age, when it was last used. It only reads, page after
page, 100,000 keys at the most.`,
    )
    .values(
      connectionFlags.stack,
      "a stack whose state tells what it manages; the settings are those of the first. May be repeated",
    )
    .values(connectionFlags.cwd, "the folder of the project; may be repeated: the stacks are looked for in each")
    .value(connectionFlags.profile, "the profile of payments:profiles to use")
    .value(`--format <${Object.keys(formats).join("|")}>`, "how to print the inventory (table)")
    .values(
      "--adopt-code <ID|all>",
      "print the lines of a program that adopt this key, or every unmanaged one; may be repeated, or ids separated by commas",
      { commas: true },
    )
    .values(
      "--import-file <ID|all>",
      "print the file with which 'pulumi import --file' imports this key, or every unmanaged one, into a program of the provider plugin",
      { commas: true },
    )
    .addHelpText("after", moreHelp)
    .does({ problems: problemsOf, run });
}

function problemsOf({ format, profile, adoptCode, importFile }: Options): string[] {
  const known = Object.keys(formats);
  return [
    ...(format === undefined || known.includes(format) ? [] : [`--format is ${known.join(", ")}; not ${format}.`]),
    ...(format !== undefined && adoptCode !== undefined ? ["--adopt-code prints code; leave --format out."] : []),
    ...(format !== undefined && importFile !== undefined ? ["--import-file prints a file; leave --format out."] : []),
    ...(adoptCode !== undefined && importFile !== undefined ? ["Give --adopt-code or --import-file, not both."] : []),
    ...(profile !== undefined && importFile !== undefined
      ? [
          "'pulumi import' reads with the stack's own settings, so --import-file can't be used with --profile; use --adopt-code.",
        ]
      : []),
  ];
}

async function run({
  stack,
  cwd,
  profile: chosen,
  format = "table",
  adoptCode = [],
  importFile = [],
}: Options): Promise<number> {
  endWithReader();
  const names = stack === undefined && cwd === undefined ? [] : stacksIn(stack ?? [], cwd ?? []);
  await refuseUnknownStacks(names);
  const configuration = await readSettingsOf(names[0]);
  for (const note of configuration.notes) printError(`${note}\n`);
  const connection = connectionOf(configuration, chosen);
  const known = await readStates(names);
  for (const line of known.undetermined) printError(`not read: ${line}\n`);
  const lists = openKeyLists(connection);
  try {
    const list = lists.of(connection.accountId);
    const { accountId, serviceUrl, profile } = connection;
    if (adoptCode.length > 0) return await printAdoption(adoptCode, codeForm(profile), list, known);
    if (importFile.length > 0) return await printAdoption(importFile, importForm, list, known);
    return await printInventory({ accountId, serviceUrl }, format as FormatName, list, known);
  } finally {
    await lists.close();
  }
}

const nameWidth = Math.max(...Object.keys(standings).map((name) => name.length));
const moreHelp = `
${settingsHelp}

Each key has one standing:
${Object.entries(standings)
  .map(([name, meaning]) => `  ${name.padEnd(nameWidth)}  ${meaning}`)
  .join("\n")}

"over-wide" is a secret key that holds every scope (*).

${describeExitCodes({
  clean: "the whole list was read, and every state that was named",
  usage: "the arguments or the configuration are wrong, or a key that is named may not be adopted",
  found: "not used by this command",
  undetermined: "the list or a state could not be read completely; the output is incomplete",
})}

Examples:
  ${ownCommand} keys --stack prod                              what of the account this stack manages
  ${ownCommand} keys --stack prod --stack staging --format csv > keys.csv
  ${ownCommand} keys --stack prod --format json | jq '.keys[] | select(.overWide)'
  ${ownCommand} keys --stack prod --adopt-code key_123 > adopted.ts
  ${ownCommand} keys --stack prod --import-file all > import.json; pulumi import --file import.json`;
