import { z } from "zod";
import type { Problem } from "../configuration/problem";
import { issueWords } from "../text/issue-words";
import { nearest } from "../text/near";

/** What an input that is not known yet looks like in a preview, whatever its type. Fixed by the SDK's wire format. */
export const unknownMarker = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Properties as the engine hands them over: plain JSON, secrets as plain text. */
export type Properties = Record<string, unknown>;

/**
 * What the SDK class tells the provider besides the arguments: things that the platform does not forward. Travels as the
 * input `__resource`, which the engine does not display. State keeps it without the urn, which stands there anyway.
 */
const resourceInputSchema = z.object({
  urn: z.string().catch(""),
  /** 8 characters of a hash of organisation, project, stack and urn. */
  tag: z.string().catch(""),
  /** What the option `aliases` says of the names that it had before. */
  former: z.array(z.object({ name: z.string(), tag: z.string() })).catch([]),
  ignoreChanges: z.array(z.string()).catch([]),
  replaceOnChanges: z.array(z.string()).catch([]),
  protect: z.boolean().catch(false),
  retainOnDelete: z.boolean().catch(false),
});
export type ResourceInput = z.infer<typeof resourceInputSchema>;

/** What a field of `args` says of itself besides its shape; stands in zod's `.meta()`. */
export interface FieldMeta {
  description: string;
  /** Changing it replaces the object. */
  createOnly?: boolean;
  /** Order and duplicates never differ. */
  set?: boolean;
  secret?: boolean;
  /** The argument that makes a secret output plain where it is true. */
  plainIf?: string;
  /**
   * What an output follows from: names of arguments, and of what state keeps of them. One that names itself is what the service makes
   * of the argument.
   */
  follows?: readonly string[];
  /** The argument beside which an output holds more than the argument of its own name. */
  mergedWith?: string;
  /** How the SDK's types and the docs print the field's type, where the schema does not tell. */
  typeName?: string;
  default?: string;
  /** Its value decides what other arguments may stand beside it: the SDK's type of the arguments is a union by it. */
  discriminates?: true;
  /** Whether it is required or refused beside a value of the argument that discriminates. Default: as the schema says. */
  beside?: Readonly<Record<string, "required" | "refused">>;
}

export const fieldMeta = (schema: z.ZodType): FieldMeta => (schema.meta() ?? {}) as unknown as FieldMeta;

/** The names of the arguments and outputs that are secret. */
export function secretFields({ args, outputs }: { args: z.ZodObject; outputs: z.ZodObject }): ReadonlySet<string> {
  const all = [...Object.entries(args.shape), ...Object.entries(outputs.shape)];
  return new Set(all.filter(([, schema]) => fieldMeta(schema).secret).map(([name]) => name));
}

/** Declares a field: its shape and, beside it, everything that docs, checks and comparison need to know of it. */
export const field = <Schema extends z.ZodType>(schema: Schema, meta: FieldMeta): Schema => schema.meta({ ...meta });

export interface ReadInputs<Args> {
  /** The arguments that are known and well-formed. */
  known: Partial<Args>;
  /** The names of those that are not known before other resources are applied. */
  unknown: ReadonlySet<string>;
  problems: Problem[];
  /** The names of arguments that are neither known nor well-formed: nothing can be concluded from their absence. */
  unusable: ReadonlySet<string>;
  resource: ResourceInput;
}

/** Reads inputs against the schema of the arguments. All problems at once, each with its property path. Pure. */
export function readInputs<Args>(schema: z.ZodObject, inputs: Properties): ReadInputs<Args> {
  const known: Properties = {};
  const unknown = new Set<string>();
  const unusable = new Set<string>();
  const problems: Problem[] = [];
  for (const [name, fieldSchema] of Object.entries(schema.shape)) {
    const value = inputs[name] ?? undefined;
    if (holdsUnknown(value)) {
      unknown.add(name);
      unusable.add(name);
      continue;
    }
    const parsed = z.safeParse(fieldSchema, value, { error: issueWords });
    if (!parsed.success) {
      unusable.add(name);
      problems.push(...parsed.error.issues.map((issue) => problemOf(name, value, issue)));
    } else if (parsed.data !== undefined) known[name] = parsed.data;
  }
  for (const name of Object.keys(inputs)) {
    if (name.startsWith("__") || name in schema.shape || inputs[name] === undefined) continue;
    const near = nearest(name, Object.keys(schema.shape));
    problems.push({ path: name, message: `unknown argument. ${near ? `Did you mean "${near}"?` : "Remove it"}` });
  }
  const resource = resourceInputSchema.parse(inputs.__resource ?? {});
  return { known: known as Partial<Args>, unknown, unusable, problems, resource };
}

function problemOf(name: string, value: unknown, issue: z.core.$ZodIssue): Problem {
  const path = issue.path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : `${text}.${String(part)}`),
    name,
  );
  return { path, message: value === undefined && issue.path.length === 0 ? "is required. Add it" : issue.message };
}

function holdsUnknown(value: unknown): boolean {
  if (value === unknownMarker) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsUnknown);
}
