import { createHash } from "node:crypto";

const tagLength = 8;

/**
 * What generated names carry of a resource: 8 hexadecimal characters, other ones in every organisation, stack and place. Pure.
 *
 * @param backendName `payments:backendName`; undefined: two backends with equal names of project and stack share tags
 */
export function tagOf(organization: string, urn: string, backendName?: string): string {
  const whole = [...(backendName === undefined ? [] : [backendName]), organization, urn].join("\n");
  return createHash("sha256").update(whole).digest("hex").slice(0, tagLength);
}
