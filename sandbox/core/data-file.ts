import { chmodSync, closeSync, lstatSync, openSync } from "node:fs";

/** A data file that the sandbox does not take; the message is a clause that says why and what to do. */
export class UnfitFile extends Error {}

/** What SQLite keeps beside a database, by the ending of its name. */
const ends = ["", "-wal", "-shm", "-journal"];

/**
 * Sees that a data file, and what SQLite left beside it, is the user's own: it is trusted. One that does not exist is made, for nobody else
 * to read; SQLite gives the files beside it the mode of the file itself.
 * @throws UnfitFile; errors of the file system
 */
export function guardDataFile(file: string): void {
  const own = process.getuid?.();
  for (const end of ends) {
    const name = file + end;
    const found = lstatSync(name, { throwIfNoEntry: false });
    if (!found) {
      if (end === "") closeSync(openSync(name, "wx", 0o600));
      continue;
    }
    if (found.isSymbolicLink())
      throw new UnfitFile(`${name} is a symbolic link. Name the file itself, or another one.`);
    if (!found.isFile()) throw new UnfitFile(`${name} is not a file. Name another one.`);
    if (own !== undefined && found.uid !== own)
      throw new UnfitFile(
        `${name} belongs to another user, number ${found.uid}. Change its owner, or name another file.`,
      );
  }
}

/**
 * Takes the right to read a data file, and what is beside it, from everybody but the user. Once it is known to be a sandbox's, and by its
 * name: to open it and close it again would give up SQLite's lock (sqlite.org/howtocorrupt.html, POSIX advisory locks).
 */
export function closeDataFile(file: string): void {
  for (const end of ends) {
    const mode = lstatSync(file + end, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o077) !== 0) chmodSync(file + end, mode & 0o700);
  }
}
