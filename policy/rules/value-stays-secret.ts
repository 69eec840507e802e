import { partsOf } from "../facts.js";
import { stackRule, violation } from "../rule.js";

/** The engine tells which properties are marked as secrets, so this compares values and guesses nothing. */
export const valueStaysSecret = stackRule({
  name: "value-stays-secret",
  title: "The value of a secret key stands nowhere in clear.",
  why: "What is not marked as a secret is written in clear into state, into outputs and onto the screen, for everybody who may read them.",
  fix: "Hand on the output itself (key.value), or wrap what is made of it in pulumi.secret(…).",
  level: "mandatory",

  check: (resources) =>
    resources.flatMap(({ urn, inClear }) =>
      inClear.map(({ path, keyUrn }) => {
        const key = partsOf(keyUrn).name;
        return violation(`${path} holds the value of the key ${JSON.stringify(key)} in clear.`, { path, urn });
      }),
    ),

  example: {
    failing: `const ci = new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
export const command = pulumi.unsecret(ci.value).apply((value) => \`deploy --key \${value}\`);`,
    passing: `const ci = new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
export const command = ci.value.apply((value) => \`deploy --key \${value}\`);`,
  },
  notes:
    "In the preview of a new key its value is not known yet, so this is seen at the end of `up` and in every preview after it.",
});
