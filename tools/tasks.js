const { spawn } = require("node:child_process");
const { delimiter, join } = require("node:path");
const { enginePath } = require("./engine-path.js");
const { root } = require("./set-up/places.js");
const { mutationRun, targets } = require("./mutation/targets.js");
const { setUp } = require("./set-up/index.js");
const { pinnedNode, pinnedNodeFolder } = require("./set-up/pinned-node.js");
const { generateSdks } = require("./sdks.js");
const { testAll } = require("./test-all.js");

/**
 * What each npm script does: set up what it needs, then run it on the pinned Node.
 * @type {Record<string, (args: string[]) => Promise<number>>}
 */
const tasks = {
  async build() {
    await setUp({ build: true });
    return 0;
  },
  async lint(args) {
    await setUp({ build: false });
    return onPinnedNode(["node_modules/@biomejs/biome/bin/biome", "check", ...args]);
  },
  async engine(args) {
    const path = await enginePath();
    if (args.includes("--print")) console.log(path);
    else console.error(`The engine is ready. npm run --silent engine -- --print prints what to put on PATH.`);
    return 0;
  },
  async demo(args) {
    await setUp({ build: true });
    return onPinnedNode(["tools/demo/main.js", ...args], { PATH: await enginePath() });
  },
  async site(args) {
    await setUp({ build: false });
    return onPinnedNode(["tools/site/main.js", ...args]);
  },
  async messages(args) {
    await setUp({ build: false });
    return onPinnedNode(["tools/messages/main.js", ...args]);
  },
  async pictures(args) {
    await setUp({ build: true });
    return onPinnedNode(["tools/pictures/main.js", ...args], { PATH: await enginePath() });
  },
  async bench(args) {
    await setUp({ build: true });
    const path = await enginePath();
    return onPinnedNode(["--require", "./tools/typescript-hook.js", "bench/main.ts", ...args], { PATH: path });
  },
  async "fault-suite"(args) {
    await setUp({ build: true });
    return onPinnedNode(["--require", "./tools/typescript-hook.js", "test/fault-suite/main.ts", ...args]);
  },
  async plugin() {
    await setUp({ build: false });
    return onPinnedNode(["tools/plugin/main.js"]);
  },
  async release(args) {
    await setUp({ build: true });
    return onPinnedNode(["--require", "./tools/typescript-hook.js", "tools/release/main.js", ...args]);
  },
  async sdks() {
    await setUp({ build: false });
    await generateSdks();
    return 0;
  },
  async generate(args) {
    await setUp({ build: false });
    return onPinnedNode(["tools/generate.js", ...args]);
  },
  async mutation([target = "", ...args]) {
    if (!Object.hasOwn(targets, target)) {
      console.error(`npm run mutation -- TARGET: one of ${Object.keys(targets).join(", ")}, not "${target}".`);
      return 2;
    }
    await setUp({ build: false });
    const run = mutationRun(target);
    return onPinnedNode([...run.args, ...args], run.env);
  },
  test: (args) => testAll(args),
  "test:all": (args) => testAll(args, "all"),
  "test:nightly": (args) => testAll(args, "nightly"),
};

/**
 * @param {string[]} args
 * @param {Record<string, string>} [more] of the environment; its PATH comes before the one that is there
 * @returns {Promise<number>} the exit code
 */
function onPinnedNode(args, more = {}) {
  const path = [more.PATH ?? pinnedNodeFolder, join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  const child = spawn(pinnedNode, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...more, PATH: path } });
  // A terminal sends Ctrl-C to both; the child cleans up and says how it ended.
  const wait = () => {};
  process.on("SIGINT", wait);
  const passOn = () => child.kill("SIGTERM");
  process.on("SIGTERM", passOn);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 1)));
  }).finally(() => {
    process.removeListener("SIGINT", wait);
    process.removeListener("SIGTERM", passOn);
  });
}

module.exports = { tasks };
