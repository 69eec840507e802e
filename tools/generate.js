require("./typescript-hook.js");
const { readFileSync, writeFileSync, existsSync, mkdirSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { spawnSync } = require("node:child_process");
const { resources } = require("../provider/resources/registry.js");
const { readings } = require("../provider/reading/registry.js");
const { apiKeyFilter } = require("../provider/reading/api-keys.js");
const { rules } = require("../policy/rules/registry.js");
const { z } = require("zod");
const { pluginSchema } = require("../provider/native/schema.js");
const { packageManifest } = require("../provider/text/package-version.js");
const { repositoryOf } = require("../provider/text/repository.js");
const { providerTypes } = require("./reference/provider-types.js");
const settings = require("../provider/configuration/settings.js");
const { registryPages } = require("./reference/registry-pages.js");
const { typeToken } = require("../sdk/reference.js");
const { kebab, sdkTypes } = require("./reference/sdk-types.js");
const { resourcePage, settingsPage } = require("./reference/page.js");
const { readingTypes } = require("./reference/reading-types.js");
const { readingPage } = require("./reference/reading-page.js");
const { policyPage } = require("./reference/policy-page.js");
const { operationRows } = require("../sandbox/admin/fidelity.js");
const { readOptions } = require("../sandbox/options.js");
const { assumptions } = require("./fidelity/assumptions.js");
const { statedRows } = require("./fidelity/index.js");
const { assumptionsPage } = require("./reference/assumptions-page.js");
const { fidelityPage } = require("./reference/fidelity-page.js");
const { adminRoutes } = require("../sandbox/admin/register.js");
const { describeOperations } = require("../sandbox/admin/operations.js");
const { rotationPage } = require("./reference/rotation-page.js");
const { sandboxPage } = require("./reference/sandbox-page.js");
const { rotationPhases } = require("./reference/rotation-phases.js");
const { CommandLine } = require("../cli/command-line.js");
const { commands } = require("../cli/commands.js");
const { ownCommand } = require("../provider/text/own-command.js");
const { helpPage } = require("./reference/help-page.js");
const { reportJsonSchema } = require("../drift/report/report.js");

/**
 * Writes what is made from the schemas and tables: the SDK's types and the reference pages. With --check it writes nothing and
 * exits 1 where a file is not what they say.
 */
const root = join(__dirname, "..");
const check = process.argv.includes("--check");

const { metaOf, profileSchema, settingNames, settingSchemas } = settings;
const repository = repositoryOf(packageManifest());
const schema = pluginSchema(packageManifest().version, repository);

const files = new Map([
  ["docs/reference/settings.md", settingsPage(settingNames, metaOf, settingSchemas)],
  ["docs/explanation/assumptions.md", assumptionsPage(pageAt("docs/explanation/assumptions.md"), assumptions)],
  ["docs/reference/fidelity.md", fidelityPage([...operationRows(readOptions({})), ...statedRows()])],
  [
    "sandbox/admin/fidelity-rows.json",
    `[\n${statedRows()
      .map((row) => JSON.stringify(row))
      .join(",\n")}\n]\n`,
  ],
]);
const commandLine = new CommandLine(ownCommand);
for (const { load } of commands) commandLine.addCommand(load());
files.set("docs/reference/commands/help.md", helpPage(commandLine));
files.set("docs/reference/policy-rules.md", policyPage(rules));
files.set("docs/reference/functions.md", readingPage(Object.values(readings), { ApiKeyFilter: apiKeyFilter }));
files.set(
  "docs/reference/sandbox-api.md",
  sandboxPage(pageAt("docs/reference/sandbox-api.md"), describeOperations(adminRoutes)),
);
files.set(
  "docs/reference/rotation-phases.md",
  rotationPage(pageAt("docs/reference/rotation-phases.md"), rotationPhases),
);
files.set("docs/schemas/drift-report.v1.json", formatted("schema.json", JSON.stringify(reportJsonSchema(), null, 2)));
for (const [className, definition] of Object.entries(resources)) {
  const name = kebab(className);
  files.set(`sdk/generated/${name}.ts`, formatted(`${name}.ts`, sdkTypes(definition)));
  files.set(
    `docs/reference/resources/${name}.md`,
    resourcePage(definition, typeToken(/** @type {keyof typeof resources} */ (className))),
  );
}

files.set("docs/schemas/provider.v1.json", formatted("schema.json", JSON.stringify(schema, null, 2)));
files.set(
  "sdk/generated/provider.ts",
  formatted(
    "provider.ts",
    providerTypes(z.object(settingSchemas), {
      timeouts: { type: "ProviderTimeouts", object: settingSchemas.timeouts.unwrap() },
      profiles: { type: "ProviderProfile", each: true, object: profileSchema },
    }),
  ),
);
for (const reading of Object.values(readings)) {
  const name = kebab(reading.functionName);
  const nested = reading.functionName === "getApiKeys" ? { ApiKeyFilter: apiKeyFilter } : {};
  files.set(`sdk/generated/${name}.ts`, formatted(`${name}.ts`, readingTypes(reading, nested)));
}

const exampleAt = (/** @type {string} */ file) => (existsSync(join(root, file)) ? pageAt(file) : undefined);
const registry = registryPages({ settings, schema, repository, exampleAt });
files.set("docs/registry/_index.md", registry.overview);
files.set("docs/registry/installation-configuration.md", registry.installation);

const stale = [...files].filter(
  ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text,
);
if (check && stale.length > 0) {
  console.error(
    `Not what the schemas say: ${stale.map(([path]) => path).join(", ")}. Run 'npm run generate' and commit the result.`,
  );
  process.exit(1);
}
for (const [path, text] of stale) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.error(`wrote ${path}`);
}

/** A page that people write, with places for what is made. @param {string} path */
function pageAt(path) {
  return readFileSync(join(root, path), "utf8");
}

/**
 * In the form that the linter asks for.
 * @param {string} name
 * @param {string} text
 */
function formatted(name, text) {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const result = spawnSync(process.execPath, [biome, "check", "--write", `--stdin-file-path=sdk/generated/${name}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
  if (result.status !== 0) throw new Error(`biome could not format ${name}: ${result.stderr}`);
  return result.stdout;
}
