import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { loadSqlite } from "./sqlite";
import { layoutVersion, tableDefinitions } from "./tables";

/** A data file that cannot be used: taken by another process, read-only, or not a database. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

/**
 * One SQLite database, in memory or in a file. All calls are synchronous, so what one call does is never seen half done.
 * A committed write to a file survives the death of the process (write-ahead log); surviving a power cut is not promised.
 */
export class Store {
  private readonly db: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  constructor(file?: string) {
    const { DatabaseSync } = loadSqlite();
    let opened: DatabaseSync | undefined;
    try {
      opened = new DatabaseSync(file ?? ":memory:", { timeout: 1_000 });
      this.db = opened;
      this.db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
      this.transaction(() => this.layOut());
    } catch (cause) {
      opened?.close();
      throw new DataFileError(`The data file ${file} cannot be used: ${explain(cause)}`, { cause });
    }
  }

  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.statement(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.statement(sql).all(...values) as Row[];
  }

  /** Number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.statement(sql).run(...values).changes);
  }

  /** All of `work` or nothing of it; inside another transaction it joins that one. */
  transaction<Result>(work: () => Result): Result {
    if (this.db.isTransaction) return work();
    this.db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.db.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec("ROLLBACK");
      throw error;
    }
  }

  close(): void {
    this.db.close();
  }

  /** Makes the tables of a fresh file; one that holds something else is left as it is. */
  private layOut(): void {
    const { user_version } = this.get<{ user_version: number }>("PRAGMA user_version")!;
    const { tables } = this.get<{ tables: number }>("SELECT count(*) AS tables FROM sqlite_master")!;
    if (tables > 0 && user_version !== layoutVersion) throw new Error(otherLayout);
    this.db.exec(`${tableDefinitions} PRAGMA user_version = ${layoutVersion};`);
  }

  private statement(sql: string): StatementSync {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.db.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}

const otherLayout = "it was made by another version of the sandbox. Name another file.";

function explain(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/locked|busy/i.test(message)) return "another process has it open. Stop that sandbox or name another file.";
  if (/readonly/i.test(message)) return "it is read-only. Make it writable or name another file.";
  if (/not a database/i.test(message)) return "it is not a sandbox's file. Name another file.";
  if (message === otherLayout) return message;
  return `${message}. Check that its folder exists and can be written to.`;
}
