const { examplesOf, inTypeScript, inYaml } = require("../../provider/native/examples.js");
const { fieldsOf } = require("./fields.js");

/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./fields.js").Described} Described */
/** @typedef {typeof import("../../provider/configuration/settings.js")} Settings */

/**
 * The reference page of a resource.
 * @param {Described} definition
 * @param {string} token
 */
function resourcePage({ className, description, args, outputs }, token) {
  return [
    `# ${className}`,
    "",
    description,
    "",
    `Type token: \`${token}\`.\n\n<!-- npm run generate makes this page from the schemas. -->`,
    "",
    ...exampleLines(className, "## Example", "../../how-to/use-the-plugin.md"),
    "## Arguments",
    "",
    "| Argument | Type | Notes | Meaning |",
    "|---|---|---|---|",
    ...fieldsOf(args).map((field) =>
      row(field, [
        field.required ? "required" : "",
        ...besides(field),
        field.meta.createOnly ? "replaces" : "",
        field.meta.secret ? "secret" : "",
      ]),
    ),
    "",
    ...unionText(className, fieldsOf(args)),
    "## Outputs",
    "",
    "| Output | Type | Notes | Meaning |",
    "|---|---|---|---|",
    ...fieldsOf(outputs).map((field) =>
      row(field, [field.required ? "" : "may be absent", field.meta.secret ? "secret" : ""]),
    ),
    "",
  ].join("\n");
}

/**
 * The examples that the plugin's schema shows, in TypeScript, and the first of them in YAML.
 * @param {string} name
 * @param {string} heading
 * @param {string} plugin path of the page about the plugin
 */
function exampleLines(name, heading, plugin) {
  const [first, ...others] = examplesOf(name);
  return [
    heading,
    "",
    ...examplesOf(name).flatMap((example) => [
      `${example.title}:`,
      "",
      "```ts",
      inTypeScript(example, "pulumi-payments"),
      "```",
      "",
    ]),
    `${others.length === 0 ? "The same" : "The first"} in YAML, with the [plugin](${plugin}):`,
    "",
    "```yaml",
    inYaml(/** @type {NonNullable<typeof first>} */ (first)),
    "```",
    "",
  ];
}

/**
 * @param {Field} field
 * @returns {string[]}
 */
function besides({ meta }) {
  return Object.entries(meta.beside ?? {}).map(([value, what]) => `${what} with \`"${value}"\``);
}

/**
 * Where the TypeScript type of the arguments is a union: how a program writes them.
 * @param {string} className
 * @param {Field[]} fields
 * @returns {string[]}
 */
function unionText(className, fields) {
  const by = fields.find(({ meta }) => meta.discriminates);
  if (by === undefined) return [];
  return [
    `In TypeScript, \`${className}Args\` is a union by \`${by.name}\`, so the compiler refuses arguments that its value does not allow. If \`${by.name}\``,
    "is a variable, tell its values apart first. If it is an Output, the compiler does not know its value, and the preview checks the arguments.",
    "",
    "```ts",
    `import { ${className}, type ${className}Args, type ${by.type} } from "pulumi-payments";`,
    "",
    `const argsOf = (${by.name}: ${by.type}): ${className}Args =>`,
    `  ${by.name} === ${JSON.stringify(by.values[0])} ? { ${by.name}, scopes: ["accounts:read"] } : { ${by.name} };`,
    `new ${className}("ci", { ...argsOf("secret"), name: "ci" });`,
    "```",
    "",
  ];
}

/**
 * @param {Field} field
 * @param {string[]} notes
 */
function row({ name, type, meta }, notes) {
  const fallback = meta.default === undefined ? "" : ` Default: \`${meta.default}\`.`;
  const text = `${meta.description}${meta.description.includes("Default:") ? "" : fallback}`;
  return `| \`${name}\` | \`${type.replaceAll("|", "\\|")}\` | ${notes.filter(Boolean).join(", ")} | ${text.replaceAll("|", "\\|")} |`;
}

