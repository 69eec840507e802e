import { notYetKnown, secretValue } from "../facts.js";
import { type Found, stackRule, undetermined, violation } from "../rule.js";
import { isKey } from "../rule-helpers/keys.js";
import { firstOf } from "../text/in-words.js";

/** The service shows a value once (interface document, Authentication, 6): that of an adopted key only the program can bring. */
export const adoptedWithoutValue = stackRule({
  name: "adopted-without-value",
  title: "An adopted key that other resources depend on is given its value.",
  why: "The service shows a value once only, so a run that reads the value of such a key stops there, with the key adopted already.",
  fix: "Add adoptValue: config.requireSecret(…) beside adoptId; once the key is adopted, both may go.",
  level: "advisory",
  strictLevel: "advisory",

  check(resources) {
    return resources.filter(isKey).flatMap(({ urn, name, props: { type, adoptId, adoptValue, value } }): Found[] => {
      // The value of a publishable key the service always shows.
      if (adoptId === undefined || adoptValue === secretValue || type === "publishable") return [];
      // Brought by an earlier adoptValue: state keeps it.
      if (value === secretValue) return [];
      // What the resources of this package take from a key is its id.
      const readers = resources.filter((one) => one.className === undefined && dependsOn(one.dependencies, urn));
      if (readers.length === 0) return [];
      if (adoptId === notYetKnown) return [undetermined("adoptId", { urn })];
      if (adoptValue === notYetKnown) return [undetermined("adoptValue", { urn })];
      const message = `${name} is adopted without adoptValue, and ${firstOf(readers.map((one) => one.name))} may read its value.`;
      return [violation(message, { path: "adoptValue", urn })];
    });
  },

  example: {
    failing: `const Secret = class extends pulumi.CustomResource {};
const key = new ApiKey("legacy", { type: "secret", scopes: ["accounts:read"], adoptId: "key_123" });
new Secret("cloud:index:Secret", "legacy-key", { text: key.value });`,
    passing: `const Secret = class extends pulumi.CustomResource {};
const key = new ApiKey("reports", { type: "secret", scopes: ["accounts:read"] });
new Secret("cloud:index:Secret", "reports-key", { text: key.value });`,
  },
  notes:
    "A key that is adopted only to keep its scopes in order needs no value, so one that no other resource depends on passes. Which output a resource depends on is not told: it may be the id. What the stack exports is not seen here.",
});

function dependsOn(dependencies: Readonly<Record<string, readonly string[]>>, urn: string): boolean {
  return Object.values(dependencies).some((urns) => urns.includes(urn));
}
