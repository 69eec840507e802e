import { z } from "zod";
import { instanceOf, type ResourceFacts, type StackFacts, secretValue, settingFor } from "../facts";
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
    const found = instancesLessStrictThan(driftCheck, { resources, stack, stacks });
    if (effect === undefined && driftCheck !== secretValue) return found;
    const places = resources
      .filter(({ className }) => className !== undefined)
      .map((resource) => inProduction(resource, stack, stacks));
    const unknown = places.find((place) => typeof place !== "boolean");
    if (!places.includes(true)) return unknown === undefined ? found : [...found, unknown];
    if (effect === undefined) {
      const why = "payments:driftCheck is marked as a secret, so its value can't be read. Set it without --secret.";
      return [...found, undetermined("payments:driftCheck", { why, ...stackItself(resources) })];
    }
    const isVariable = driftCheck === stack.environment.PAYMENTS_DRIFT_CHECK;
    const [setting, fix] = isVariable
      ? ["PAYMENTS_DRIFT_CHECK", "Run: unset PAYMENTS_DRIFT_CHECK."]
      : ["payments:driftCheck", `Run: pulumi config rm payments:driftCheck --stack ${stack.name}.`];
    return [
      ...found,
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

/** Explicit instances of the provider plugin have settings of their own: a finding for each that says otherwise than the stack. */
function instancesLessStrictThan(
  ofStack: unknown,
  { resources, stack, stacks }: { resources: readonly ResourceFacts[]; stack: StackFacts; stacks: readonly string[] },
): Found[] {
  const first = new Map<string, ResourceFacts>();
  for (const resource of resources) {
    const instance = instanceOf(resource);
    if (instance !== undefined && !first.has(instance.name)) first.set(instance.name, resource);
  }
  return [...first].flatMap(([name, resource]) => {
    const driftCheck = settingFor(stack, "driftCheck", resource);
    const effect = lessStrict.get(driftCheck);
    if (effect === undefined || driftCheck === ofStack || inProduction(resource, stack, stacks) !== true) return [];
    const fix = `Remove driftCheck from the arguments of the provider ${name}.`;
    const what = `driftCheck of the provider ${name} is ${driftCheck} in ${stack.name}, so a preview ${effect}.`;
    return [violation(what, { fix, urn: resource.urn })];
  });
}
