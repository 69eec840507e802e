const { existsSync, readFileSync, readdirSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { root } = require("../set-up/places.js");

/** Stands beside the bundle, wherever that goes. */
const LICENSES = "third-party-licenses.txt";

/**
 * The license texts of npm packages, which have to go where their code goes.
 * @param {string[]} folders of the packages, relative to the root
 */
function licensesOf(folders) {
  const parts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const texts = readdirSync(join(root, folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
    if (texts.length === 0)
      throw new Error(`${name} ${version} has no license text, and the plugin would hold its code`);
    const all = texts.map((file) => readFileSync(join(root, folder, file), "utf8").trim());
    return section(`${name} ${version} (${license})`, all.join("\n\n"));
  });
  return parts.join("\n");
}

/** The same for the Node that a program is made of. @param {string} node its binary */
function licenseOfNode(node) {
  // Beside it on Windows and in an archive of nodejs.org, and elsewhere in the npm package.
  const package_ = join(
    "node_modules",
    `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`,
  );
  const near = ["..", ".", join("..", package_)].map((place) => join(dirname(node), place, "LICENSE"));
  const file = near.find((path) => existsSync(path));
  const text =
    file === undefined
      ? `https://github.com/nodejs/node/blob/${process.version}/LICENSE`
      : readFileSync(file, "utf8").trim();
  return section(`Node.js ${process.version}, with what it brings`, text);
}

/** @param {string} title @param {string} text */
const section = (title, text) => `${"=".repeat(80)}\n${title}\n${"=".repeat(80)}\n\n${text}\n`;

module.exports = { LICENSES, licenseOfNode, licensesOf };
