const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { workFolder } = require("./places.js");

const LINE_EVERY_MS = 60_000;
const REDRAW_EVERY_MS = 500;

/**
 * Tells how a step goes on standard error: one line that updates on a terminal, elsewhere a line when it begins and ends, and one a minute.
 * What a step took is remembered, so that the next estimate is this machine's own.
 * @param {string} title what is being done, as "Installing the dependencies"
 * @param {{ estimateMs: number, stream?: NodeJS.WriteStream, lines?: boolean, everyMs?: number, memory?: string }} options
 *   `lines`: never redraw, because other output is being written meanwhile
 */
function startProgress(title, options) {
  const stream = options.stream ?? process.stderr;
  const redraws = stream.isTTY === true && options.lines !== true;
  const memory = options.memory ?? join(workFolder, "durations.json");
  const estimateMs = recall(memory, title) ?? options.estimateMs;
  const startedAt = Date.now();
  let note = "";
  /** @type {number | undefined} */
  let fraction;

  const write = (/** @type {string} */ line) => stream.write(redraws ? `\r\u001b[2K${line}` : `${line}\n`);
  const status = () => {
    const elapsedMs = Date.now() - startedAt;
    const left = remaining(elapsedMs, estimateMs, fraction);
    return `${title}: ${duration(elapsedMs)}${note === "" ? "" : `, ${note}`}, ${left}`;
  };
  write(estimateMs >= 5_000 ? `${title}, about ${duration(estimateMs)}` : title);
  const timer = setInterval(() => write(status()), options.everyMs ?? (redraws ? REDRAW_EVERY_MS : LINE_EVERY_MS));
  timer.unref();

  const finish = (/** @type {string} */ line) => {
    clearInterval(timer);
    write(line);
    if (redraws) stream.write("\n");
  };
  return {
    /** @param {{ note?: string, fraction?: number }} news */
    update(news) {
      note = news.note ?? note;
      fraction = news.fraction ?? fraction;
    },
    done(detail = "") {
      const tookMs = Date.now() - startedAt;
      remember(memory, title, tookMs);
      finish(`${title}: done in ${duration(tookMs)}${detail === "" ? "" : `, ${detail}`}`);
    },
    fail() {
      finish(`${title}: failed after ${duration(Date.now() - startedAt)}`);
    },
  };
}

/**
 * @param {number} elapsedMs
 * @param {number} estimateMs
 * @param {number} [fraction] how much of the work is done, 0 to 1
 */
function remaining(elapsedMs, estimateMs, fraction) {
  // A first tenth says little about the rest: start-up is not the work.
  const totalMs = fraction !== undefined && fraction > 0.1 ? elapsedMs / fraction : estimateMs;
  const leftMs = totalMs - elapsedMs;
  return leftMs > 0 ? `about ${duration(leftMs)} left` : `longer than the usual ${duration(estimateMs)}`;
}

/** @param {number} ms */
function duration(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** @param {string} file @param {string} title @returns {number | undefined} */
function recall(file, title) {
  try {
    const known = JSON.parse(readFileSync(file, "utf8"))[title];
    return typeof known === "number" ? known : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} file @param {string} title @param {number} tookMs */
function remember(file, title, tookMs) {
  let known = {};
  try {
    known = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // The first run on this machine knows nothing yet.
  }
  mkdirSync(join(file, ".."), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify({ ...known, [title]: tookMs }, null, 2));
  renameSync(fresh, file);
}

module.exports = { duration, remaining, startProgress };
