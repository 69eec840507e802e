const {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} = require("node:fs");
const { basename, dirname, join } = require("node:path");

const LOOK_EVERY_MS = 200;
const BEAT_EVERY_MS = 5_000;
/** A holder that was not heard of for so long is gone, even if another process has its number by now. */
const SILENT_FOR_MS = 120_000;

/**
 * Runs `work` while no other process on this machine holds the same lock.
 *
 * The lock is a folder with one file named after its holder. It is taken by renaming a finished folder onto an empty or
 * missing one, and a dead holder is cleared by removing that very file: neither can take away what a third has got.
 * @template T
 * @param {string} folder
 * @param {{ onWait?: (holder: number) => void }} options
 * @param {(contended: boolean) => Promise<T>} work gets whether another process held the lock first
 * @returns {Promise<T>}
 */
async function withLock(folder, options, work) {
  mkdirSync(dirname(folder), { recursive: true });
  let contended = false;
  let mark = take(folder);
  while (mark === undefined) {
    const holder = livingHolder(folder);
    if (holder !== undefined) {
      if (!contended) options.onWait?.(holder);
      contended = true;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    mark = take(folder);
  }
  const held = join(folder, mark);
  const beat = setInterval(() => touch(held), BEAT_EVERY_MS);
  beat.unref();
  const release = () => {
    rmSync(held, { force: true });
    removeIfEmpty(folder);
  };
  process.once("exit", release);
  try {
    return await work(contended);
  } finally {
    clearInterval(beat);
    process.removeListener("exit", release);
    release();
  }
}

/** @param {string} folder @returns {string | undefined} the holder's mark, if the lock was free */
function take(folder) {
  const offer = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`));
  const mark = `${process.pid}-${basename(offer)}`;
  writeFileSync(join(offer, mark), "");
  try {
    renameSync(offer, folder);
    return mark;
  } catch {
    rmSync(offer, { recursive: true, force: true });
    return undefined;
  }
}

/** @param {string} folder @returns {number | undefined} the holder's process, after clearing away one that is gone */
function livingHolder(folder) {
  for (const mark of list(folder)) {
    const holder = Number.parseInt(mark, 10);
    if (isAlive(holder) && heardOf(join(folder, mark))) return holder;
    try {
      unlinkSync(join(folder, mark));
    } catch {
      // Another process cleared it first.
    }
  }
  return undefined;
}

/** @param {string} folder */
function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** @param {string} mark */
function heardOf(mark) {
  try {
    return Date.now() - statSync(mark).mtimeMs < SILENT_FOR_MS;
  } catch {
    return false;
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // A checkout that was deleted meanwhile needs no sign of life.
  }
}

/** @param {string} folder */
function removeIfEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch {
    // Taken by the next one already.
  }
}

module.exports = { withLock };
