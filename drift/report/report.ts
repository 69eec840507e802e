import { z } from "zod";
import { failingTiers, tierNames } from "../classify/tiers";

/**
 * The report of a drift run: the one thing that every format is made from, and what `--format json` prints. Versioned: a
 * reader of version 1 can read every report that says 1. A field is only ever added within a version.
 */

const at = (description: string) => z.iso.datetime().meta({ description: `${description}, ISO 8601 in UTC` });
const text = (description: string) => z.string().meta({ description });
const count = (description: string) => z.number().int().nonnegative().meta({ description });

const stackRefSchema = z
  .strictObject({
    project: text("name of the project"),
    name: text("name of the stack, as it was asked for"),
    folder: text("folder of the project, relative to where the command ran, with forward slashes"),
  })
  .meta({ description: "which stack" });
export type StackRef = z.output<typeof stackRefSchema>;

export const fieldSchema = z
  .strictObject({
    field: text("name of the field"),
    wanted: z.json().optional().meta({ description: "what the program declares; left out: nothing, or not known" }),
    applied: z.json().optional().meta({ description: "the argument that was last applied, where state tells it" }),
    stored: z.json().optional().meta({ description: "what state holds" }),
    live: z.json().optional().meta({ description: "what the service shows; left out: not set, or not seen" }),
    advice: z.string().optional().meta({ description: "what repairing it means, a sentence" }),
  })
  .meta({ description: "one field, from every side; never the value of a secret field" });
export type ReportField = z.output<typeof fieldSchema>;

const acceptedSchema = z
  .strictObject({
    tier: z.enum(tierNames).meta({ description: "what it would be without the baseline" }),
    reason: text("why it was accepted"),
    owner: text("who answers for that"),
    expires: z.iso.date().meta({ description: "the last day on which it counts, UTC" }),
  })
  .meta({ description: "the entry of the baseline that it is accepted by" });

const sinceSchema = z
  .strictObject({
    firstSeen: at("first seen"),
    timesSeen: count("in how many looks, this one included"),
  })
  .meta({ description: "from the history files of --history" });

const policySchema = z
  .strictObject({
    pack: text("name of the pack"),
    rule: text("name of the rule"),
    level: z.enum(["mandatory", "advisory"]).meta({ description: "what the finding counts as" }),
    outcome: z.enum(["violation", "undetermined", "exempt", "notice"]).meta({
      description: "undetermined: not known before up; exempt: an exemption lets it pass; notice: on the pack",
    }),
    link: z.string().optional().meta({ description: "where the rule is explained" }),
  })
  .meta({ description: "the rule of a policy pack that it comes from" });

const findingSchema = z
  .strictObject({
    fingerprint: text("the same for the same finding in every run: what a baseline and a history know it by"),
    tier: z.enum(tierNames),
    stack: stackRefSchema
      .optional()
      .meta({ description: "left out: the finding belongs to an account, not to a stack" }),
    urn: z.string().optional().meta({ description: "the resource; left out for an unmanaged key" }),
    kind: text(
      "class of the resource, such as ApiKey; Stack for what is about a whole stack, PolicyPack for a pack that did not finish",
    ),
    name: text("logical name of the resource, or the live name of an unmanaged key"),
    id: z.string().optional().meta({ description: "id at the service" }),
    serviceUrl: z.string().optional().meta({ description: "address of the service" }),
    accountId: z.string().optional().meta({ description: "account that it lives in" }),
    fields: z.array(fieldSchema).meta({ description: "the fields that differ, sorted by name" }),
    why: text("one sentence for a person"),
    next: text("what to do next, a sentence or a command"),
    because: z.string().optional().meta({ description: "urn of what a consequence follows from" }),
    daysUntilDisabled: z.number().optional().meta({ description: "days until an endpoint is disabled, where known" }),
    policy: policySchema.optional().meta({ description: "given with --policy-pack, for what a pack found" }),
    accepted: acceptedSchema.optional(),
    since: sinceSchema.optional(),
  })
  .meta({ description: "one thing that a person should know of" });
export type Finding = z.output<typeof findingSchema>;

const stackResultSchema = z
  .strictObject({
    stack: stackRefSchema,
    outcome: z.enum(["looked", "partly", "failed"]).meta({
      description: "looked: every resource was judged; partly: some were not; failed: none was",
    }),
    why: z.string().optional().meta({ description: "what went wrong, where something did" }),
    resources: count("resources of ours in state"),
    clean: count("of those, the ones without a finding"),
    policy: z
      .enum(["judged", "failed"])
      .optional()
      .meta({ description: "given with --policy-pack; failed: what the pack would have found is not known" }),
    durationMs: count("milliseconds that the look took"),
  })
  .meta({ description: "what became of one stack" });
