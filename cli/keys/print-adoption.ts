import type { KeyList } from "../../provider/api/key-list";
import { logicalNameOf } from "../../provider/text/names";
import { exitCodeOf, exitCodes } from "../exit-codes";
import { printable } from "../printable";
import { labelOf } from "../pulumi";
import { printError } from "../terminal";
import { type AdoptionForm, adoptRefusal, logicalName } from "./adopt";
import { type InventoryOutcome, type KnownStates, rowsOf } from "./known-states";
import { write } from "./output";

/**
 * Prints what adopts keys, and reports why for those that may not be adopted. Returns the exit code.
 *
 * @param asked ids, or `all` for every key that may be adopted
 */
export async function printAdoption(
  asked: readonly string[],
  form: AdoptionForm,
  list: KeyList,
  known: KnownStates,
): Promise<number> {
  const outcome: InventoryOutcome = { changes: 0 };
  const taken = new Set(known.states.flatMap(({ resources }) => resources.map(({ urn }) => logicalNameOf(urn))));
  const missing = new Set(asked.filter((id) => id !== "all"));
  const problems: string[] = [];
  let printed = 0;
  for await (const row of rowsOf(list, known, outcome)) {
    const isNamed = missing.delete(row.id);
    const refusal = adoptRefusal(row);
    if (isNamed && refusal !== undefined) problems.push(refusal);
    if (refusal !== undefined || !(isNamed || asked.includes("all"))) continue;
    await write(`${printed === 0 ? form.begin : form.between}${form.key(row, logicalName(row, taken))}`);
    printed += 1;
  }
  if (printed > 0) await write(form.end);
  // One state that could not be read may hold any of them.
  const undetermined = [
    ...known.undetermined.map(() => "a stack could not be read, so whether it manages them is not known"),
    ...(outcome.incomplete === undefined ? [] : [`not the whole list: ${printable(outcome.incomplete)}`]),
  ];
  if (undetermined.length === 0)
    problems.push(...[...missing].map((id) => `There is no API key ${id} in this account.`));
  if (known.states.length === 0 && printed > 0)
    undetermined.push(
      "no stack was read, so whether one manages them is not known: name those that may, with --stack and --cwd",
    );
  if (printed === 0 && problems.length === 0 && undetermined.length === 0)
    printError("No key is unmanaged: there is nothing to adopt.\n");
  for (const line of [...problems, ...undetermined]) printError(`${line}\n`);
  if (known.states.length > 0 && printed > 0) {
    const stacks = known.states.map(({ name }) => labelOf(name)).join(", ");
    printError(
      `Read ${stacks} only: a key that another stack manages under a declared name is printed too. Name every stack that may manage keys of this account, with --stack and --cwd.\n`,
    );
  }
  if (problems.length > 0) return exitCodes.usage.code;
  return exitCodeOf({ found: false, undetermined: undetermined.length > 0 });
}
