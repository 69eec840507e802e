const { enginePath, HANDED_ON } = require("./engine-path.js");
const { reportFailure } = require("./set-up/failure.js");
const { setUp } = require("./set-up/index.js");

/** Before the first end-to-end test: dist and the engine are there, and the workers know where. */
module.exports = async () => {
  try {
    await setUp({ build: true });
    process.env[HANDED_ON] = await enginePath();
  } catch (error) {
    reportFailure(error);
    throw error;
  }
};
