const { existsSync, mkdirSync, rmSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { fingerprint, readStamp, writeStamp } = require("../set-up/fingerprint.js");
const { withLock } = require("../set-up/lock.js");
const { platform, root, workFolder } = require("../set-up/places.js");
const { startProgress } = require("../set-up/progress.js");
const { archiveName, checksumsOf, makeArchive } = require("./archive.js");
const { bundlePlugin } = require("./bundle.js");
const { EXECUTABLE, makeExecutable } = require("./executable.js");
const { LICENSES } = require("./licenses.js");

/** The plugin of this platform: one program, and the archive of it. */
const place = join(workFolder, "plugin", platform);
const executable = join(place, EXECUTABLE);
const archive = join(place, archiveName());
const stampFile = join(place, "stamp");

/**
 * Makes the plugin as one program that needs no Node, and its archive; what is there for these sources is left alone.
 * @returns {Promise<{ executable: string, archive: string }>}
 */
async function ensurePlugin() {
  mkdirSync(place, { recursive: true });
  return withLock(join(place, "..", `${platform}.lock`), {}, async () => {
    const bundle = join(place, "bundle", "executable.js");
    await bundlePlugin(bundle);
    const stamp = fingerprint(root, ["tools/plugin", join(".cache", "plugin", platform, "bundle")], [process.version]);
    const made = { executable, archive };
    if (readStamp(stampFile) === stamp && Object.values(made).every((file) => existsSync(file))) return made;
    rmSync(stampFile, { force: true });
    const progress = startProgress("Making one program of the plugin", { estimateMs: 20_000, lines: true });
    try {
      await makeExecutable(bundle, executable);
      progress.update({ note: "packing it", fraction: 0.4 });
      await makeArchive(executable, join(dirname(bundle), LICENSES), archive);
      writeFileSync(`${archive}.sha256`, checksumsOf([archive]));
      writeStamp(stampFile, stamp);
    } catch (error) {
      progress.fail();
      throw error;
    }
    progress.done();
    return made;
  });
}

module.exports = { ensurePlugin };
