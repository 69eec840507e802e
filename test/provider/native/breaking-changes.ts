/** What of a plugin's schema its users depend on. */
interface ObjectSpec {
  properties?: Record<string, Property>;
  required?: string[];
}
interface Property {
  secret?: boolean;
  willReplaceOnChanges?: boolean;
  [more: string]: unknown;
}
export interface Schema {
  resources: Record<
    string,
    ObjectSpec & { inputProperties?: Record<string, Property>; requiredInputs?: string[]; aliases?: { type: string }[] }
  >;
  functions: Record<string, { inputs?: ObjectSpec; outputs?: ObjectSpec }>;
  types: Record<string, ObjectSpec>;
  config: { variables: Record<string, Property> };
}

const shapeOf = ({ description: _, secret: __, willReplaceOnChanges: ___, ...shape }: Property): string =>
  JSON.stringify(shape);

/** Everything that would break a program or a state of the version before: a line each. Pure. */
export function breakingChanges(before: Schema, now: Schema): string[] {
  const found: string[] = [];
  const compare = (where: string, old: ObjectSpec = {}, next: ObjectSpec = {}, side: "input" | "output"): void => {
    for (const [name, property] of Object.entries(old.properties ?? {})) {
      const other = next.properties?.[name];
      const path = `${where}.${name}`;
      if (other === undefined) found.push(`${path} is gone`);
      else if (shapeOf(other) !== shapeOf(property)) found.push(`${path} has another type`);
      if (property.secret && other !== undefined && !other.secret) found.push(`${path} is no longer secret`);
      if (other?.willReplaceOnChanges && !property.willReplaceOnChanges) found.push(`${path} replaces now`);
    }
    const [from, to] = side === "input" ? [next, old] : [old, next];
    for (const name of from.required ?? [])
      if (!to.required?.includes(name))
        found.push(`${where}.${name} is ${side === "input" ? "required now" : "optional now"}`);
  };
  for (const [token, old] of Object.entries(before.resources)) {
    const next = now.resources[token];
    if (next === undefined) {
      found.push(`${token} is gone`);
      continue;
    }
    compare(token, old, next, "output");
    const inputs = (each: typeof old): ObjectSpec => ({
      properties: each.inputProperties ?? {},
      required: each.requiredInputs ?? [],
    });
    compare(`${token} (input)`, inputs(old), inputs(next), "input");
    for (const { type } of old.aliases ?? [])
      if (!next.aliases?.some((alias) => alias.type === type)) found.push(`${token} lost the alias ${type}`);
  }
  for (const [token, old] of Object.entries(before.functions)) {
    const next = now.functions[token];
    if (next === undefined) found.push(`${token} is gone`);
    compare(`${token} (input)`, old.inputs, next?.inputs, "input");
    compare(token, old.outputs, next?.outputs, "output");
  }
  for (const [token, old] of Object.entries(before.types)) compare(token, old, now.types[token], "input");
  compare("config", { properties: before.config.variables }, { properties: now.config.variables }, "input");
  return found;
}
