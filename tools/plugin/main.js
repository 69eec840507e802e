const { statSync } = require("node:fs");
const { reportFailure } = require("../set-up/failure.js");
const { ensurePlugin } = require("./index.js");

const megabytes = (/** @type {string} */ file) => `${(statSync(file).size / 1e6).toFixed(1)} MB`;

// Runs by itself too, on the machines of a release that the other scripts do not know.
ensurePlugin().then(
  ({ executable, archive }) => {
    console.log(`${executable} (${megabytes(executable)}) needs no Node.`);
    console.log(
      `${archive} (${megabytes(archive)}) is what 'pulumi plugin install resource payments VERSION --file' takes.`,
    );
    console.log(`${archive}.sha256 has its checksum.`);
  },
  (error) => process.exit(reportFailure(error)),
);
