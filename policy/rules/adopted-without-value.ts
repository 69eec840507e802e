import { notYetKnown, secretValue } from "../facts";
import { type Found, stackRule, undetermined, violation } from "../rule";
import { isKey } from "../rule-helpers/keys";
import { firstOf } from "../text/in-words";

/** The service shows a value once (interface document, Authentication, 6), so only the program can provide an adopted key's value. */
export const adoptedWithoutValue = stackRule({
  name: "adopted-without-value",
  title: "An adopted key that other resources depend on has its value.",
  why: "The service shows a value only once, so a run that reads the value of such a key stops there, after it adopted the key.",
  fix: "Add adoptValue: config.requireSecret(…) beside adoptId. You can remove both once the key is adopted.",
  level: "advisory",
  strictLevel: "advisory",

  check(resources) {
    return resources.filter(isKey).flatMap(({ urn, name, props: { type, adoptId, adoptValue, value } }): Found[] => {
      // The service always shows the value of a publishable key.
      if (adoptId === undefined || adoptValue === secretValue || type === "publishable") return [];
      // State keeps the value of an earlier adoptValue.
      if (value === secretValue) return [];
      // Resources of this package use only the id of a key.
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
    "A key that no other resource depends on passes: it may be adopted only to manage its scopes. The engine does not report which output a resource depends on, so it may be the id. The rule does not see the exports of the stack.",
});

function dependsOn(dependencies: Readonly<Record<string, readonly string[]>>, urn: string): boolean {
  return Object.values(dependencies).some((urns) => urns.includes(urn));
}
