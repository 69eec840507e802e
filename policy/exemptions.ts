import { z } from "zod";
import { matchesGlob } from "./text/glob";

const day = z.iso.date("must be a day such as 2027-01-31");

/** Lets one resource, or several, violate a rule until a day. */
export const exemptionSchema = z
  .strictObject({
    rule: z.string().min(1).meta({ description: "Name of the rule." }),
    name: z
      .string()
      .min(1)
      .optional()
      .meta({ description: "Logical name of the resource, with the wildcards `*` and `?`." }),
    urn: z
      .string()
      .min(1)
      .optional()
      .meta({ description: "URN of the resource, in place of the name, with the wildcards `*` and `?`." }),
    reason: z
      .string()
      .trim()
      .min(1, "must give the reason in words")
      .meta({ description: "Why the violation is allowed." }),
    owner: z
      .string()
      .trim()
      .min(1, "must name who is responsible")
      .meta({ description: "Who is responsible for the exemption." }),
    expires: day.meta({ description: "The last day of the exemption, UTC, such as `2027-01-31`." }),
  })
  .refine(({ name, urn }) => (name === undefined) !== (urn === undefined), "must have either name or urn");
export type Exemption = z.infer<typeof exemptionSchema>;

/** Whether an exemption matches a rule and a resource, expired or not. */
export function isFor({ rule, name, urn }: Exemption, found: { rule: string; urn: string; name: string }): boolean {
  if (rule !== found.rule) return false;
  return name !== undefined ? matchesGlob(name, found.name) : matchesGlob(urn ?? "", found.urn);
}

/** An exemption lasts to the end of its last day, UTC. */
export function isExpired({ expires }: Exemption, now: Date): boolean {
  return now.toISOString().slice(0, 10) > expires;
}

/** An exemption in one line, for messages. */
export function describeExemption({ rule, name, urn, reason, owner, expires }: Exemption): string {
  return `${rule} for ${name ?? urn}: ${reason} (${owner}, until ${expires})`;
}
