import type * as Sqlite from "node:sqlite";

/**
 * Loads node:sqlite without the notice that Node 22 and 24 print about it being experimental: a sandbox's standard error carries
 * its log, and every other warning still passes.
 */
export function loadSqlite(): typeof Sqlite {
  const { emitWarning } = process;
  const quieted = (warning: string | Error, ...rest: unknown[]): void => {
    if (!String(warning).includes("SQLite is an experimental feature")) {
      Reflect.apply(emitWarning, process, [warning, ...rest]);
    }
  };
  process.emitWarning = quieted as typeof process.emitWarning;
  try {
    return require("node:sqlite") as typeof Sqlite;
  } finally {
    process.emitWarning = emitWarning;
  }
}
