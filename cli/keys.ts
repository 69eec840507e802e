import { once } from "node:events";
import type { KeyList } from "../provider/api/key-list";
import { logicalNameOf } from "../provider/text/names";
import { connectionFlags, connectionOf, readSettingsOf, settingsHelp } from "./connection";
import { describeExitCodes, exitCodeOf, exitCodes } from "./exit-codes";
import { describeFlags, type Flag, readFlags } from "./flags";
import { holdingsOf } from "./holdings";
import { openKeyLists } from "./key-lists";
import { adoptCode, adoptHead, adoptRefusal, logicalName } from "./keys/adopt";
import { type Format, type FormatName, formats, type InventoryEnd, summaryOf } from "./keys/formats";
import { type KeyRow, type RowContext, rowOf, type Standing, standings } from "./keys/row";
import { type StreamOutcome, streamKeys } from "./keys/stream";
import { printable } from "./printable";
import { PulumiProblem, type StackName, UsageProblem } from "./pulumi";
import { stacksIn } from "./stack-names";
import { readState, type StackState } from "./stack-state";
import { identify, type StackTags, tagsOf } from "./stack-tags";

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
    description: "print the lines of a program that adopt this key, or every unmanaged one; may be repeated",
    repeatable: true,
  },
  { name: "help", description: "this text" },
];

/** Answers the exit code. */
export async function runKeys(argv: string[]): Promise<number> {
  const { values, problems } = readFlags(argv, flags);
  if (values.has("help")) {
    process.stdout.write(help());
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
    const configuration = await readSettingsOf(names[0]);
    for (const note of configuration.notes) process.stderr.write(`${note}\n`);
    const connection = connectionOf(configuration, values.get("profile")?.[0]);
    const known = await readStates(names);
    for (const line of known.undetermined) process.stderr.write(`not looked at: ${line}\n`);
    const lists = openKeyLists(connection);
    try {
      const list = lists.of(connection.accountId);
      const asked = (values.get("adopt-code") ?? []).flatMap((value) => value.split(",")).filter(Boolean);
      const { accountId, serviceUrl, profile } = connection;
      const code =
        asked.length > 0
          ? await printCode(asked, profile, list, known)
          : await printInventory({ accountId, serviceUrl }, format as FormatName, list, known);
      return code;
    } finally {
      await lists.close();
    }
  } catch (error) {
    if (!(error instanceof UsageProblem || error instanceof PulumiProblem)) throw error;
    process.stderr.write(`${error.message}\npulumi-payments keys --help tells more.\n`);
    return exitCodes.usage.code;
  }
}

/** What the states of stacks tell. */
interface Known {
  states: StackState[];
  tags: StackTags[];
  undetermined: string[];
}

async function readStates(names: readonly StackName[]): Promise<Known> {
  const known: Known = { states: [], tags: [], undetermined: [] };
  for (const name of names) {
    try {
      const state = await readState(name);
      known.states.push(state);
      known.tags.push(tagsOf(state, await identify(state)));
    } catch (error) {
      if (!(error instanceof PulumiProblem)) throw error;
      known.undetermined.push(error.message);
    }
  }
  return known;
}

/** Each key as a row, read as they are asked for. */
async function* rowsOf(list: KeyList, { states, tags }: Known, outcome: StreamOutcome): AsyncGenerator<KeyRow> {
  const context: Omit<RowContext, "nowMs"> = { holdings: holdingsOf(states), tags, statesAreKnown: states.length > 0 };
  for await (const key of streamKeys(list, outcome))
    yield rowOf(key, { ...context, nowMs: list.serviceNowMs() ?? Date.now() });
}

/** Whoever reads only the first lines, as head does, has what it wanted; the rest is not read. */
function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(exitCodes.undetermined.code);
  });
}

/** Waits where the reader is slower than the service. */
async function write(text: string): Promise<void> {
  if (text !== "" && !process.stdout.write(text)) await once(process.stdout, "drain");
}

