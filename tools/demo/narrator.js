const { spawn } = require("node:child_process");
const { SetUpFailure } = require("../set-up/failure.js");
const { gist } = require("./gist.js");

const REDRAW_EVERY_MS = 500;

/**
 * Tells a story of commands: what happens and why in one line, the command as one would type it, and the gist of what it really said.
 * While a command runs, a terminal shows one line that updates.
 */
class Narrator {
  #chapter = 0;
  #startedAt = Date.now();

  /**
   * @param {{ cwd: string, env: NodeJS.ProcessEnv, secrets: string[] }} stage
   *   `secrets`: what must never be seen; a command that prints one has failed
   */
  constructor({ cwd, env, secrets }) {
    this.cwd = cwd;
    this.env = env;
    this.secrets = secrets;
    this.bold = process.stdout.isTTY === true;
  }

  /** @param {string} line */
  say(line) {
    this.#chapter++;
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000);
    const text = `${this.#chapter}. ${line}`;
    console.log(`\n${this.bold ? `\u001b[1m${text}\u001b[0m` : text}${seconds < 5 ? "" : `  (${seconds} s so far)`}`);
  }

  /**
   * Runs pulumi for all to see, and fails loudly where it ends otherwise than the story says.
   * @param {string[]} args
   * @param {{ code?: number, input?: string, shown?: string, expect?: RegExp, from?: RegExp }} [options]
   *   `input`: given on standard input; `shown`: how that is written; `expect`: what the output must hold; `from`: after what the part to show begins
   * @returns {Promise<string>} what it printed
   */
  async pulumi(args, options = {}) {
    const wanted = options.code ?? 0;
    console.log(`$ pulumi ${args.map(quote).join(" ")}${options.shown ?? ""}`);
    const { code, output } = await this.#run("pulumi", args, options.input, true);
    if (code !== wanted)
      throw this.#broken(args, `it ended with code ${code}, and the story says ${wanted}:\n${output}`);
    if (options.expect !== undefined && !options.expect.test(output))
      throw this.#broken(args, `its output does not hold ${options.expect}:\n${output}`);
    const shown = gist(options.from === undefined ? output : (output.split(options.from)[1] ?? output));
    if (shown !== "") console.log(indented(shown));
    if (wanted !== 0) console.log(`  (exit code ${code})`);
    return output;
  }

  /**
   * Asks pulumi something that is not part of the story.
   * @param {string[]} args
   * @returns {Promise<string>}
   */
  async ask(args) {
    const { code, output } = await this.#run("pulumi", args, undefined, false);
    if (code !== 0) throw this.#broken(args, output);
    return output.trim();
  }

  /**
   * @param {string} command
   * @param {string[]} args
   * @param {string | undefined} input
   * @param {boolean} aloud
   * @returns {Promise<{ code: number | null, output: string }>}
   */
  #run(command, args, input, aloud) {
    const child = spawn(command, args, { cwd: this.cwd, env: this.env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    let output = "";
    const take = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    const startedAt = Date.now();
    const redraw = () => process.stdout.write(`\r\u001b[2K  ${Math.round((Date.now() - startedAt) / 1000)} s`);
    const timer = aloud && process.stdout.isTTY ? setInterval(redraw, REDRAW_EVERY_MS) : undefined;
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => {
        if (timer !== undefined) {
          clearInterval(timer);
          process.stdout.write("\r\u001b[2K");
        }
        const leaked = aloud && this.secrets.some((secret) => output.includes(secret));
        if (leaked) reject(this.#broken(args, "its output shows a secret in clear"));
        else resolve({ code, output });
      });
    });
  }

  /** @param {string[]} args @param {string} why */
  #broken(args, why) {
    return new SetUpFailure({
      what: `telling the demo at \`pulumi ${args.join(" ")}\``,
      why,
      todo: "Read the output above. npm run demo -- --keep keeps everything for a closer look.",
    });
  }
}

/** @param {string} text */
function indented(text) {
  return text.replace(/^(?=.)/gm, "  ");
}

/** @param {string} word */
function quote(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`;
}

module.exports = { Narrator };
