import { accessSync, constants, existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { closeDataFile, guardDataFile, UnfitFile } from "./data-file";
import { ServiceError } from "./errors";
import { loadSqlite } from "./sqlite";
import { explainStorageFailure, readOnly, toStorageRefusal } from "./storage-failure";
import { layoutVersion, rememberedColumns, tableDefinitions } from "./tables";

/** A data file that cannot be used: somebody else's, taken by another process, read-only, without room, damaged, or not a database. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";

  constructor(file: string | undefined, cause: unknown) {
    super(`The data file ${file} cannot be used: ${explain(file, cause)}`, { cause });
  }
}

/** Pages that SQLite keeps at hand of a file: 32 MiB. */
const cacheKib = 32_768;
/** Pages that the write-ahead log holds before they are carried over into a file: 16 MiB. Whatever is written often is so carried once. */
const logPages = 4_096;

/**
 * One SQLite database, in memory or in a file. All calls are synchronous, so what one call does is never seen half done.
 * A committed write to a file survives the death of the process (write-ahead log); surviving a power cut is not promised.
 */
export class Store {
  /** Grows when a row of `rememberedColumns` changes or goes, and when a transaction or a part of one is taken back. */
  changes = 0;
  private readonly db: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private readonly rollbackListeners: (() => void)[] = [];

  /** @throws DataFileError */
  constructor(file?: string) {
    const { DatabaseSync } = loadSqlite();
    let opened: DatabaseSync | undefined;
    try {
      const isKept = file !== undefined && file !== ":memory:";
      if (isKept) guardDataFile(file);
      // An absolute path is never taken for a URI.
      opened = new DatabaseSync(isKept ? resolve(file) : ":memory:", { timeout: 1_000 });
      this.db = opened;
      this.db.exec(
        `PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${cacheKib}; PRAGMA wal_autocheckpoint = ${logPages}; PRAGMA temp_store = MEMORY; PRAGMA recursive_triggers = ON;`,
      );
      if (isKept) this.requireSound();
      this.transaction(() => this.layOut());
      this.countChanges();
      if (isKept) closeDataFile(file);
    } catch (cause) {
      opened?.close();
      throw new DataFileError(file, cause);
    }
  }

  /** @throws ServiceError `storage_failed`, as every method that writes */
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    try {
      return this.statement(sql).get(...values) as Row | undefined;
    } catch (error) {
      throw toStorageRefusal(error);
    }
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    try {
      return this.statement(sql).all(...values) as Row[];
    } catch (error) {
      throw toStorageRefusal(error);
    }
  }

  /** Number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    try {
      return Number(this.statement(sql).run(...values).changes);
    } catch (error) {
      throw toStorageRefusal(error);
    }
  }

  /** Adds one row and answers its number. */
  insert(sql: string, ...values: SQLInputValue[]): number {
    try {
      return Number(this.statement(sql).run(...values).lastInsertRowid);
    } catch (error) {
      throw toStorageRefusal(error);
    }
  }

  /** All of `work` or nothing of it; inside another transaction it joins that one. */
  transaction<Result>(work: () => Result): Result {
    if (this.db.isTransaction) return work();
    this.run("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.run("COMMIT");
      return result;
    } catch (error) {
      // A write that finds no room takes the whole transaction back by itself.
      if (this.db.isTransaction) this.run("ROLLBACK");
      for (const listener of this.rollbackListeners) listener();
      this.changes++;
      throw error;
    }
  }

  /**
   * All of `work` or nothing of it, within a transaction that goes on either way. Answers whether it was done.
   * @throws the error of `work` if the whole transaction was lost with it
   */
  part(work: () => void, failed: (error: unknown) => void): boolean {
    this.run("SAVEPOINT part");
    try {
      work();
      return true;
    } catch (error) {
      if (!this.db.isTransaction) throw error;
      this.run("ROLLBACK TO part");
      this.changes++;
      failed(error);
      return false;
    } finally {
      if (this.db.isTransaction) this.run("RELEASE part");
    }
  }

  /** `listener` is called whenever a transaction was taken back, for what is cached beside the database. */
  onRollback(listener: () => void): void {
    this.rollbackListeners.push(listener);
  }

  close(): void {
    this.db.close();
  }

  /** Damage is reported at the start, not in the middle of a run that happens to meet it. */
  private requireSound(): void {
    const { quick_check } = this.get<{ quick_check: string }>("PRAGMA quick_check(1)")!;
    if (quick_check !== "ok") throw new Error(quick_check);
  }

  /** Makes the tables of a fresh file; one that holds something else is left as it is. */
  private layOut(): void {
    const { user_version } = this.get<{ user_version: number }>("PRAGMA user_version")!;
    if (user_version === layoutVersion) return;
    const { tables } = this.get<{ tables: number }>("SELECT count(*) AS tables FROM sqlite_master")!;
    if (tables > 0) throw new UnfitFile("it was made by another version of the sandbox. Name another file.");
    this.db.exec(`${tableDefinitions} PRAGMA user_version = ${layoutVersion};`);
  }

  /** Triggers of this connection alone: the file has none of them. A row that REPLACE puts aside counts, by `recursive_triggers`. */
  private countChanges(): void {
    this.db.function("count_change", () => {
      this.changes++;
      return null;
    });
    for (const [table, columns] of Object.entries(rememberedColumns))
      for (const change of [`UPDATE OF ${columns}`, "DELETE"])
        this.db.exec(
          `CREATE TEMP TRIGGER ${table}_${change.slice(0, 6)} AFTER ${change} ON main.${table} BEGIN SELECT count_change(); END`,
        );
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

function explain(file: string | undefined, cause: unknown): string {
  const error = cause instanceof ServiceError ? cause.cause : cause;
  const explained = explainStorageFailure(error);
  if (explained !== undefined)
    return `${file !== undefined && isReadOnly(file) ? readOnly : explained}, or name another file.`;
  const message = error instanceof Error ? error.message : String(error);
  if (/locked|busy/i.test(message)) return "another process has it open. Stop that sandbox or name another file.";
  if (error instanceof UnfitFile) return message;
  const restore = `Restore a copy of it, with the file ${basename(file ?? "")}-wal if there was one, or name another file.`;
  if (/not a database/i.test(message)) return `it is not a database, or its beginning is damaged. ${restore}`;
  return `it is damaged (${message.split("\n", 1)[0]}). ${restore}`;
}

/** SQLite tells of a read-only file system in several ways. */
function isReadOnly(file: string): boolean {
  try {
    if (existsSync(file)) accessSync(file, constants.W_OK);
    accessSync(dirname(file), constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}
