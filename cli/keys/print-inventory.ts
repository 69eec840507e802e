import type { KeyList } from "../../provider/api/key-list";
import { exitCodeOf, exitCodes } from "../exit-codes";
import { printable } from "../printable";
import { printError } from "../terminal";
import { type Format, type FormatName, formats, type InventoryEnd, summaryOf } from "./formats";
import { type InventoryOutcome, type KnownStates, rowsOf } from "./known-states";
import { write } from "./output";
import type { KeyRow, Standing } from "./row";

/** What a table takes the widths of its columns from; then each row is printed as it comes. */
const firstRows = 100;

/** Prints a row for each key. Answers the exit code. */
export async function printInventory(
  inventory: { accountId: string; serviceUrl: string },
  name: FormatName,
  list: KeyList,
  known: KnownStates,
): Promise<number> {
  const format: Format = formats[name]();
  const outcome: InventoryOutcome = { changes: 0 };
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
    printError(`${printable(outcome.incomplete ?? "")}\n`);
    return exitCodes.undetermined.code;
  }
  await flush();
  const end: InventoryEnd = { keys, counts, overWide, ...outcome };
  await write(format.end(end));
  if (name === "csv") printError(`${summaryOf(end)}\n`);
  return exitCodeOf({ found: false, undetermined: outcome.incomplete !== undefined || known.undetermined.length > 0 });
}
