import fc from "fast-check";

/** What of JSON Schema the sandbox's own schemas use. */
export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

const longest = 60;
const most = 4;

/** Values that a schema allows, as far as it says so; `fields` knows better for some names of fields. */
export function valuesOf(
  schema: JsonSchema,
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, fields)));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return objectsOf(schema, fields);
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, fields), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? most, most)),
      });
    case "string":
      return textsOf(schema);
    case "integer":
      return fc.maxSafeInteger().map((number) => within(schema, number));
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => within(schema, number));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectsOf(schema: JsonSchema, fields: Parameters<typeof valuesOf>[1]): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const named = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, fields[name] ?? valuesOf(field, fields)]),
    ),
    { requiredKeys: required },
  );
  if (additionalProperties === false || Object.keys(properties).length > 0) {
    // Often without the others: some of them cannot go together.
    const needed = Object.fromEntries(required.map((name) => [name, properties[name]!]));
    const least = Object.keys(needed).length < Object.keys(properties).length && { ...schema, properties: needed };
    return least ? fc.oneof(named, objectsOf(least, fields)) : named;
  }
  const others = typeof additionalProperties === "object" ? additionalProperties : {};
  return fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), valuesOf(others, fields), { maxKeys: most });
}

function textsOf({ format, pattern, minLength = 0, maxLength = longest }: JsonSchema): fc.Arbitrary<string> {
  if (format === "email") return fc.emailAddress();
  if (format === "uri") return fc.constant("http://hook.example/");
  if (format === "date-time")
    return fc
      .date({ min: new Date("2025-12-01T00:00:00Z"), max: new Date("2026-03-01T00:00:00Z"), noInvalidDate: true })
      .map((date) => date.toISOString());
  const plain = fc.string({
    unit: "grapheme",
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, longest)),
  });
  if (pattern === undefined) return plain;
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    // Not every regular expression can be turned round.
    return plain;
  }
}

/** Folds a number into the schema's bounds; small ones more often than not. */
function within({ minimum = -1_000, maximum = 1_000_000 }: JsonSchema, number: number): number {
  if (number >= minimum && number <= maximum) return number;
  return minimum + (Math.abs(number) % (Math.min(maximum - minimum, 1_000) + 1));
}
