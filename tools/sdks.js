const { mkdirSync, mkdtempSync, renameSync, rmSync } = require("node:fs");
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
 */
async function generateSdk(language, folder) {
  const program = await ensureSdkGenerator();
  const args = ["-schema", join(root, SCHEMA), "-language", language, "-out", folder];
  const outcome = await runCommand(program, args, { cwd: root, env: process.env });
  if (outcome.code === 0) return;
  throw new SetUpFailure({
    what: `generating the ${language} SDK from ${SCHEMA}`,
    why: explainOutcome("the generator", outcome),
    todo: "Fix the schema in provider/native/schema.ts, run npm run generate, and run npm run sdks again.",
  });
}

/** Makes `sdks` anew. */
async function generateSdks() {
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
    writeStamp(STAMP, sdkStamp());
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

module.exports = { generateSdk, generateSdks, sdksAreCurrent, SHIPPED };
