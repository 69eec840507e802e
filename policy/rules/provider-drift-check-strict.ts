import { z } from "zod";
import { secretValue, settingFor } from "../facts";
import { type Found, stackRule, undetermined, violation } from "../rule";
import { inProduction, productionStacks } from "../rule-helpers/in-production";
import { stackItself } from "../rule-helpers/stack-itself";

const config = z.object({ stacks: productionStacks });

/** The effect of the settings that make a preview less strict. */
const lessStrict: ReadonlyMap<unknown, string> = new Map([
  ["off", "never reads the service"],
  ["warn", "continues if it can't read the service"],
]);

export const providerDriftCheckStrict = stackRule<typeof config>({
  name: "provider-drift-check-strict",
  title: "A preview of production fails if it can't read the live state.",
  why: "Otherwise a key that someone changed or deleted outside Pulumi looks unchanged.",
  fix: "Run: pulumi config rm payments:driftCheck.",
  level: "advisory",
  config,

  check(resources, { config: { stacks }, stack }): Found[] {
    const driftCheck = settingFor(stack, "driftCheck");
    const effect = lessStrict.get(driftCheck);
    if (effect === undefined && driftCheck !== secretValue) return [];
    const places = resources
      .filter(({ className }) => className !== undefined)
      .map((resource) => inProduction(resource, stack, stacks));
    const unknown = places.find((place) => typeof place !== "boolean");
    if (!places.includes(true)) return unknown === undefined ? [] : [unknown];
    if (effect === undefined) {
      const why = "payments:driftCheck is marked as a secret, so its value can't be read. Set it without --secret.";
      return [undetermined("payments:driftCheck", { why, ...stackItself(resources) })];
    }
    const isVariable = driftCheck === stack.environment.PAYMENTS_DRIFT_CHECK;
    const [setting, fix] = isVariable
      ? ["PAYMENTS_DRIFT_CHECK", "Run: unset PAYMENTS_DRIFT_CHECK."]
      : ["payments:driftCheck", `Run: pulumi config rm payments:driftCheck --stack ${stack.name}.`];
    return [
      violation(`${setting} is ${driftCheck} in ${stack.name}, so a preview ${effect}.`, {
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
    "Advisory in `recommended`, because `PAYMENTS_DRIFT_CHECK=warn` lets you deploy during an outage of the service. A profile can't set it. It applies to the whole stack, which is production if one of its resources is.",
});
