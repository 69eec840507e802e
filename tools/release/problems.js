const { existsSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { packageFolders } = require("../set-up/places.js");
const { repositoryOf } = require("../../provider/text/repository.js");

/**
 * What stops a release, a line each. Pure but for reading the checkout.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} [env] of the workflow, which names the tag
 * @returns {string[]}
 */
function problemsOf(root, env = process.env) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");
  const json = (/** @type {string} */ file) => JSON.parse(read(file));
  const { version, repository } = json("package.json");
  const found = [];
  const place = repositoryOf({ repository });
  if (place === undefined)
    found.push(
      'package.json has no "repository" on GitHub. Set it to { "type": "git", "url": "git+https://github.com/OWNER/NAME.git" }: npm\'s provenance, the Go module and the address of the plugin are made from it.',
    );
  for (const folder of packageFolders().filter((each) => each !== ""))
    if (json(`${folder}/package.json`).version !== version)
      found.push(
        `${folder}/package.json has version ${json(`${folder}/package.json`).version}, and package.json has ${version}.`,
      );
  const module_ = existsSync(join(root, "sdks/go/go.mod"))
    ? /^module (\S+)/m.exec(read("sdks/go/go.mod"))?.[1]
    : undefined;
  const path = `github.com/${place?.owner}/${place?.name}/sdks/go`;
  if (place !== undefined && module_ !== undefined && module_ !== path)
    found.push(`sdks/go/go.mod names the module ${module_}, and users would ask for ${path}. Run 'npm run sdks'.`);
  const [, newest, date] = /^## \[(\d[^\]]*)\](?: - (\d{4}-\d\d-\d\d))?$/m.exec(read("CHANGELOG.md")) ?? [];
  if (newest !== version) found.push(`CHANGELOG.md has no section [${version}] at its top.`);
  else if (date === undefined) found.push(`CHANGELOG.md has no date beside [${version}].`);
  const kept = `test/fixtures/schema/${version}.json`;
  const schema = "docs/schemas/provider.v1.json";
  if (!existsSync(join(root, kept)) || JSON.stringify(json(kept)) !== JSON.stringify(json(schema)))
    found.push(`${kept} is not the schema of this release. Copy ${schema} there: later versions are compared with it.`);
  if (env.GITHUB_REF_TYPE === "tag" && env.GITHUB_REF_NAME !== `v${version}`)
    found.push(`The tag is ${env.GITHUB_REF_NAME}, and package.json has version ${version}.`);
  return found;
}

module.exports = { problemsOf };
