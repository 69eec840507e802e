import { createHash } from "node:crypto";

const tagLength = 8;

/** What generated names carry of a resource: 8 hexadecimal characters, other ones in every organisation, stack and place. Pure. */
export function tagOf(organization: string, urn: string): string {
  return createHash("sha256").update(`${organization}\n${urn}`).digest("hex").slice(0, tagLength);
}
