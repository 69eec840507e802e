const { fieldsOf } = require("./fields.js");

const imports = {
  Scope: "../../provider/api/contract/scope.js",
  ApiKeyType: "../../provider/api/contract/api-key-type.js",
  WebhookEndpointStatus: "../../provider/api/contract/webhook-endpoint-status.js",
  ApiKey: "../api-key.js",
  GetApiKeyResult: "./get-api-key.js",
};

/** @param {string} className */
const kebab = (className) => className.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
/** @param {string} className */
const camel = (className) => className.charAt(0).toLowerCase() + className.slice(1);

/** @typedef {import("./fields.js").Field} Field */

/**
 * The types of a resource's arguments and outputs, documented field by field for the editor.
 * @param {import("./fields.js").Described} definition
 */
function sdkTypes({ className, args, outputs }) {
  const argFields = fieldsOf(args);
  const outputFields = fieldsOf(outputs);
  return [
    "// Made from provider/resources by `npm run generate`; a change belongs there.",
    'import type * as pulumi from "@pulumi/pulumi";',
    ...importsFor([...argFields, ...outputFields]),
    "",
    `/** The arguments of ${className}. */`,
    `export interface ${className}Args {`,
    ...argFields.flatMap((field) => [
      ...comment(argText(field)),
      `  ${field.name}${field.required ? "" : "?"}: ${inputType(field)}${field.required ? "" : " | undefined"};`,
    ]),
    "}",
    "",
    `/** The outputs of ${className}. */`,
    `export interface ${className}Outputs {`,
    ...outputFields.flatMap((field) => [
      ...comment(field.meta.description),
      `  readonly ${field.name}: pulumi.Output<${field.type}${field.required ? "" : " | undefined"}>;`,
    ]),
    "}",
    "",
    `export const ${camel(className)}OutputNames = ${JSON.stringify(outputFields.map(({ name }) => name))} as const;`,
    "",
  ].join("\n");
}

/**
 * The imports of what the types of the fields name.
 * @param {Field[]} fields
 */
function importsFor(fields) {
  const used = new Set(fields.flatMap(({ type }) => type.match(/\b[A-Z]\w+/g) ?? []));
  return Object.entries(imports)
    .filter(([name]) => used.has(name))
    .map(([name, from]) => `import type { ${name} } from "${from}";`)
    .sort();
}

/** @param {Field} field */
function argText({ meta }) {
  return meta.default === undefined ? meta.description : `${meta.description}\n@default ${meta.default}`;
}

/** @param {string} text */
function comment(text) {
  const lines = text.split("\n");
  return lines.length === 1 ? [`  /** ${lines[0]} */`] : ["  /**", ...lines.map((line) => `   * ${line}`), "   */"];
}

/** @param {Field} field */
function inputType({ type, isArray }) {
  if (isArray) return `pulumi.Input<pulumi.Input<${type.slice(0, -2)}>[]>`;
  return type
    .split(/ \| (?=[A-Z])/)
    .map((part) => (part === "ApiKey" ? part : `pulumi.Input<${part}>`))
    .join(" | ");
}

module.exports = { sdkTypes, kebab, comment, importsFor };
