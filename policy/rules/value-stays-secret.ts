import { partsOf } from "../facts";
import { stackRule, violation } from "../rule";

/** The engine reports which properties are marked as secrets, so the rule compares values and guesses nothing. */
export const valueStaysSecret = stackRule({
  name: "value-stays-secret",
  title: "The value of a secret key is never in plain text.",
  why: "A value that is not marked as a secret is in plain text in state, in outputs and on the screen.",
  fix: "Pass the output itself (key.value), or wrap a value derived from it in pulumi.secret(…).",
  level: "mandatory",

  check: (resources) =>
    resources.flatMap(({ urn, inClear }) =>
      inClear.map(({ path, keyUrn }) => {
        const key = partsOf(keyUrn).name;
        return violation(`${path} holds the value of the key ${JSON.stringify(key)} in plain text.`, { path, urn });
      }),
    ),

  example: {
    failing: `const ci = new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
export const command = pulumi.unsecret(ci.value).apply((value) => \`deploy --key \${value}\`);`,
    passing: `const ci = new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
export const command = ci.value.apply((value) => \`deploy --key \${value}\`);`,
  },
  notes:
    "The value of a new key is not known in its preview. So the rule finds it at the end of `up` and in every later preview.",
});
