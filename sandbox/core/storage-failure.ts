import { ServiceError } from "./errors";

export const readOnly = "it is read-only. Make it and its folder writable";
const full = "there is no room for it: the disk is full. Make room";
const unreachable = "it, or the file beside it, cannot be opened. See that its folder exists and can be written to";

/** What SQLite answers when a file cannot be used, by primary result code (sqlite.org/rescode.html), and what to do about it. */
const failures: Readonly<Record<number, string>> = {
  8: readOnly,
  10: "the system refuses to write or read it, as it does where a file may grow no further. Lift the limit, or check the disk",
  13: full,
  14: unreachable,
};
const corrupt = 11;

/** The same of the file system. */
const systemFailures: Readonly<Record<string, string>> = {
  EACCES: readOnly,
  EPERM: readOnly,
  EROFS: readOnly,
  ENOSPC: full,
  ENOENT: unreachable,
  ENOTDIR: unreachable,
};

/** Why and what to do, as a clause, if an error says that the data file cannot be used; undefined for any other error. */
export function explainStorageFailure(error: unknown): string | undefined {
  const code = primaryCode(error);
  return code === undefined ? systemFailures[String((error as NodeJS.ErrnoException).code)] : failures[code];
}

function primaryCode(error: unknown): number | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  // The upper bytes of a result code tell the details of the lowest one.
  return code === "ERR_SQLITE_ERROR" && typeof errcode === "number" ? errcode % 256 : undefined;
}

/** Makes of an error of the data file the refusal that a caller may read; any other error stays what it is. */
export function toStorageRefusal(error: unknown): unknown {
  const code = primaryCode(error);
  const explained = code === undefined ? undefined : failures[code];
  if (explained === undefined && code !== corrupt) return error;
  const refusal = new ServiceError(
    "storage_failed",
    code === corrupt
      ? "The data file is damaged, and nothing of this was committed. Stop the sandbox, then restore a copy of the file or name another one."
      : `Nothing of this was committed: the data file cannot be written, because ${explained}, then try again. Earlier commits are safe, and reads still work.`,
  );
  refusal.cause = error;
  return refusal;
}
