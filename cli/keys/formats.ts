import { jsonText } from "../../provider/text/printable";
import { printable } from "../printable";
import type { KeyRow, Standing } from "./row";

/** What comes before and after the rows of an inventory. */
export interface Inventory {
  serviceUrl: string;
  accountId: string;
}
export interface InventoryEnd {
  keys: number;
  counts: Readonly<Partial<Record<Standing, number>>>;
  overWide: number;
  /** How often the list changed meanwhile. */
  changes: number;
  incomplete?: string | undefined;
  /** Whether `incomplete` is an error of the service, which says what to do. */
  failed?: true | undefined;
}

/** Writes an inventory in pieces: the whole is never in memory. */
export interface Format {
  begin(inventory: Inventory, first: readonly KeyRow[]): string;
  row(row: KeyRow, index: number): string;
  end(end: InventoryEnd): string;
}

const columns = ["id", "name", "type", "scopes", "age", "last used", "standing", "by"] as const;

function cellsOf(row: KeyRow): string[] {
  const { id, name, type, scopes, ageDays, lastUsed, standing, by, overWide, problem } = row;
  const held = type === "secret" ? `${scopes.join(" ")}${overWide ? " (over-wide)" : ""}` : "-";
  const age = ageDays === undefined ? "-" : `${ageDays} d`;
  const cells = [
    id,
    name,
    problem === undefined ? type : `unreadable (${problem})`,
    held,
    age,
    lastUsed ?? "-",
    standing,
    by ?? "-",
  ];
  return cells.map(printable);
}

/** Columns as wide as the first rows need; a longer cell pushes its own row. */
function table(): Format {
  let widths: number[] = [];
  const line = (cells: readonly string[]): string =>
    `${cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd()}\n`;
  return {
    begin: ({ serviceUrl, accountId }, first) => {
      const rows = [[...columns], ...first.map(cellsOf)];
      widths = columns.map((_, column) => Math.min(60, Math.max(...rows.map((cells) => cells[column]!.length))));
      return `Account ${printable(accountId)} at ${serviceUrl}\n\n${line(columns)}`;
    },
    row: (row) => line(cellsOf(row)),
    end: (end) => `\n${summaryOf(end)}\n`,
  };
}

/** The last lines, for a person. Pure. */
export function summaryOf({ keys, counts, overWide, changes, incomplete, failed }: InventoryEnd): string {
  const parts = Object.entries(counts).map(([standing, count]) => `${count} ${standing}`);
  const lines = [
    `${keys} ${keys === 1 ? "key" : "keys"}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}; ${overWide} over-wide.`,
  ];
  if (changes > 0)
    lines.push(
      `The list changed ${changes === 1 ? "once" : `${changes} times`} while it was read; every key that was there throughout is shown.`,
    );
  if (incomplete !== undefined)
    lines.push(printable(`Not the whole list: ${incomplete.replace(/\.$/, "")}.${failed ? "" : " Run it again."}`));
  return lines.join("\n");
}

/** One JSON value, a row on each line. */
function json(): Format {
  return {
    begin: (inventory) => `{"version":1,${jsonText(inventory).slice(1, -1)},"keys":[`,
    row: (row, index) => `${index === 0 ? "\n" : ",\n"}${jsonText(row)}`,
    end: ({ keys, failed: _, ...end }) =>
      `\n],${jsonText({ count: keys, ...end, complete: end.incomplete === undefined }).slice(1)}\n`,
  };
}

const csvColumns = [
  "id",
  "name",
  "type",
  "scopes",
  "createdAt",
  "ageDays",
  "lastUsed",
  "standing",
  "by",
  "overWide",
  "problem",
] as const satisfies (keyof KeyRow)[];

/** RFC 4180, without anything that a spreadsheet takes for a formula. The summary goes to standard error. */
export function csv(): Format {
  const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;
  return {
    begin: () => line(csvColumns),
    row: (row) =>
      line(csvColumns.map((column) => (column === "scopes" ? row.scopes.join(" ") : String(row[column] ?? "")))),
    end: () => "",
  };
}

/** Pure. */
export function csvCell(text: string): string {
  const shown = printable(text);
  // What begins like a formula is text where an apostrophe precedes it.
  const safe = /^\s*[=+\-@|＝＋－＠]/.test(shown) ? `'${shown}` : shown;
  return /[",]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const formats = { table, json, csv } as const;
export type FormatName = keyof typeof formats;
