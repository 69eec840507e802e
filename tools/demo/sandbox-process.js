const { spawn } = require("node:child_process");
const { closeSync, openSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { SetUpFailure } = require("../set-up/failure.js");
const { root } = require("../set-up/places.js");

const READY_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 50;

/**
 * What the sandbox says of itself when it is ready.
 * @typedef {{ url: string, adminUrl: string, adminToken: string, partnerAccountId: string, accountId: string,
 *   apiKey: string, webhookEndpointId: string }} Ready
 */

/**
 * Starts the payment service of the package as a process of its own, which outlives this one unless it is stopped.
 * @param {string} folder for its output
 * @param {{ stack: string, cwd: string, env: NodeJS.ProcessEnv }} [project] the stack that it is to create and set up; default: none
 * @returns {Promise<{ ready: Ready, pid: number, stop: () => void }>}
 */
async function startSandbox(folder, project) {
  const output = join(folder, "sandbox.json");
  const log = join(folder, "sandbox.log");
  const files = [openSync(output, "w"), openSync(log, "w")];
  const command =
    project === undefined
      ? [join(root, "sandbox", "dist", "command", "main.js")]
      : [join(root, "dist", "cli", "main.js"), "sandbox", "--stack", project.stack];
  const args = [...command, "--json", "--port", "0", "--clock", "manual"];
  const { cwd = folder, env = process.env } = project ?? {};
  const child = spawn(process.execPath, args, { cwd, env, detached: true, stdio: ["ignore", ...files] });
  for (const file of files) closeSync(file);
  child.unref();
  const stop = () => {
    child.kill("SIGTERM");
  };
  const deadline = Date.now() + READY_WITHIN_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const line = readFileSync(output, "utf8");
    if (line.endsWith("\n")) return { ready: JSON.parse(line), pid: /** @type {number} */ (child.pid), stop };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  stop();
  const said = readFileSync(log, "utf8").trim();
  throw new SetUpFailure({
    what: "starting the local payment service",
    why: child.exitCode === null ? `it was not ready within ${READY_WITHIN_MS / 1000} s` : `it ended at once: ${said}`,
    todo: "Run `node sandbox/dist/command/main.js` to see it by itself; npm run build makes dist anew.",
  });
}

module.exports = { startSandbox };
