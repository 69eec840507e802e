import type { ResourceFacts } from "../facts";

/** The URN for a finding about the whole stack: that of the stack's own resource, so that an exemption can name it. */
export function stackItself(resources: readonly ResourceFacts[]): { urn?: string } {
  const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  return stack === undefined ? {} : { urn: stack.urn };
}
