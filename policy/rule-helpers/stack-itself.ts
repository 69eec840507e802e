import type { ResourceFacts } from "../facts.js";

/** Where a finding about the stack as a whole is put, so that an exemption can name it: the stack's own resource. */
export function stackItself(resources: readonly ResourceFacts[]): { urn?: string } {
  const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  return stack === undefined ? {} : { urn: stack.urn };
}
