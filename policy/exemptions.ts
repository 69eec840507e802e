import { z } from "zod";
import { matchesGlob } from "./text/glob.js";

const day = z.iso.date("is a day such as 2027-01-31");

/** One resource, or some, that a rule lets pass for a while. */
export const exemptionSchema = z
  .strictObject({
    rule: z.string().min(1).meta({ description: "Name of the rule." }),
    name: z
      .string()
      .min(1)
      .optional()
      .meta({ description: "Logical name of the resource; `*` and `?` stand for any." }),
    urn: z
      .string()
      .min(1)
      .optional()
      .meta({ description: "Urn of the resource, in place of the name; `*` and `?` too." }),
    reason: z.string().trim().min(1, "says why, in words").meta({ description: "Why it is allowed." }),
    owner: z.string().trim().min(1, "says who answers for it").meta({ description: "Who answers for it." }),
    expires: day.meta({ description: "The last day on which it holds, UTC, such as `2027-01-31`." }),
  })
  .refine(({ name, urn }) => (name === undefined) !== (urn === undefined), "needs either name or urn");
export type Exemption = z.infer<typeof exemptionSchema>;

/** Whether an exemption is meant for this rule and resource, expired or not. */
export function isFor({ rule, name, urn }: Exemption, found: { rule: string; urn: string; name: string }): boolean {
  if (rule !== found.rule) return false;
  return name !== undefined ? matchesGlob(name, found.name) : matchesGlob(urn ?? "", found.urn);
}

/** It holds to the end of its last day, UTC. */
export function isExpired({ expires }: Exemption, now: Date): boolean {
  return now.toISOString().slice(0, 10) > expires;
}

/** An exemption in words, for messages. */
export function wordsOf({ rule, name, urn, reason, owner, expires }: Exemption): string {
  return `${rule} for ${name ?? urn}: ${reason} (${owner}, to ${expires})`;
}