/**
 * The reference page of every setting.
 * @param {Settings["settingNames"]} settingNames
 * @param {Settings["metaOf"]} metaOf
 * @param {Settings["settingSchemas"]} settingSchemas
 */
function settingsPage(settingNames, metaOf, settingSchemas) {
  const rows = settingNames.map((name) => {
    const meta = metaOf(name);
    const fallback = settingSchemas[name].safeParse(undefined);
    const value = fallback.success && fallback.data !== undefined ? `\`${JSON.stringify(fallback.data)}\`` : "";
    const notes = [meta.secret ? "secret" : "", meta.inProfile ? "in profiles too" : "", meta.unit ?? ""]
      .filter(Boolean)
      .join(", ");
    const variable = meta.environment
      ? `\`${meta.environment}\`${meta.precedence === "environment" ? " (wins)" : " (fills)"}`
      : "";
    return `| \`payments:${name}\` | ${variable} | ${value} | ${notes} | ${meta.description.replaceAll("|", "\\|")} |`;
  });
  return [
    "# Settings",
    "",
    "Every setting of the namespace `payments`. Set one with `pulumi config set payments:<name> <value>`, and the credential with `--secret`. A misspelled name is an error that suggests the closest name.\n\n<!-- npm run generate makes this page from the schemas. -->",
    "",
    "| In the column Environment | Meaning |",
    "|---|---|",
    "| *wins* | The variable takes precedence over the configuration of the stack for one run, and the run says so. `refresh` and `destroy` use the configuration of the last `up`, so this is how to run them after a credential was rotated. |",
    "| *fills* | The variable is used only if the configuration leaves the setting out. If both are set and differ, the run is refused. |",
    "",
    "| Setting | Environment | Default | Notes | Meaning |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    "## Variables for one run",
    "",
    "These are read from the environment only, so `destroy` sees them and no stack keeps them.",
    "",
    "| Variable | What it does |",
    "|---|---|",
    "| `PAYMENTS_PROFILE_<NAME>_API_KEY` | The credential of a profile: upper case, with underscores for dashes. Without it, the provider uses the profile's own `apiKey`, then the credential of the stack if the profile is at the stack's own service. |",
    "| `PAYMENTS_FORCE=<key id>,…` | Deletes keys that their deletion guard keeps. |",
    "| `PAYMENTS_ALLOW_SELF=<key id>,…` | Deletes, replaces or narrows a key that is, or may be, the run's own credential. |",
    "| `PAYMENTS_ROTATE_NOW=<name>,…` | Rotates a RotatingApiKey, by its logical name or URN, whatever the time. A name that no RotatingApiKey of the program has fails the run. See [rotate now](../how-to/rotate-keys.md#rotate-now). |",
    "| `PAYMENTS_REVOKE_NOW=<name>,…` | The same, and deletes the keys before in the same run. Both variables need a look at the live keys, so they are refused with `payments:driftCheck` `off`. |",
    "| `PAYMENTS_READ_ONLY=1` | Refuses every request but GET before a connection is opened. A preview works, and an `up` that would write fails. |",
    "| `PAYMENTS_REPORT_DIR=<folder>` | Together with `PAYMENTS_DRIFT_CHECK=collect`: a preview leaves records of what it saw, instead of planning. `npx pulumi-payments drift` sets both, and `PAYMENTS_READ_ONLY`. |",
    "| `PAYMENTS_LIST_DIR=<folder>` | Together with `PAYMENTS_DRIFT_CHECK=collect`: the previews of one run share the lists of keys that they read. `npx pulumi-payments drift` sets it. |",
    "| `PAYMENTS_REHOME=<address in state>=<address now>` | Follows a service that moved with its keys. Believed only for keys that are found at the new address. |",
    "",
  ].join("\n");
}

module.exports = { exampleLines, resourcePage, settingsPage, row };
