import { z } from "zod";
import { notYetKnown, type ResourceFacts, type StackFacts, settingFor } from "../facts";
import { type Found, resourceRule, undetermined, violation } from "../rule";
import { keyClasses } from "../rule-helpers/keys";
import { matchesAny } from "../text/glob";

const config = z.object({
  stacks: z
    .array(z.string())
    .default(["*"])
    .meta({ description: "Names of the stacks that the rule applies to, with the wildcards `*` and `?`." }),
  throwAway: z
    .array(z.string())
    .default(["pr-*", "preview", "preview-*", "review", "review-*"])
    .meta({ description: "Names of the stacks that the rule does not apply to, with the wildcards `*` and `?`." }),
});

const usualGuard = { unusedHours: 24 };

/** A deletion can't be undone (interface document, API keys, Delete), and others have the value of an adopted key. */
export const deletionGuardKept = resourceRule<typeof config>({
  name: "deletion-guard-kept",
  title: "A key that is in use or was adopted is not deleted.",
  why: "Every user of the key loses access at once, and a deletion can't be undone.",
  fix: "Remove deleteAdopted and deletionGuard. Their defaults are safe.",
  level: "advisory",
  looksAt: keyClasses,
  config,

  check(resource, { config: { stacks, throwAway }, stack }): Found[] {
    if (!matchesAny(stacks, stack.name) || matchesAny(throwAway, stack.name)) return [];
    const { deleteAdopted, deletionGuard, type } = resource.props;
    const found: Found[] = [];
    if (deleteAdopted === notYetKnown) found.push(undetermined("deleteAdopted"));
    if (deleteAdopted === true) {
      const message = `${resource.name} was adopted, and its resource would delete it.`;
      found.push(violation(message, { path: "deleteAdopted", fix: "Remove deleteAdopted, or set it to false." }));
    }
    if (deletionGuard === notYetKnown) found.push(undetermined("deletionGuard"));
    else if (isUnguarded(resource, stack)) {
      if (type === notYetKnown) return [...found, undetermined("type")];
      const [where, fix] =
        deletionGuard === undefined
          ? ["payments:deletionGuard is off", `Run: pulumi config rm payments:deletionGuard --stack ${stack.name}.`]
          : ['deletionGuard is "off"', "Remove deletionGuard."];
      const message = `${resource.name} can be deleted while it is in use: ${where}.`;
      found.push(violation(message, { path: "deletionGuard", fix }));
    }
    return found;
  },

  remediate(resource, { stack }) {
    return {
      ...(resource.props.deleteAdopted === true ? { deleteAdopted: false } : {}),
      ...(isUnguarded(resource, stack) ? { deletionGuard: usualGuard } : {}),
    };
  },

  example: {
    failing:
      'new ApiKey("legacy", { type: "secret", scopes: ["accounts:read"], adoptId: "key_123", deleteAdopted: true });',
    passing: 'new ApiKey("legacy", { type: "secret", scopes: ["accounts:read"], adoptId: "key_123" });',
  },
  notes:
    "`deletionGuard` keeps a secret key that was used within the given number of hours, 24 by default. The guard of a publishable key is off, because its value is public. To delete one key that is in use, set `PAYMENTS_FORCE=<id>` for one run.",
});

/** Whether a secret key can be deleted while it is in use. */
function isUnguarded(resource: ResourceFacts, stack: StackFacts): boolean {
  const { type, deletionGuard } = resource.props;
  return type !== "publishable" && (deletionGuard ?? settingFor(stack, "deletionGuard")) === "off";
}
