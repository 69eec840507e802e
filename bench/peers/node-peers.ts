import { cpSync } from "node:fs";
import { delimiter, join } from "node:path";
import { explainOutcome, runCommand } from "../../tools/set-up/command.js";
import { pinnedNodeFolder } from "../../tools/set-up/pinned-node.js";
import { outsideEnvironment } from "../../tools/set-up/places.js";
import { cachedPeer } from "./cached-peer";

const pins = "node";
let installed: Promise<string> | undefined;

/**
 * The peers from npm, installed from a lock file of their own: they are no dependencies of this package.
 * @returns the folder with their node_modules
 * @throws NotMeasured where they cannot be installed
 */
export function nodePeers(): Promise<string> {
  installed ??= cachedPeer({ name: "npm-peers", pins, estimateMs: 30_000, build: install });
  return installed;
}

async function install(folder: string, log: string, abort: AbortSignal): Promise<string | undefined> {
  cpSync(join(__dirname, pins), folder, { recursive: true });
  const outside = outsideEnvironment();
  const outcome = await runCommand("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-progress"], {
    cwd: folder,
    env: { ...outside, PATH: [pinnedNodeFolder, outside.PATH].join(delimiter) },
    log,
    abort,
  });
  return outcome.code === 0 ? undefined : explainOutcome("npm ci", outcome, 3);
}
