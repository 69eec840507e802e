const { fieldsOf } = require("./fields.js");
const { comment } = require("./sdk-types.js");

/** Types of settings whose schema is a choice between shapes. */
const written = { deletionGuard: '"off" | { unusedHours: number }' };

/** @typedef {import("./fields.js").Field} Field */

/**
 * The types of the arguments of an explicit provider, documented field by field for the editor.
 * @param {import("zod").ZodObject} settings
 * @param {Record<string, { type: string, each?: boolean, object: import("zod").ZodObject }>} nested by the name of the setting:
 *   a type of its own, or with `each` of what stands under each name
 */
function providerTypes(settings, nested) {
  const all = fieldsOf(settings);
  /** @param {Field} field @param {string} [type] */
  const property = (field, type = field.type) => {
    // A profile's field says what the setting of that name says.
    const { description } = field.meta.description
      ? field.meta
      : (all.find(({ name }) => name === field.name)?.meta ?? {});
    return [...comment(description ?? ""), `  ${field.name}?: pulumi.Input<${type}> | undefined;`];
  };
  /** @param {Field} field */
  const typeOf = ({ name, type }) => {
    const own = nested[name];
    if (own === undefined) return written[/** @type {keyof typeof written} */ (name)] ?? type;
    return own.each ? `Record<string, ${own.type}>` : own.type;
  };
  return [
    "// Made from provider/configuration/settings.ts by `npm run generate`; a change belongs there.",
    'import type * as pulumi from "@pulumi/pulumi";',
    "",
    ...Object.entries(nested).flatMap(([name, { type, each, object }]) => [
      `/** ${each ? "An entry of" : "What stands in"} \`${name}\`. */`,
      `export interface ${type} {`,
      ...fieldsOf(object).flatMap((field) => property(field)),
      "}",
      "",
    ]),
    "/** The arguments of a Provider: the settings of a stack's configuration, by the same names. */",
    "export interface ProviderArgs {",
    ...all.flatMap((field) => property(field, typeOf(field))),
    "}",
    "",
  ].join("\n");
}

module.exports = { providerTypes };
