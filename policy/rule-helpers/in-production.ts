import { z } from "zod";
import { notYetKnown, type ResourceFacts, type StackFacts, secretValue, settingFor } from "../facts";
import { type Found, undetermined } from "../rule";
import { matchesAny } from "../text/glob";

/** The property of a configuration that names the production stacks. */
export const productionStacks = z.array(z.string()).default(["prod", "prod-*", "production", "production-*"]).meta({
  description:
    "Names of the production stacks, with the wildcards `*` and `?`. `payments:environment` takes precedence.",
});

/** Whether a resource is in production, or why that is unknown. `payments:environment` takes precedence over the stack's name. */
export function inProduction(resource: ResourceFacts, stack: StackFacts, stacks: readonly string[]): boolean | Found {
  const environment = settingFor(stack, "environment", resource);
  if (environment === "production") return true;
  if (environment === notYetKnown) return undetermined("profile", { urn: resource.urn });
  if (environment === secretValue) {
    const why = `The environment of ${resource.name} is unknown, because payments:environment or payments:profiles is a secret.`;
    return undetermined("profile", { urn: resource.urn, why });
  }
  return environment === undefined && matchesAny(stacks, stack.name);
}
