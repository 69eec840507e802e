const { chmodSync, copyFileSync, existsSync } = require("node:fs");
const { delimiter, join } = require("node:path");
const { cachedTool } = require("./cached-tool.js");
const { explainOutcome, runCommand } = require("./command.js");
const { buildEstimate, compile, goEnvironment } = require("./go-modules.js");
const { logFolder, root } = require("./places.js");
const { startProgress } = require("./progress.js");
const { virtualEnvironment } = require("./virtual-environment.js");

/**
 * @typedef {object} Options
 * @property {boolean} [background] other output is being written meanwhile
 * @property {NodeJS.ProcessEnv} [env]
 *
 * @typedef {object} Module
 * @property {string} module below tools/
 * @property {string} package_
 * @property {number} workMs core-milliseconds of a cold build
 */

/** The newest versions of the hosts that Go's module proxy has. A release of Pulumi has newer ones beside its engine. */
const HOSTS = /** @satisfies {Record<string, Module>} */ ({
  yaml: {
    module: "language-host-yaml",
    package_: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    workMs: 120_000,
  },
  python: {
    module: "language-host",
    package_: "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python",
    workMs: 50_000,
  },
  go: {
    module: "language-host-go",
    package_: "github.com/pulumi/pulumi/sdk/v3/go/pulumi-language-go",
    workMs: 50_000,
  },
});

/** Starts the program; the host looks for it beside itself. */
const PYTHON_SHIM = "pulumi-language-python-exec";

/** Compiles Go programs as the engine is compiled, so that both share most packages in Go's cache. */
const GO_PROGRAMS = { CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-trimpath -gcflags=all=-dwarf=false" };

/** What a test run hands on to its workers, and the file of tests that needs it. */
const HANDED_ON_HOSTS = "PAYMENTS_LANGUAGE_HOSTS";
const NEEDED_BY = ["test/e2e/languages.test.ts", "test/e2e/plugin-executable.test.ts"];

/**
 * @typedef {keyof typeof HOSTS} HostLanguage
 *
 * @typedef {object} LanguageHosts
 * @property {string[]} folders of the hosts, and of the Python that they start
 * @property {string} [python] the virtual environment
 * @property {HostLanguage[]} built those that are not the engine's own, and older
 * @property {Partial<Record<HostLanguage, Record<string, string>>>} env what programs need in their environment
 * @property {Partial<Record<HostLanguage, string>>} missing why a language can't be had here, in one line
 */

/**
 * The folder of a language host: the engine's own, where that has one, or one built from the Go modules that tools/ pins.
 * @param {HostLanguage} language
 * @param {string} path PATH-style line with the engine's folder
 * @param {Options} [options]
 * @returns {Promise<string>}
 */
async function ensureLanguageHost(language, path, options = {}) {
  const binary = `pulumi-language-${language}`;
  const found = path.split(delimiter).find((folder) => existsSync(join(folder, binary)));
  if (found !== undefined) return found;
  const { module, package_, workMs } = HOSTS[language];
  return cachedTool(
    {
      name: binary,
      pins: [`tools/${module}/go.mod`, `tools/${module}/go.sum`],
      title: `Building the language host for ${language} from Go modules`,
      estimateMs: buildEstimate(workMs),
      async make(folder, { log, progress }) {
        const env = await goEnvironment(options.env ?? process.env, log);
        await compile({ module, package_, output: join(folder, binary), env, log, progress });
        if (language === "python") await copyShim(folder, env, log);
      },
    },
    options,
  );
}

/** @param {string} folder @param {NodeJS.ProcessEnv} env @param {string} log */
async function copyShim(folder, env, log) {
  const args = ["list", "-m", "-f", "{{.Dir}}", "github.com/pulumi/pulumi/sdk/v3"];
  const cwd = join(root, "tools", HOSTS.python.module);
  const listed = await runCommand("go", args, { cwd, env, log, append: true });
  const module = listed.lines.at(-1) ?? "";
  if (listed.code !== 0) throw new Error(explainOutcome("go list", listed, 4));
  const shim = join(folder, PYTHON_SHIM);
  copyFileSync(join(module, "python", "cmd", PYTHON_SHIM), shim);
  // Files of the module cache can't be written to, and a copy keeps that.
  chmodSync(shim, 0o755);
}

/**
 * A virtual environment with the SDK of Pulumi for Python, as tools/python pins it.
 * @param {Options} [options]
 * @returns {Promise<string>} its folder
 */
function ensurePython(options) {
  return virtualEnvironment(
    {
      name: "python",
      requirements: "tools/python/requirements.txt",
      title: "Installing the SDK of Pulumi for Python",
      estimateMs: 20_000,
    },
    options,
  );
}

/**
 * Compiles the SDK of Pulumi for Go into Go's cache: a test that does it in its first run would take a minute longer.
 * @param {Options} options
 * @returns {Promise<Record<string, string>>} what programs need in their environment
 */
async function warmGo({ env = process.env, background = false }) {
  const log = join(logFolder, "go-programs.log");
  const { GOTOOLCHAIN } = await goEnvironment(env, log);
  const own = { ...GO_PROGRAMS, ...(GOTOOLCHAIN && { GOTOOLCHAIN }) };
  const title = "Compiling the SDK of Pulumi for Go";
  const progress = startProgress(title, { estimateMs: buildEstimate(95_000), lines: background });
  const args = ["build", "-o", "/dev/null", "."];
  const cwd = join(root, "examples", "go");
  const outcome = await runCommand("go", args, { cwd, env: { ...env, ...own }, log, append: true });
  if (outcome.code === 0) {
    progress.done();
    return own;
  }
  progress.fail();
  throw new Error(`${explainOutcome("go build in examples/go", outcome, 4)} (log: ${log})`);
}

/**
 * Every host, one after the other, since a build uses every core, and what its programs need besides.
 * @param {string} path PATH-style line with the engine's folder
 * @param {Options} [options]
 * @returns {Promise<LanguageHosts>}
 */
async function ensureLanguageHosts(path, options = {}) {
  /** @type {LanguageHosts} */
  const had = { folders: [], built: [], env: {}, missing: {} };
  for (const language of /** @type {HostLanguage[]} */ (Object.keys(HOSTS))) {
    try {
      if (language === "python") had.python = await ensurePython(options);
      const host = await ensureLanguageHost(language, path, options);
      if (language === "go") had.env.go = await warmGo(options);
      if (language === "python") had.folders.push(join(String(had.python), "bin"));
      if (!path.split(delimiter).includes(host)) had.built.push(language);
      had.folders.push(host);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      had.missing[language] = reason.split("\n").join(" ");
      console.error(`Programs in ${language} are not tested here: ${had.missing[language]}`);
    }
  }
  return { ...had, folders: [...new Set(had.folders)] };
}

/**
 * @param {readonly string[]} patterns what jest was asked to run, by a part of the path; none: everything
 * @returns {boolean} whether the tests of other languages are among it
 */
function needsLanguageHosts(patterns) {
  return (
    patterns.length === 0 || NEEDED_BY.some((file) => patterns.some((pattern) => new RegExp(pattern, "i").test(file)))
  );
}

module.exports = { ensureLanguageHosts, HANDED_ON_HOSTS, needsLanguageHosts };
