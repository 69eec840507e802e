import { z } from "zod";

/** A part of the document, as JSON. */
export interface Json {
  [key: string]: unknown;
}

/** Turns zod schemas into JSON Schema. Those with an id stand once, under `components`, and are referred to. */
export class Schemas {
  readonly components: Record<string, Json> = {};

  /**
   * @param side `sent`: what a caller may send. `read`: what it becomes once it is checked, or what is answered
   * @throws Error if two different schemas have one id
   */
  of(schema: z.ZodType, side: "sent" | "read"): Json {
    const made = z.toJSONSchema(schema, {
      io: side === "sent" ? "input" : "output",
      override: ({ jsonSchema }) => withoutWhatGoesWithoutSaying(jsonSchema),
    });
    const { $schema: _dialect, $defs = {}, ...json } = underComponents(made);
    for (const [id, definition] of Object.entries($defs as Record<string, Json>)) this.add(id, definition);
    return json;
  }

  private add(id: string, definition: Json): void {
    const known = this.components[id];
    if (known && JSON.stringify(known) !== JSON.stringify(definition))
      throw new Error(`Two different schemas have the id "${id}".`);
    this.components[id] = definition;
  }
}

/** A pattern beside a format that says the same, and the bounds of every whole number. */
function withoutWhatGoesWithoutSaying(json: Json): void {
  if (typeof json.format === "string") delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}

/** References as they are once the definitions stand under `components`. */
function underComponents(json: object): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
