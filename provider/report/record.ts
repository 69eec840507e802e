import { z } from "zod";

/**
 * What one look at a stack leaves behind, a line each, in the folder `PAYMENTS_REPORT_DIR`. Never the value of a secret
 * field. Command and provider may be of different versions, so each provider process writes first which form it writes.
 */
export const recordVersion = 2;

const text = (description: string) => z.string().meta({ description });
const value = (description: string) => z.unknown().optional().meta({ description });

const sides = {
  desired: value("what the program wants"),
  recorded: value("what state holds"),
  live: value("what the service shows"),
};

/** Why a change is there. */
export const causes = {
  drift: "live was changed outside Pulumi",
  program: "the program changed, and live is as it was last applied",
  due: "a step whose time has come by the program: nobody changed anything",
  unhealthy: "a status that the object came to by itself",
  gone: "what the resource manages was deleted outside Pulumi",
  unknown: "not known before other resources are applied",
  unrecorded: "live and program agree, and state does not hold it yet",
} as const;
export type Cause = keyof typeof causes;

/**
 * One way in which a resource is not what the program wants. The provider's plan makes it; previews, the drift command's
 * reports and `explain` show it.
 */
const changeSchema = z.strictObject({
  field: text("name of the field"),
  argument: z.string().optional().meta({ description: "the argument that declares it, where it has another name" }),
  ...sides,
  lastApplied: value("what the program wanted when it was last applied, in the form of the field"),
  cause: z.enum(Object.keys(causes) as [Cause, ...Cause[]]),
  replaces: z.enum(["createOnly", "replaceOnChanges"]).optional().meta({ description: "why it replaces the object" }),
  repairable: z.boolean().meta({ description: "an update applies it" }),
  advice: z.string().optional().meta({
    description: "what applying it means, a sentence; of what is due or unrecorded, what happens, a clause",
  }),
});
export type Change = z.output<typeof changeSchema>;

/** A resource that was observed, or could not be. */
const resourceRecordSchema = z.strictObject({
  record: z.literal("resource"),
  urn: z.string(),
  className: z.string(),
  id: z.string(),
  label: text("such as `API key key_1`"),
  serviceUrl: z.string(),
  accountId: z.string(),
  observed: z.enum(["found", "absent", "unknown"]),
  why: z.string().optional().meta({ description: "why it is absent or unknown" }),
  unobservable: z.boolean().meta({ description: "the service shows nothing of such objects" }),
  changes: z.array(changeSchema),
  refusals: z.array(z.string()).meta({ description: "why live state forbids what is declared" }),
  sides: z
    .record(z.string(), z.strictObject({ ...sides, set: z.literal(true).optional() }))
    .meta({ description: "every field that is no secret; of a set, order and duplicates never differ" }),
  ignored: z.array(z.string()).meta({ description: "what ignoreChanges names" }),
  restore: z.string().optional().meta({ description: "how a person brings it back, where no up can" }),
  partOf: z.string().optional().meta({ description: "class of the object that it is a part of, under the same id" }),
  follows: z.string().optional().meta({ description: "field of that object from which all that differs here follows" }),
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
const startRecordSchema = z.strictObject({ record: z.literal("start"), version: z.literal(recordVersion) });

export const recordSchema = z.discriminatedUnion("record", [
  startRecordSchema,
  resourceRecordSchema,
  failureRecordSchema,
  newRecordSchema,
  accountRecordSchema,
]);
export type DriftRecord = z.output<typeof recordSchema>;
