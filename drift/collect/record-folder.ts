import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { privateFolder } from "../../provider/report/private-folder";
import { reportVariables } from "../../provider/report/variables";

/** The name says which process made it, and where: a temporary folder may be shared between machines or containers. */
const prefix = `pulumi-payments-drift-${hostname().replace(/[^A-Za-z0-9]/g, "_")}-`;

/**
 * Makes a folder for the records of one look. Only the user can use it.
 *
 * @throws Error if others could replace it, as in a temporary folder that anybody can write to
 */
export function makeRecordFolder(): string {
  removeDeadFolders();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  try {
    return privateFolder(folder);
  } catch (error) {
    removeFolder(folder);
    throw new Error(`${(error as Error).message}. Or set TMPDIR to a folder of your own`, { cause: error });
  }
}

/** Has the previews of one run share the lists that they read. Where no private folder can be made, each reads for itself. */
export async function withSharedLists<Result>(
  look: (environment: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  let folder: string | undefined;
  try {
    folder = makeRecordFolder();
  } catch {
    return look({});
  }
  try {
    return await look({ [reportVariables.lists]: folder });
  } finally {
    removeFolder(folder);
  }
}

/** What is left costs nothing but room. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next run tries again.
  }
}

/** A command that was killed could not remove its folder. */
function removeDeadFolders(): void {
  for (const name of namesIn(tmpdir())) {
    const pid = name.startsWith(prefix) ? /^(\d+)-[A-Za-z0-9]{6}$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory() && (process.getuid === undefined || found.uid === process.getuid())) removeFolder(folder);
  }
}

/** Some temporary folders can be written to and not be listed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
