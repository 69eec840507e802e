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
    `Type token: \`${token}\`. This page is made from the schemas by \`npm run generate\`.`,
    "",
    "## Arguments",
    "",
    "| Argument | Type | | Meaning |",
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
    "| Output | Type | | Meaning |",
    "|---|---|---|---|",
    ...fieldsOf(outputs).map((field) =>
      row(field, [field.required ? "" : "may be absent", field.meta.secret ? "secret" : ""]),
    ),
    "",
  ].join("\n");
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
    `In TypeScript, \`${className}Args\` is a union by \`${by.name}\`, so the compiler refuses what may not stand beside its value.`,
    `Where \`${by.name}\` is a variable, tell its values apart first. Where it is an Output, the compiler knows nothing of its value,`,
    "and the preview checks the arguments.",
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
function configurationPage(settingNames, metaOf, settingSchemas) {
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
    "# Configuration",
    "",
    "Every setting of the namespace `payments`, made from its schema by `npm run generate`. Set one with `pulumi config set payments:<name> <value>` (`--secret` for the credential); a misspelt name is an error.",
    "",
    "An environment variable marked *wins* overrides the stack's configuration for one run, and the run says so: refresh and destroy run with the configuration of the last `up`, so this is the way out after a credential was rotated. One marked *fills* only gives what configuration leaves out; where both are there and differ, the run is refused.",
    "",
    "| Setting | Environment | Default | | Meaning |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    "The credential of a profile comes from `PAYMENTS_PROFILE_<NAME>_API_KEY` (upper case, dashes as underscores), else from the profile, else from the stack as long as the profile is at the stack's own service.",
    "",
    "`PAYMENTS_FORCE=<key id>,…` lets one run delete keys that their deletion guard keeps, and `PAYMENTS_ALLOW_SELF=<key id>,…` delete, replace or narrow a key that is, or may be, the run's own credential. Both are of the environment alone, so that destroy sees them and no stack keeps them.",
    "",
    "`PAYMENTS_ROTATE_NOW=<name>,…` lets one run rotate a RotatingApiKey, by its logical name or URN, whatever the time; with `PAYMENTS_REVOKE_NOW=<name>,…` the keys before go in the same run. [Rotation](rotation.md#in-an-emergency) tells more. A name that no RotatingApiKey of the program has fails the run. Both need a look at the live keys, so they are refused with `payments:driftCheck` `off`.",
    "",
    "`PAYMENTS_READ_ONLY=1` makes a run refuse every request but GET before a connection is opened: a preview works, an `up` that would write fails. `PAYMENTS_REPORT_DIR=<folder>` together with `PAYMENTS_DRIFT_CHECK=collect` makes a preview leave records of what it saw in place of planning; `npx pulumi-payments drift` sets all three.",
    "",
    "`PAYMENTS_REHOME=<address in state>=<address now>` lets one run follow a service that moved with its keys: believed only for keys that are found at the new address.",
    "",
  ].join("\n");
}

module.exports = { resourcePage, configurationPage, row };
