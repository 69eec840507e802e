const { fieldsOf } = require("./fields.js");
const { comment, importsFor } = require("./sdk-types.js");

/** @typedef {import("./fields.js").Field} Field */
/** @typedef {{ functionName: string, description: string, args: import("zod").ZodObject, oneOf?: readonly string[], result: import("zod").ZodObject }} Reading */

/** @param {string} name */
const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * The types of a function that reads, documented field by field for the editor.
 * @param {Reading} reading
 * @param {Record<string, import("zod").ZodObject>} nested named types of its arguments
 */
function readingTypes({ functionName, args, oneOf = [], result }, nested) {
  const name = capital(functionName);
  const argFields = fieldsOf(args);
  const chosen = argFields.filter((field) => oneOf.includes(field.name));
  const others = argFields.filter((field) => !oneOf.includes(field.name));
  const resultFields = fieldsOf(result);
  const inner = Object.entries(nested).map(([type, schema]) => ({ type, fields: fieldsOf(schema) }));
  const all = [...argFields, ...resultFields, ...inner.flatMap(({ fields }) => fields)];
  /** @param {Field} field */
  const one = (field) => chosen.map((each) => (each === field ? property({ ...each, required: true }) : absent(each)));
  return [
    "// Made from provider/reading by `npm run generate`; a change belongs there.",
    ...importsFor(all),
    "",
    ...inner.flatMap(({ type, fields }) => interfaceOf(type, `Which ones: those that every given field fits.`, fields)),
    ...(chosen.length === 0
      ? interfaceOf(`${name}Args`, `The arguments of ${functionName}.`, others)
      : [
          ...interfaceOf(`${name}Options`, `The arguments of ${functionName} besides what names the object.`, others),
          `/** The arguments of ${functionName}. */`,
          `export type ${name}Args = ${name}Options & (${chosen.map((field) => `{\n${one(field).join("\n")}\n}`).join(" | ")});`,
          "",
        ]),
    ...interfaceOf(`${name}Result`, `What ${functionName} found.`, resultFields, "readonly "),
  ].join("\n");
}

/**
 * @param {string} name
 * @param {string} text
 * @param {Field[]} fields
 * @param {string} [prefix]
 */
function interfaceOf(name, text, fields, prefix = "") {
  return [`/** ${text} */`, `export interface ${name} {`, ...fields.map((field) => property(field, prefix)), "}", ""];
}

/** @param {Field} field */
function property(field, prefix = "") {
  const { name, required, type, meta } = field;
  const line = `  ${prefix}${name}${required ? "" : "?"}: ${type}${required ? "" : " | undefined"};`;
  return [...comment(meta.description), line].join("\n");
}

/** @param {Field} field */
function absent({ name }) {
  return `  ${name}?: undefined;`;
}

module.exports = { readingTypes };