export type StackResult = z.output<typeof stackResultSchema>;

const liveKeySchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    type: z.enum(["secret", "publishable"]),
    scopes: z.array(z.string()),
    createdAt: z.string().optional(),
    lastUsed: z.string().optional(),
    tag: z.string().optional().meta({ description: "the tag in a generated name: whose resource made the key" }),
    madeFor: z.string().optional().meta({ description: "urn of the resource of these stacks whose tag it carries" }),
  })
  .meta({ description: "a live key that no stack of this report holds" });
export type LiveKey = z.output<typeof liveKeySchema>;

const accountSchema = z
  .strictObject({
    serviceUrl: text("address of the service"),
    accountId: text("the account"),
    listedBy: z.array(stackRefSchema).meta({ description: "the stacks whose look listed the account's keys" }),
    keys: count("live keys"),
    unclaimed: z.array(liveKeySchema).meta({ description: "keys that no stack of this report holds, sorted by id" }),
    managedElsewhere: count("of those, the ones that carry the tag of another stack"),
  })
  .meta({
    description: "one account as these stacks saw it; `drift merge` intersects what several reports left unclaimed",
  });
export type AccountResult = z.output<typeof accountSchema>;

const completenessSchema = z
  .strictObject({
    declared: z.enum(["all", "some", "shard", "merged"]).meta({
      description:
        "all: --all; some: named stacks; shard: one part of --shard; merged: all shards, or several whole reports",
    }),
    shard: z
      .strictObject({ index: z.number().int().positive(), of: z.number().int().positive() })
      .optional()
      .meta({ description: "which part of how many" }),
    unmanaged: z.enum(["looked-for", "not-looked-for"]),
    why: z.string().optional().meta({ description: "why unmanaged keys were not looked for" }),
  })
  .meta({ description: "whether the stacks are a complete set, so that a key in none of them is unmanaged" });

const sourceSchema = z
  .strictObject({
    kind: z.literal("state"),
    notKnown: text("what only a run of the programs could tell"),
  })
  .meta({ description: "given with --from-state: what state holds as last applied stands for the programs" });

const baselineEntrySchema = z.strictObject({
  fingerprint: z.string(),
  why: z.string(),
  owner: z.string(),
  expires: z.iso.date(),
});

const accountEntrySchema = acceptedSchema
  .extend({ fingerprint: text("of the finding"), what: text("the key, and where") })
  .meta({ description: "an entry of the baseline that belongs to no stack" });

export const reportSchema = z
  .strictObject({
    report: z.literal("pulumi-payments drift"),
    version: z.literal(1).meta({ description: "of this schema" }),
    tool: text("version of pulumi-payments"),
    startedAt: at("start of the run"),
    endedAt: at("end of the run"),
    exitCode: z.union([z.literal(0), z.literal(2), z.literal(3)]).meta({
      description: "0 clean, 2 a finding in a failing tier, 3 undetermined or partly failed; 2 wins over 3",
    }),
    failOn: z.array(z.enum(failingTiers)).meta({ description: "the tiers that fail, sorted" }),
    counts: z.partialRecord(z.enum(tierNames), z.number().int().positive()).meta({
      description: "findings by tier; a tier without any is left out",
    }),
    source: sourceSchema.optional(),
    completeness: completenessSchema,
    stacks: z.array(stackResultSchema).meta({ description: "sorted by project, name and folder" }),
    accounts: z.array(accountSchema).meta({ description: "sorted by address and account" }),
    findings: z.array(findingSchema).meta({ description: "sorted by tier, stack and resource" }),
    baseline: z
      .strictObject({
        expired: z
          .array(baselineEntrySchema)
          .meta({ description: "entries whose day has passed: they accept nothing" }),
        stale: z.array(baselineEntrySchema).meta({ description: "entries that matched nothing: they can be removed" }),
        ofAccounts: z.array(accountEntrySchema).optional().meta({
          description:
            "entries that count and belong to no stack: `drift merge`, which finds unmanaged keys again, accepts them by these",
        }),
      })
      .optional()
      .meta({ description: "given with --baseline" }),
    repaired: z
      .array(
        z.strictObject({
          fingerprint: z.string(),
          what: z.string(),
          firstSeen: at("first seen"),
          repairedAt: at("first look without it"),
        }),
      )
      .optional()
      .meta({ description: "given with --history: what the last look found and this one did not" }),
  })
  .meta({ title: "pulumi-payments drift report", description: "What `pulumi-payments drift` found, version 1." });
export type Report = z.output<typeof reportSchema>;

/** The report's schema as JSON Schema: what docs/schemas/drift-report.v1.json holds, and a test compares. Pure. */
export function reportJsonSchema(): object {
  return z.toJSONSchema(reportSchema, { target: "draft-2020-12" });
}
