const { fieldsOf } = require("./fields.js");

const imports = {
  Scope: "../../provider/api/contract/scope",
  ApiKeyType: "../../provider/api/contract/api-key-type",
  WebhookEndpointStatus: "../../provider/api/contract/webhook-endpoint-status",
  ApiKey: "../api-key",
  GetApiKeyResult: "./get-api-key",
};

/** @param {string} className */
const kebab = (className) => className.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
/** @param {string} className */
const camel = (className) => className.charAt(0).toLowerCase() + className.slice(1);

/** @typedef {import("./fields.js").Field} Field */
/** @typedef {Field & { beside?: "required" | "refused", isLater?: boolean, isPlain?: boolean }} Argument */
/** @typedef {{ name: string, says: string, fields: Argument[] }} Variant */

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
    ...argTypes(className, argFields),
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
 * One interface. Where one argument decides what may stand beside it: a union of one for each of its values, and of one for
 * a value that only an Output tells, about which a compiler knows nothing.
 * @param {string} className
 * @param {Field[]} fields
 */
function argTypes(className, fields) {
  const by = fields.find(({ meta }) => meta.discriminates);
  if (by === undefined) return [`/** The arguments of ${className}. */`, ...interfaceLines(`${className}Args`, fields)];
  const own = fields.filter(({ meta }) => meta.beside !== undefined);
  const common = fields.filter((field) => field !== by && !own.includes(field));
  const commonName = `${className}CommonArgs`;
  /** @type {Variant[]} */
  const variants = by.values.map((value) => ({
    name: `${value.charAt(0).toUpperCase()}${value.slice(1)}${className}Args`,
    says: `The arguments of ${className} where \`${by.name}\` is ${JSON.stringify(value)}.`,
    fields: [
      // No Input: the compiler tells unions apart by plain values alone, and then names the argument that is missing.
      { ...by, type: JSON.stringify(value), isPlain: true },
      ...own.map((field) => ({ ...field, beside: field.meta.beside[value] })),
    ],
  }));
  variants.push({
    name: `${className}ArgsOfOutput`,
    says: `The arguments of ${className} where only an Output tells the \`${by.name}\`: what has to stand beside it is checked in the preview.`,
    fields: [{ ...by, isLater: true }, ...own],
  });
  const names = variants.map(({ name }) => name);
  return [
    `/** The arguments of ${className} that do not depend on its \`${by.name}\`. */`,
    ...interfaceLines(commonName, common),
    ...variants.flatMap((variant) => [
      "",
      `/** ${variant.says} */`,
      ...interfaceLines(`${variant.name} extends ${commonName}`, variant.fields),
    ]),
    "",
    `/** The arguments of ${className}: what may stand beside \`${by.name}\` depends on its value. */`,
    `export type ${className}Args = ${names.join(" | ")};`,
  ];
}

/**
 * @param {string} head its name, and what it extends
 * @param {Argument[]} fields
 */
function interfaceLines(head, fields) {
  return [
    `export interface ${head} {`,
    ...fields.flatMap((field) => {
      const { name, beside, isLater, isPlain } = field;
      const isRequired = field.required || beside === "required";
      if (beside === "refused") return [...comment(argText(field)), `  ${name}?: undefined;`];
      if (isPlain) return [...comment(argText(field)), `  ${name}: ${field.type};`];
      const type = isLater ? `pulumi.Output<${field.type}> | Promise<${field.type}>` : inputType(field);
      return [
        ...comment(argText(field)),
        `  ${name}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : " | undefined"};`,
      ];
    }),
    "}",
  ];
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
