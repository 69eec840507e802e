const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const { dirname, join, sep } = require("node:path");
const esbuild = require("esbuild");
const { manifest, root } = require("../set-up/places.js");
const { LICENSES, licensesOf } = require("./licenses.js");

const native = join(root, "provider", "native");
/** What the oldest Node understands that `engines` allows. */
const TARGET = "node22";

/**
 * The provider plugin and all that it loads in one file, which needs nothing but Node, and beside it the licenses of what is in it.
 * @param {string} outfile
 * @returns {Promise<string[]>} folders of the npm packages that are in it, relative to the root
 */
async function bundlePlugin(outfile) {
  const { metafile, outputFiles } = await esbuild.build({
    entryPoints: [join(native, "executable.ts")],
    absWorkingDir: root,
    outfile,
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: TARGET,
    // Names stay, so that a stack trace says where it went wrong.
    minifyWhitespace: true,
    minifySyntax: true,
    // Licenses are in a file of their own.
    legalComments: "none",
    metafile: true,
    logLevel: "error",
    plugins: [{ name: "in one file", setup: ownModules }],
  });
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, /** @type {esbuild.OutputFile} */ (outputFiles[0]).contents, { mode: 0o755 });
  const places = Object.keys(metafile.inputs).map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  const folders = [...new Set(places)].filter((folder) => folder !== undefined).sort();
  writeFileSync(join(dirname(outfile), LICENSES), licensesOf(folders));
  return folders;
}

/** Two modules look for files of the installed package; here these files are inside. @param {esbuild.PluginBuild} build */
function ownModules(build) {
  const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
  const asked = readFileSync(join(native, "sdk-messages.ts"), "utf8").matchAll(/\bsdk\("([^"]+)"\)/g);
  const modules = [...asked].map(([, path]) => `${JSON.stringify(path)}: () => require(${JSON.stringify(path)})`);
  const { version, repository } = manifest();
  /** @type {Record<string, esbuild.OnLoadResult>} */
  const replaced = {
    [join("provider", "native", "installed-sdk.ts")]: {
      contents: `const modules = {${modules.join(", ")}};\nexports.installedSdk = () => (path) => modules[path]();`,
      resolveDir: sdk,
    },
    [join("provider", "text", "package-version.ts")]: {
      contents: `const manifest = ${JSON.stringify({ version, repository })};
exports.packageManifest = () => manifest;
exports.packageVersion = () => manifest.version;`,
    },
  };
  build.onLoad(
    { filter: /(installed-sdk|package-version)\.ts$/ },
    ({ path }) => replaced[path.slice(`${root}${sep}`.length)],
  );
}

if (require.main === module)
  bundlePlugin(process.argv[2] ?? "").catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });

module.exports = { bundlePlugin };
