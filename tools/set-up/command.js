const { spawn } = require("node:child_process");
const { createWriteStream, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");
const { createInterface } = require("node:readline");

const KEPT_LINES = 40;

/**
 * @typedef {object} Outcome
 * @property {number | null} code exit code; null when a signal ended it or it never started
 * @property {NodeJS.Signals | null} signal
 * @property {string | undefined} missing the command, if there is no such program
 * @property {boolean} gaveUp true when `abort` ended it
 * @property {string[]} lines the last lines of both streams, in the order they came
 */

/**
 * Runs a program, keeps all that it prints in a log file and the last lines in memory.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, log?: string, append?: boolean, abort?: AbortSignal,
 *   onLine?: (line: string) => void }} options
 * @returns {Promise<Outcome>}
 */
function runCommand(command, args, options) {
  const log = openLog(options.log, options.append === true);
  log?.write(`$ ${[command, ...args].join(" ")}\n`);
  return new Promise((resolve) => {
    /** @type {string[]} */
    const lines = [];
    const child = spawn(command, args, { cwd: options.cwd, env: options.env, stdio: ["ignore", "pipe", "pipe"] });
    const take = (/** @type {string} */ line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      log?.write(`${line}\n`);
      options.onLine?.(line);
    };
    createInterface({ input: child.stdout }).on("line", take);
    createInterface({ input: child.stderr }).on("line", take);
    const giveUp = () => child.kill("SIGKILL");
    options.abort?.addEventListener("abort", giveUp, { once: true });
    const end = (/** @type {Partial<Outcome>} */ outcome) => {
      options.abort?.removeEventListener("abort", giveUp);
      const whole = { code: null, signal: null, missing: undefined, gaveUp: options.abort?.aborted === true, lines };
      const finish = () => resolve({ ...whole, ...outcome });
      if (log === undefined) finish();
      else log.end(finish);
    };
    child.on("error", (error) => {
      const missing = "code" in error && error.code === "ENOENT" ? command : undefined;
      take(`${command} could not be started: ${error.message}`);
      end({ missing });
    });
    child.on("close", (code, signal) => {
      if (child.pid !== undefined) end({ code, signal });
    });
  });
}

/** @param {string | undefined} file @param {boolean} append */
function openLog(file, append) {
  if (file === undefined) return undefined;
  mkdirSync(dirname(file), { recursive: true });
  return createWriteStream(file, { flags: append ? "a" : "w" });
}

/**
 * How a program ended, in words, with the end of what it printed.
 * @param {string} name
 * @param {Outcome} outcome
 * @param {number} [count] how many of its last lines to quote
 */
function explainOutcome(name, outcome, count = 8) {
  if (outcome.missing !== undefined) return `there is no program "${outcome.missing}" on PATH`;
  const end = outcome.signal === null ? `ended with code ${outcome.code}` : `was ended by ${outcome.signal}`;
  const said = outcome.lines.filter((line) => line.trim() !== "");
  const tail = said.slice(Math.max(0, said.length - count));
  return [`${name} ${end}${tail.length === 0 ? "" : ":"}`, ...tail].join("\n");
}

module.exports = { explainOutcome, runCommand };
