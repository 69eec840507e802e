import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  type Stats,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { withoutSecrets } from "../text/outgoing";

/*
 * What we read back or run from disk must come from us. So such a folder belongs to its user, nobody else can use it
 * (mode 0700), and nobody else can put another folder in its place. On Windows the mode says nothing, and nothing is checked.
 */

const others = 0o077;
const othersWrite = 0o022;
const sticky = 0o1000;

/**
 * The real path of a folder that only its user can use.
 *
 * @throws Error that names what is wrong: a symbolic link, another owner, or the mode, of the folder or of one above it
 */
export function privateFolder(folder: string): string {
  const user = process.getuid?.();
  if (user === undefined) return folder;
  const own = lstatSync(folder);
  if (own.isSymbolicLink()) throw new Error(`${folder} is a symbolic link. Replace it with a folder`);
  if (!own.isDirectory()) throw new Error(`${folder} is not a folder. Replace it with one`);
  if (own.uid !== user) throw new Error(`${folder} belongs to another user. Ask that user to remove it`);
  if ((own.mode & others) !== 0) throw new Error(`other users can use ${folder}. Run: chmod 700 ${folder}`);
  const real = realpathSync(folder);
  // Whoever owns the root owns the machine; in a user namespace that is not always user 0.
  const trusted = [user, 0, lstatSync("/").uid];
  for (let above = dirname(real); ; above = dirname(above)) {
    refuseShared(above, lstatSync(above), trusted);
    if (above === dirname(above)) return real;
  }
}

/** Of a folder in which a sticky bit is set, other users can't rename what is ours. */
function refuseShared(folder: string, { uid, mode }: Stats, trusted: readonly number[]): void {
  if (!trusted.includes(uid)) throw new Error(`${folder} belongs to another user. Ask an administrator to own it`);
  if ((mode & othersWrite) !== 0 && (mode & sticky) === 0)
    throw new Error(`other users can write to ${folder}. Run: chmod go-w ${folder}`);
}

/**
 * Makes such a folder where there is none. A folder of ours that others can read, but not write to, becomes private.
 *
 * @throws Error as `privateFolder` does, or where it can't be made
 */
export function makePrivateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = lstatSync(folder);
  const { uid, mode } = own;
  if (own.isDirectory() && uid === process.getuid?.() && (mode & othersWrite) === 0 && (mode & others) !== 0)
    chmodSync(folder, 0o700);
  return privateFolder(folder);
}

/**
 * Appends a record to a file of such a folder, which is made with mode 0600: a line of JSON, without secrets. A link is not
 * followed. @throws Error
 */
export function appendPrivately(folder: string, name: string, record: object): void {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const file = openSync(join(privateFolder(folder), name), O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  try {
    writeSync(file, `${JSON.stringify(withoutSecrets(record))}\n`);
  } finally {
    closeSync(file);
  }
}
