import { z } from "zod";

/**
 * What one look at a stack leaves behind, a line each, in the folder `PAYMENTS_REPORT_DIR`: facts, not judgements. Whoever
 * reads them judges. Never the value of a secret field.
 */

const value = z.json().optional();
const text = (description: string) => z.string().meta({ description });

/** One way in which what is live is not what is wanted. */
const recordedDifferenceSchema = z.strictObject({
  field: text("name of the field"),
  argument: z.string().optional().meta({ description: "the argument that declares it, where it has another name" }),
  wanted: value,
  stored: value,
  live: value,
  advice: z.string().optional(),
  repairable: z.boolean().meta({ description: "an update would repair it" }),
  byProgram: z.literal(true).optional().meta({ description: "live was as declared until the program changed" }),
  due: z.string().optional().meta({ description: "its time has come by the program: no drift" }),
});
export type RecordedDifference = z.output<typeof recordedDifferenceSchema>;

const sideSchema = z.strictObject({
  wanted: value,
  stored: value,
  live: value,
  set: z.literal(true).optional().meta({ description: "order and duplicates never differ" }),
});

/** A resource that was judged. */
const resourceRecordSchema = z.strictObject({
  record: z.literal("resource"),
  urn: z.string(),
  className: z.string(),
  id: z.string(),
  label: text("such as `API key key_1`"),
  serviceUrl: z.string(),
  accountId: z.string(),
  sight: z.enum(["found", "absent", "unknown"]),
  why: z.string().optional().meta({ description: "why it is absent or unknown" }),
  differences: z.array(recordedDifferenceSchema),
  sides: z.record(z.string(), sideSchema).meta({ description: "every field that is no secret, from all sides" }),
  ignored: z.array(z.string()).meta({ description: "what ignoreChanges names" }),
  replacing: z.array(z.strictObject({ field: z.string(), wanted: value, stored: value })).meta({
    description: "create-only arguments that the program changed",
  }),
  unknownArguments: z.array(z.string()).meta({ description: "not known before other resources are applied" }),
  outdated: z.array(z.string()).meta({ description: "what state alone has otherwise, each a clause" }),
  refusals: z.array(z.string()).meta({ description: "why live state forbids what is declared" }),
  unseen: z.boolean().meta({ description: "the service shows nothing of such objects" }),
});
export type ResourceRecord = z.output<typeof resourceRecordSchema>;

/** A resource that could not be judged, or whose arguments are refused. */
const failureRecordSchema = z.strictObject({
  record: z.literal("failure"),
  urn: z.string(),
  className: z.string(),
  id: z.string().optional(),
  why: z.string(),
});

/** The program declares it, and state does not hold it yet. */
const newRecordSchema = z.strictObject({ record: z.literal("new"), urn: z.string(), className: z.string() });

/** The keys of an account that this look listed. */
const accountRecordSchema = z.strictObject({
  record: z.literal("account"),
  serviceUrl: z.string(),
  accountId: z.string(),
  keys: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      type: z.enum(["secret", "publishable"]),
      scopes: z.array(z.string()),
      createdAt: z.string().optional(),
      lastUsed: z.string().optional(),
    }),
  ),
});

/** Says that a provider process which knows of records was there; each of them writes one first. */
const startRecordSchema = z.strictObject({ record: z.literal("start"), version: z.literal(1) });

export const recordSchema = z.discriminatedUnion("record", [
  startRecordSchema,
  resourceRecordSchema,
  failureRecordSchema,
  newRecordSchema,
  accountRecordSchema,
]);
export type DriftRecord = z.output<typeof recordSchema>;
