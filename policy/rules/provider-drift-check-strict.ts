import { z } from "zod";
import { secretValue, settingFor } from "../facts.js";
import { type Found, stackRule, undetermined, violation } from "../rule.js";
import { inProduction, productionStacks } from "../rule-helpers/in-production.js";
import { stackItself } from "../rule-helpers/stack-itself.js";

const config = z.object({ stacks: productionStacks });

/** What a preview does without a look at the service. */
const without: ReadonlyMap<unknown, string> = new Map([
  ["off", "never looks at the service"],
  ["warn", "goes on where the service can't be read"],
]);

export const providerDriftCheckStrict = stackRule<typeof config>({
  name: "provider-drift-check-strict",
  title: "A preview of production fails where it can't see what is live.",
  why: "A key that somebody widened or deleted behind Pulumi's back then looks as if nothing had happened.",
  fix: "Run: pulumi config rm payments:driftCheck.",
  level: "advisory",
  config,

  check(resources, { config: { stacks }, stack }): Found[] {
    const driftCheck = settingFor(stack, "driftCheck");
    const doing = without.get(driftCheck);
    if (doing === undefined && driftCheck !== secretValue) return [];
    const places = resources
      .filter(({ className }) => className !== undefined)
      .map((resource) => inProduction(resource, stack, stacks));
    const inDoubt = places.find((place) => typeof place !== "boolean");
    if (!places.includes(true)) return inDoubt === undefined ? [] : [inDoubt];
    if (doing === undefined) {
      const why = "payments:driftCheck is marked as a secret, so what it says can't be seen. Set it without --secret.";
      return [undetermined("payments:driftCheck", { why, ...stackItself(resources) })];
    }
    const isVariable = driftCheck === stack.environment.PAYMENTS_DRIFT_CHECK;
    const [setting, fix] = isVariable
      ? ["PAYMENTS_DRIFT_CHECK", "Run: unset PAYMENTS_DRIFT_CHECK."]
      : ["payments:driftCheck", `Run: pulumi config rm payments:driftCheck --stack ${stack.name}.`];
    return [
      violation(`${setting} is ${driftCheck} in ${stack.name}, so a preview ${doing}.`, {
        fix,
        ...stackItself(resources),
      }),
    ];
  },

  example: {
    failing: {
      program: 'new ApiKey("reports", { type: "secret", scopes: ["accounts:read"] });',
      stackName: "prod",
      stackConfig: { "payments:driftCheck": "off" },
    },
    passing: {
      program: 'new ApiKey("reports", { type: "secret", scopes: ["accounts:read"] });',
      stackName: "prod",
      stackConfig: { "payments:driftCheck": "strict" },
    },
  },
  notes:
    "Advisory in `recommended`, because `PAYMENTS_DRIFT_CHECK=warn` is the way through an outage of the service. A profile can't set it: it counts for the whole stack, which is production as soon as one of its resources lives there.",
});