const firstRows = 100;

async function printInventory(
  inventory: { accountId: string; serviceUrl: string },
  name: FormatName,
  list: KeyList,
  known: Known,
): Promise<number> {
  const format: Format = formats[name]();
  const outcome: StreamOutcome = { changes: 0 };
  const counts: Partial<Record<Standing, number>> = {};
  let [keys, overWide, begun] = [0, 0, false];
  let waiting: KeyRow[] = [];
  const flush = async (): Promise<void> => {
    if (!begun) await write(format.begin(inventory, waiting));
    begun = true;
    for (const row of waiting) await write(format.row(row, keys++));
    waiting = [];
  };
  for await (const row of rowsOf(list, known, outcome)) {
    counts[row.standing] = (counts[row.standing] ?? 0) + 1;
    overWide += Number(row.overWide);
    waiting.push(row);
    if (begun || waiting.length >= firstRows) await flush();
  }
  if (outcome.failed && !begun && waiting.length === 0 && name !== "json") {
    // A table without rows would look like an account without keys.
    process.stderr.write(`No key could be listed: ${printable(outcome.incomplete ?? "")}\n`);
    return exitCodes.undetermined.code;
  }
  await flush();
  const end: InventoryEnd = { keys, counts, overWide, ...outcome };
  await write(format.end(end));
  if (name === "csv") process.stderr.write(`${summaryOf(end)}\n`);
  return exitCodeOf({ found: false, undetermined: outcome.incomplete !== undefined || known.undetermined.length > 0 });
}

async function printCode(
  asked: readonly string[],
  profile: string | undefined,
  list: KeyList,
  known: Known,
): Promise<number> {
  const outcome: StreamOutcome = { changes: 0 };
  const taken = new Set(known.states.flatMap(({ resources }) => resources.map(({ urn }) => logicalNameOf(urn))));
  const missing = new Set(asked.filter((id) => id !== "all"));
  const problems: string[] = [];
  let printed = 0;
  for await (const row of rowsOf(list, known, outcome)) {
    const isNamed = missing.delete(row.id);
    const refusal = adoptRefusal(row);
    if (isNamed && refusal !== undefined) problems.push(refusal);
    if (refusal !== undefined || !(isNamed || asked.includes("all"))) continue;
    await write(
      `${printed++ === 0 ? adoptHead : ""}\n${adoptCode(row, { logical: logicalName(row, taken), profile })}`,
    );
  }
  // One state that could not be read may hold any of them.
  const undetermined = [
    ...known.undetermined.map(() => "a stack could not be looked at, so whether it manages them is not known"),
    ...(outcome.incomplete === undefined ? [] : [`not the whole list: ${printable(outcome.incomplete)}`]),
  ];
  if (undetermined.length === 0)
    problems.push(...[...missing].map((id) => `There is no API key ${id} in this account.`));
  if (known.states.length === 0 && printed > 0)
    undetermined.push(
      "no stack was looked at, so whether one manages them is not known: name those that may, with --stack and --cwd",
    );
  for (const line of [...problems, ...undetermined]) process.stderr.write(`${line}\n`);
  if (problems.length > 0) return exitCodes.usage.code;
  return exitCodeOf({ found: false, undetermined: undetermined.length > 0 });
}

function help(): string {
  const width = Math.max(...Object.keys(standings).map((name) => name.length));
  return `Lists every API key of an account: whose it is, its scopes, its age, when it was last used. It only reads, page after
page, however many keys there are.

Usage: pulumi-payments keys [options]

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
  pulumi-payments keys --stack prod                              what of the account this stack manages
  pulumi-payments keys --stack prod --stack staging --format csv > keys.csv
  pulumi-payments keys --stack prod --format json | jq '.keys[] | select(.overWide)'
  pulumi-payments keys --stack prod --adopt-code key_123 >> adopted.ts
`;
}
