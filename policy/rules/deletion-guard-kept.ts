import { z } from "zod";
import { notYetKnown, type ResourceFacts, type StackFacts, settingFor } from "../facts.js";
import { type Found, resourceRule, undetermined, violation } from "../rule.js";
import { keyClasses } from "../rule-helpers/keys.js";
import { matchesAny } from "../text/glob.js";

const config = z.object({
  stacks: z
    .array(z.string())
    .default(["*"])
    .meta({ description: "Names of the stacks that it holds in; `*` and `?` stand for any." }),
  throwAway: z
    .array(z.string())
    .default(["pr-*", "preview", "preview-*", "review", "review-*"])
    .meta({ description: "Names of the stacks that it does not hold in; `*` and `?` stand for any." }),
});

const usualGuard = { unusedHours: 24 };

/** A deletion can't be undone (interface document, API keys, Delete), and the value of an adopted key is held by others. */
export const deletionGuardKept = resourceRule<typeof config>({
  name: "deletion-guard-kept",
  title: "A key that is in use, or that was found and not made, is not deleted.",
  why: "Whoever uses the key is cut off at once, and a deletion can't be undone.",
  fix: "Take out deleteAdopted and deletionGuard: both are safe where they are left out.",
  level: "advisory",
  looksAt: keyClasses,
  config,

  check(resource, { config: { stacks, throwAway }, stack }): Found[] {
    if (!matchesAny(stacks, stack.name) || matchesAny(throwAway, stack.name)) return [];
    const { deleteAdopted, deletionGuard, type } = resource.props;
    const found: Found[] = [];
    if (deleteAdopted === notYetKnown) found.push(undetermined("deleteAdopted"));
    if (deleteAdopted === true) {
      const message = `${resource.name} is deleted with its resource although it was adopted.`;
      found.push(violation(message, { path: "deleteAdopted", fix: "Take out deleteAdopted, or set it to false." }));
    }
    if (deletionGuard === notYetKnown) found.push(undetermined("deletionGuard"));
    else if (isUnguarded(resource, stack)) {
      if (type === notYetKnown) return [...found, undetermined("type")];
      const [where, fix] =
        deletionGuard === undefined
          ? ["payments:deletionGuard is off", `Run: pulumi config rm payments:deletionGuard --stack ${stack.name}.`]
          : ['deletionGuard is "off"', "Take out deletionGuard."];
      const message = `${resource.name} may be deleted while it is in use: ${where}.`;
      found.push(violation(message, { path: "deletionGuard", fix }));
    }
    return found;
  },

  mend(resource, { stack }) {
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
    "`deletionGuard` keeps a secret key that was used within so many hours, 24 where nothing is set; the value of a publishable key is public, and its guard is off. To delete one key in use, `PAYMENTS_FORCE=<id>` in one run is enough.",
});

/** Whether a secret key may be deleted while it is in use. */
function isUnguarded(resource: ResourceFacts, stack: StackFacts): boolean {
  const { type, deletionGuard } = resource.props;
  return type !== "publishable" && (deletionGuard ?? settingFor(stack, "deletionGuard")) === "off";
}
