/**
 * What a zod field is, for people and for types: the one place that looks inside a schema.
 * @typedef {{ name: string, required: boolean, type: string, isArray: boolean, values: string[], meta: Record<string, any> }} Field
 * @typedef {{ className: string, description: string, args: import("zod").ZodObject, outputs: import("zod").ZodObject }} Described
 */

/** @param {import("zod").ZodObject} object @returns {Field[]} */
function fieldsOf(object) {
  return Object.entries(object.shape).map(([name, schema]) => {
    const meta = schema.meta() ?? {};
    const type = meta.typeName ?? typeOf(schema);
    return {
      name,
      required: !acceptsUndefined(schema),
      type,
      isArray: type.endsWith("[]"),
      values: valuesOf(schema),
      meta,
    };
  });
}

/**
 * The values of an enum; of anything else none.
 * @param {any} schema
 * @returns {string[]}
 */
function valuesOf({ def }) {
  return def.type === "enum" ? Object.values(def.entries) : [];
}

/** @param {any} schema */
function acceptsUndefined(schema) {
  return schema.safeParse(undefined).success;
}

/** @param {any} schema @returns {string} */
function typeOf(schema) {
  const { def } = schema;
  switch (def.type) {
    case "optional":
    case "default":
    case "prefault":
    case "nullable":
      return typeOf(def.innerType);
    case "pipe":
      return typeOf(def.in);
    case "enum":
      return Object.values(def.entries)
        .map((value) => JSON.stringify(value))
        .join(" | ");
    case "literal":
      return def.values.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" | ");
    case "array":
      return `${typeOf(def.element)}[]`;
    case "string":
    case "boolean":
    case "number":
      return def.type;
    default:
      return "object";
  }
}

module.exports = { fieldsOf };
