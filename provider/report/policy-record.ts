import { z } from "zod";
import { ownCommand } from "../text/own-command";

/**
 * What a policy pack leaves behind in the folder `PAYMENTS_REPORT_DIR` while it judges a stack: its findings, a line each,
 * beside the records of the providers. Never the value of a secret.
 */

const pack = z.string().meta({ description: "name of the pack" });

/** Says that a pack which knows of records was there; it writes one first. */
const packStartSchema = z.strictObject({
  record: z.literal("pack"),
  version: z.literal(1),
  pack,
  packVersion: z.string(),
});

/** What came of a rule, in the words that the engine prints. */
const policyFindingSchema = z.strictObject({
  record: z.literal("policy"),
  pack,
  rule: z.string(),
  outcome: z.enum(["violation", "undetermined", "exempt", "notice"]),
  level: z.enum(["mandatory", "advisory"]),
  urn: z.string().optional().meta({ description: "left out: it is about the whole stack" }),
  text: z.string(),
  link: z.string().optional().meta({ description: "where the rule is explained" }),
});
export type PolicyFindingRecord = z.output<typeof policyFindingSchema>;

export const policyRecordSchema = z.discriminatedUnion("record", [packStartSchema, policyFindingSchema]);
export type PolicyRecord = z.output<typeof policyRecordSchema>;

/** Where people read on: the command is installed wherever the pack is. */
export const readOn = (rule: string): string => `Run '${ownCommand} policy explain ${rule}' for more.`;
