const { createHash } = require("node:crypto");
const { chmodSync, copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { basename, dirname, join } = require("node:path");
const tar = require("tar");
const { manifest, root } = require("../set-up/places.js");
const { EXECUTABLE } = require("./executable.js");
const { LICENSES, licenseOfNode } = require("./licenses.js");

/** As the engine names what it looks for: with the words of Go. */
const systems = /** @type {Record<string, string>} */ ({ win32: "windows" });
const processors = /** @type {Record<string, string>} */ ({ x64: "amd64" });

/**
 * The file that `pulumi plugin install` asks a server for.
 * @param {{ version?: string, platform?: string, arch?: string }} [of] default: this version and this machine
 */
function archiveName({ version = manifest().version, platform = process.platform, arch = process.arch } = {}) {
  return `pulumi-resource-payments-v${version}-${systems[platform] ?? platform}-${processors[arch] ?? arch}.tar.gz`;
}

/**
 * Packs the program as `pulumi plugin install` unpacks it. The same program gives the same bytes.
 * @param {string} executable
 * @param {string} licenses of the packages that are in it: a file
 * @param {string} outfile
 */
async function makeArchive(executable, licenses, outfile) {
  const folder = mkdtempSync(join(dirname(outfile), "archive-"));
  try {
    cpSync(executable, join(folder, EXECUTABLE));
    chmodSync(join(folder, EXECUTABLE), 0o755);
    copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
    writeFileSync(join(folder, LICENSES), `${licenseOfNode(process.execPath)}\n${readFileSync(licenses, "utf8")}`);
    const names = [EXECUTABLE, "LICENSE", LICENSES];
    await tar.create({ file: outfile, cwd: folder, gzip: true, portable: true, mtime: new Date(0) }, names);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Lines that `sha256sum --check` reads in the folder of the files.
 * @param {string[]} files
 */
function checksumsOf(files) {
  const sum = (/** @type {string} */ file) => createHash("sha256").update(readFileSync(file)).digest("hex");
  return [...files]
    .sort()
    .map((file) => `${sum(file)}  ${basename(file)}\n`)
    .join("");
}

module.exports = { archiveName, checksumsOf, makeArchive };
