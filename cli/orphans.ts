import { ownCommand } from "../provider/text/own-command";
import { connectionFlags, settingsHelp } from "./connection";
import { describeExitCodes, exitCodes } from "./exit-codes";
import { describeFlags, type Flag, readFlags } from "./flags";
import { judge, type SeenAccount } from "./orphans/judge";
import { look, type Seen } from "./orphans/look";
import { type Removal, remove } from "./orphans/remove";
import { asJson, asText, exitOf } from "./orphans/report";
import { labelOf, type StackName, UsageProblem } from "./pulumi";
import { refuseUnknownStacks, stacksIn } from "./stack-names";
import { print, printError } from "./terminal";

const flags: Flag[] = [
  {
    ...connectionFlags.stack,
    description: "a stack, with its settings (payments:*); default: the one that is selected. May be repeated",
    repeatable: true,
  },
  {
    ...connectionFlags.cwd,
    description: "the folder of the project; default: this one. Repeated: the stacks are looked for in each",
    repeatable: true,
  },
  {
    ...connectionFlags.profile,
    description: "look at the account of this profile alone; default: every account of the stack",
  },
  {
    name: "delete",
    value: "ID",
    description: "remove the key of this id, an orphan or not, unless a state holds it; may be repeated",
    repeatable: true,
    separable: true,
  },
  { name: "delete-all", description: "remove every orphan that was found; needs --yes" },
  { name: "yes", description: "confirms --delete-all" },
  {
    name: "force",
    value: "ID",
    description: "remove this one though it was used lately or is less than ten minutes old; may be repeated",
    repeatable: true,
    separable: true,
  },
  { name: "json", description: "print one JSON value" },
  { name: "help", description: "this text" },
];

/** Answers the exit code. */
export async function runOrphans(argv: string[]): Promise<number> {
  const { values, problems } = readFlags(argv, flags);
  if (values.has("help")) {
    print(help());
    return exitCodes.clean.code;
  }
  const given = (name: string): string[] =>
    (values.get(name) ?? []).flatMap((value) => value.split(",")).filter(Boolean);
  if (values.has("delete-all") !== values.has("yes"))
    problems.push(
      "--delete-all removes every orphan that it finds, and goes with --yes. Without both, look at them first.",
    );
  if (values.has("delete-all") && values.has("delete"))
    problems.push("--delete and --delete-all are two ways; take one.");
  try {
    if (problems.length > 0) throw new UsageProblem(problems.join("\n"));
    const names = stacksIn(values.get("stack") ?? [], values.get("cwd") ?? []);
    await refuseUnknownStacks(names);
    const profile = values.get("profile")?.[0];
    const first = await look(names, profile, process.env);
    const wanted = values.has("delete-all")
      ? judge(first.accounts, first.stacks).orphans.map(({ id }) => id)
      : given("delete");
    const orphansOnly = values.has("delete-all");
    const forced = new Set(given("force"));
    const { seen, removals } = await settle({ first, wanted, names, profile, forced, orphansOnly });
    const { accounts, stacks, undetermined } = seen;
    const looked = accounts.length > 0 && stacks.length > 0;
    const judgement = judge(accounts, stacks);
    judgement.unclear = judge(accountsWithout(accounts, removals), stacks).unclear;
    const report = { stacks: names.map(labelOf), judgement, undetermined, looked, removals };
    print(values.has("json") ? asJson(report) : asText(report));
    return exitOf(report);
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    printError(`${error.message}\n${ownCommand} orphans --help tells more.\n`);
    return exitCodes.usage.code;
  }
}

/** What is removed is unclear no more. Pure. */
function accountsWithout(accounts: readonly SeenAccount[], removals: readonly Removal[]): SeenAccount[] {
  const removed = new Set(removals.flatMap(({ id, removed }) => (removed ? [id] : [])));
  return accounts.map((account) => ({ ...account, keys: account.keys.filter(({ id }) => !removed.has(id)) }));
}

interface Settling {
  first: Seen;
  wanted: readonly string[];
  names: readonly StackName[];
  profile: string | undefined;
  forced: ReadonlySet<string>;
  orphansOnly: boolean;
}

/** Removes what is wanted, after everything was read once more: a run may have saved a key meanwhile. */
async function settle({
  first,
  wanted,
  names,
  profile,
  forced,
  orphansOnly,
}: Settling): Promise<{ seen: Seen; removals: Removal[] }> {
  if (wanted.length === 0) return { seen: first, removals: [] };
  const seen = await look(names, profile, process.env);
  // One state that can't be read may hold any of them.
  if (seen.undetermined.length > 0) {
    const why =
      "not everything could be looked at, so whether another state holds it is not known. Fix that first; the lines below say what.";
    return { seen, removals: wanted.map((id) => ({ id, removed: false, why })) };
  }
  return { seen, removals: await remove(wanted, { ...seen, forced }, orphansOnly) };
}

function help(): string {
  return `Finds keys that were made for a stack and that its state does not hold: what is left where a run was killed between the
creation of a key and the saving of its state. Their values are lost. It reads the stack's resources and pending
operations, and the live list; it removes nothing unless told.

An orphan is recognized by its whole name, which the provider makes (<logical name>-<tag>-<random>). A key with the name that
an ApiKey declares, and that no state holds, is a possible duplicate: it is reported as unclear. Give every stack that may hold
such keys, above all those between which resources were moved with 'pulumi state move': what one of them holds is left alone.

Usage: ${ownCommand} orphans [options]

${describeFlags(flags)}

${settingsHelp}

--delete-all removes proved orphans, and nothing else. --delete ID removes a proved orphan, a possible duplicate, or any other
key that you name. It refuses a key that a state which was read holds, and any key while a state cannot be read. It refuses a
key whose name carries the tag of a stack that was not given: give that stack with --stack.

Before a removal everything is read again. The key that the command authenticates with is never removed. A key that was used
within payments:deletionGuard, or is younger than ten minutes, takes --force.

${describeExitCodes({
  clean: "no orphan, or all of them were removed",
  found: "orphans were found and are still there",
  undetermined: "a state or a list could not be read wholly, or something is unclear, and no orphan was found",
})}

Examples:
  ${ownCommand} orphans                                     the stack that is selected here
  ${ownCommand} orphans --stack prod --stack staging        two stacks of the project
  ${ownCommand} orphans --stack prod --delete key_123       also a key that no stack knows
  ${ownCommand} orphans --stack pr-17 --delete-all --yes    a throw-away stack
`;
}
