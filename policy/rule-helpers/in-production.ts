import { z } from "zod";
import { notYetKnown, type ResourceFacts, type StackFacts, secretValue, settingFor } from "../facts.js";
import { type Found, undetermined } from "../rule.js";
import { matchesAny } from "../text/glob.js";

/** The property of a configuration that names the stacks of production. */
export const productionStacks = z.array(z.string()).default(["prod", "prod-*", "production", "production-*"]).meta({
  description:
    "Names of the stacks that are production, where `payments:environment` does not say it; `*` and `?` stand for any.",
});

/** Whether a resource lives in production, or why that can't be told. `payments:environment` counts before the stack's name. */
export function inProduction(resource: ResourceFacts, stack: StackFacts, stacks: readonly string[]): boolean | Found {
  const environment = settingFor(stack, "environment", resource);
  if (environment === "production") return true;
  if (environment === notYetKnown) return undetermined("profile", { urn: resource.urn });
  if (environment === secretValue) {
    const why = `Whether ${resource.name} lives in production can't be told: its profile is marked as a secret.`;
    return undetermined("profile", { urn: resource.urn, why });
  }
  return environment === undefined && matchesAny(stacks, stack.name);
}
