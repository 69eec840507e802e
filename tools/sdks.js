const { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { explainOutcome, runCommand } = require("./set-up/command.js");
const { SetUpFailure } = require("./set-up/failure.js");
const { filesUnder, fingerprint, readStamp, writeStamp } = require("./set-up/fingerprint.js");
const { root, workFolder } = require("./set-up/places.js");
const { ensureSdkGenerator } = require("./set-up/sdk-generator.js");

/** @typedef {"python" | "go" | "nodejs"} Language */

/** What is committed and ships. The Node one is made by a test alone, which compares it with `pulumi-payments/native`. */
const SHIPPED = /** @type {const} */ (["python", "go"]);
const SCHEMA = "docs/schemas/provider.v1.json";
const NAMES_GO_MODULE = [
  "examples/go/go.mod",
  "examples/go/main.go",
  "docs/how-to/use-another-language.md",
  "sdks/README.md",
];
/** Says from which schema and generator `sdks` was made, so that a test without Go sees a stale one. */
const STAMP = join(root, "sdks", "made-from.txt");

/** @returns {string} what SDKs of the present schema have in their stamp */
function sdkStamp() {
  return `${fingerprint(root, [SCHEMA, "tools/sdk-generator"])}\n`;
}

function sdksAreCurrent() {
  return readStamp(STAMP) === sdkStamp();
}

/**
 * Makes the SDK of one language in a folder.
 * @param {Language} language
 * @param {string} folder empty or missing
 * @param {string} [schema] file; default: the committed one
 */
async function generateSdk(language, folder, schema = join(root, SCHEMA)) {
  const program = await ensureSdkGenerator();
  const args = ["-schema", schema, "-language", language, "-out", folder];
  const outcome = await runCommand(program, args, { cwd: root, env: process.env });
  if (outcome.code === 0) return;
  throw new SetUpFailure({
    what: `generating the ${language} SDK from ${schema}`,
    why: explainOutcome("the generator", outcome),
    todo: "Fix the schema in provider/native/schema.ts, run npm run generate, and run npm run sdks again.",
  });
}

/** @returns {string | undefined} the path that the Go SDK has as a module */
function goModule() {
  return /^module (\S+)/m.exec(readStamp(join(root, "sdks", "go", "go.mod")) ?? "")?.[1];
}

/**
 * The Go module is named after the repository that package.json names, so its users in this repository follow.
 * @param {string} before
 * @param {string} after
 * @param {string} [checkout]
 */
function renameGoModule(before, after, checkout = root) {
  for (const file of NAMES_GO_MODULE.map((each) => join(checkout, each)))
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(before, after));
}

/** Makes `sdks` anew. */
async function generateSdks() {
  const before = goModule();
  mkdirSync(workFolder, { recursive: true });
  const work = mkdtempSync(join(workFolder, "sdks-"));
  try {
    for (const language of SHIPPED) {
      const [fresh, target] = [join(work, language), join(root, "sdks", language)];
      await generateSdk(language, fresh);
      rmSync(target, { recursive: true, force: true });
      mkdirSync(join(root, "sdks"), { recursive: true });
      renameSync(fresh, target);
      console.error(`wrote sdks/${language}: ${filesUnder(target).length} files`);
    }
    const after = goModule();
    if (before !== undefined && after !== undefined && before !== after) {
      renameGoModule(before, after);
      console.error(`The Go module is ${after} now. Run npm run generate again for the pages that show its example.`);
    }
    writeStamp(STAMP, sdkStamp());
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

module.exports = { generateSdk, generateSdks, NAMES_GO_MODULE, renameGoModule, sdksAreCurrent, SHIPPED };
