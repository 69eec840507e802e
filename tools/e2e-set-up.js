const { enginePath, HANDED_ON } = require("./engine-path.js");
const { reportFailure } = require("./set-up/failure.js");
const { setUp } = require("./set-up/index.js");
const { ensureLanguageHosts, HANDED_ON_HOSTS, needsLanguageHosts } = require("./set-up/language-hosts.js");

/**
 * Before the first end-to-end test: dist and the engine are there, and the workers know where. The hosts of other languages too,
 * where a file is run that needs them.
 * @param {{ testPathPatterns?: { patterns: string[] } }} config
 */
module.exports = async ({ testPathPatterns }) => {
  try {
    await setUp({ build: true });
    const path = await enginePath();
    process.env[HANDED_ON] = path;
    if (needsLanguageHosts(testPathPatterns?.patterns ?? []))
      process.env[HANDED_ON_HOSTS] ??= JSON.stringify(await ensureLanguageHosts(path));
  } catch (error) {
    reportFailure(error);
    throw error;
  }
};
