import { ownCommand } from "../provider/text/own-command";
import { CommandLine } from "./command-line";
import { connectionFlags, settingsHelp } from "./connection";
import { describeExitCodes } from "./exit-codes";
import { classifyKeys, type ObservedAccount } from "./orphans/classify";
import { type Observed, observe } from "./orphans/observe";
import { type Removal, remove } from "./orphans/remove";
import { asJson, asText, exitOf } from "./orphans/report";
import { labelOf, type StackName } from "./pulumi";
import { refuseUnknownStacks, stacksIn } from "./stack-names";
import { print } from "./terminal";

interface Options {
  stack?: string[];
  cwd?: string[];
  profile?: string;
  delete?: string[];
  deleteAll?: boolean;
  yes?: boolean;
  force?: string[];
  json?: boolean;
}

/** `orphans`: finds keys that were created for a stack and that its state does not record. */
export function orphans(): CommandLine {
  return new CommandLine("orphans")
    .description(
      `Finds keys that were created for a stack and that its state does not hold: what is left where a run was killed between the
creation of a key and the saving of its state. Their values are lost. It reads the stack's resources and pending
operations, and the live list; it removes nothing unless you ask for it.

An orphan is recognized by its whole name, which the provider makes (<logical name>-<tag>-<random>). A key with the name that
an ApiKey declares, and that no state holds, is a possible duplicate: it is reported as unclear. Give every stack that may hold
such keys, above all those between which resources were moved with 'pulumi state move': what one of them holds is left alone.`,
    )
    .values(
      connectionFlags.stack,
      "a stack, with its settings (payments:*); default: the one that is selected. May be repeated",
    )
    .values(
      connectionFlags.cwd,
      "the folder of the project; default: this one. Repeated: the stacks are observed for in each",
    )
    .value(connectionFlags.profile, "look at the account of this profile alone; default: every account of the stack")
    .values("--delete <ID>", "remove the key of this id, an orphan or not, unless a state holds it; may be repeated", {
      commas: true,
    })
    .option("--delete-all", "remove every orphan that was found; needs --yes")
    .option("--yes", "confirms --delete-all")
    .values(
      "--force <ID>",
      "remove this one though it was used lately or is less than ten minutes old; may be repeated",
      { commas: true },
    )
    .option("--json", "print one JSON value")
    .addHelpText("after", moreHelp)
    .does({ problems: problemsOf, run });
}

function problemsOf({ deleteAll, yes, delete: ids }: Options): string[] {
  return [
    ...(deleteAll === yes
      ? []
      : ["--delete-all removes every orphan that it finds, and goes with --yes. Without both, look at them first."]),
    ...(deleteAll && ids !== undefined ? ["--delete and --delete-all are two ways; take one."] : []),
  ];
}

async function run(options: Options): Promise<number> {
  const { stack = [], cwd = [], profile, delete: ids = [], deleteAll: orphansOnly = false, force = [], json } = options;
  const names = stacksIn(stack, cwd);
  await refuseUnknownStacks(names);
  const first = await observe(names, profile, process.env);
  const requested = orphansOnly ? classifyKeys(first.accounts, first.stacks).orphans.map(({ id }) => id) : ids;
  const { observed, removals } = await removeRequested({
    first,
    requested,
    names,
    profile,
    forced: new Set(force),
    orphansOnly,
  });
  const { accounts, stacks, undetermined } = observed;
  const isObserved = accounts.length > 0 && stacks.length > 0;
  const classification = classifyKeys(accounts, stacks);
  classification.unclear = classifyKeys(accountsWithout(accounts, removals), stacks).unclear;
  const report = { stacks: names.map(labelOf), classification, undetermined, isObserved, removals };
  print(json ? asJson(report) : asText(report));
  return exitOf(report);
}

/** What is removed is no longer unclear. Pure. */
function accountsWithout(accounts: readonly ObservedAccount[], removals: readonly Removal[]): ObservedAccount[] {
  const removed = new Set(removals.flatMap(({ id, removed }) => (removed ? [id] : [])));
  return accounts.map((account) => ({ ...account, keys: account.keys.filter(({ id }) => !removed.has(id)) }));
}

interface RemovalRequest {
  first: Observed;
  requested: readonly string[];
  names: readonly StackName[];
  profile: string | undefined;
  forced: ReadonlySet<string>;
  orphansOnly: boolean;
}

/** Removes what was requested, after reading everything once more: a run may have saved a key meanwhile. */
async function removeRequested({
  first,
  requested,
  names,
  profile,
  forced,
  orphansOnly,
}: RemovalRequest): Promise<{ observed: Observed; removals: Removal[] }> {
  if (requested.length === 0) return { observed: first, removals: [] };
  const observed = await observe(names, profile, process.env);
  // One state that can't be read may hold any of them.
  if (observed.undetermined.length > 0) {
    const why = "not everything could be read, so another state may hold it. Fix that first; the lines below say what.";
    return { observed, removals: requested.map((id) => ({ id, removed: false, why })) };
  }
  return { observed, removals: await remove(requested, { ...observed, forced }, orphansOnly) };
}

const moreHelp = `
${settingsHelp}

--delete-all removes proved orphans, and nothing else. --delete ID removes a proved orphan, a possible duplicate, or any other
key that you name. It refuses a key that a state which was read holds, and any key while a state cannot be read. It refuses a
key whose name carries the tag of a stack that was not given: give that stack with --stack.

Before a removal everything is read again. The key that the command authenticates with is never removed. A key that was used
within payments:deletionGuard, or is younger than ten minutes, takes --force.

${describeExitCodes({
  clean: "no orphan, or all of them were removed",
  found: "orphans were found and are still there",
  undetermined: "a state or a list could not be read completely, or something is unclear, and no orphan was found",
})}

Examples:
  ${ownCommand} orphans                                     the stack that is selected here
  ${ownCommand} orphans --stack prod --stack staging        two stacks of the project
  ${ownCommand} orphans --stack prod --delete key_123       also a key that no stack knows
  ${ownCommand} orphans --stack pr-17 --delete-all --yes    a throw-away stack`;
