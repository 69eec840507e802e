const { join } = require("node:path");
const { cachedTool } = require("./cached-tool.js");
const { explainOutcome, runCommand } = require("./command.js");
const { root } = require("./places.js");

/**
 * A virtual environment of Python with pinned packages, made once for each user.
 * @param {{ name: string, requirements: string, title: string, estimateMs: number, oldest?: number }} wanted
 *   `requirements`: file of the checkout; `oldest`: the oldest 3.x that its packages accept, default 9
 * @param {{ background?: boolean, env?: NodeJS.ProcessEnv }} [options] `background`: other output is being written meanwhile
 * @returns {Promise<string>} its folder. Start its bin/python; the other programs in bin name a folder that is gone
 */
async function virtualEnvironment({ name, requirements, title, estimateMs, oldest = 9 }, options = {}) {
  const env = options.env ?? process.env;
  const asked = await runCommand("python3", ["--version"], { cwd: root, env });
  if (asked.missing !== undefined)
    throw new Error(`there is no python3 on PATH (Python 3.${oldest} or later is needed)`);
  const version = /Python (\d+)\.(\d+)\.\d+/.exec(asked.lines.join("\n"));
  const [major = 0, minor = 0] = version?.slice(1).map(Number) ?? [];
  if (asked.code !== 0 || major !== 3 || minor < oldest)
    throw new Error(
      `python3 on PATH is ${version?.[0] ?? "of an unknown version"}, and 3.${oldest} is the oldest that works`,
    );
  return cachedTool(
    {
      name,
      pins: [requirements],
      facts: [`${version?.[0]}`],
      title,
      estimateMs,
      async make(folder, { log, progress }) {
        const run = async (/** @type {string} */ program, /** @type {string[]} */ args) => {
          const outcome = await runCommand(program, args, { cwd: root, env, log, append: true });
          if (outcome.code !== 0) throw new Error(explainOutcome([program, ...args].join(" "), outcome, 4));
        };
        progress.update({ note: "making a virtual environment" });
        await run("python3", ["-m", "venv", folder]);
        progress.update({ note: "fetching packages" });
        const quiet = ["--quiet", "--disable-pip-version-check", "--no-input"];
        await run(join(folder, "bin", "python"), ["-m", "pip", "install", ...quiet, "-r", join(root, requirements)]);
      },
    },
    options,
  );
}

module.exports = { virtualEnvironment };
