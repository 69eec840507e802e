import fc from "fast-check";
import { canonicalScopes, documentedScopes, sameScopes } from "../../../../provider/api/contract/scope";
import { readInputs } from "../../../../provider/lifecycle/inputs";
import { type ApiKeyArgs, apiKeyArgs } from "../../../../provider/resources/api-key/fields";
import { apiKeyProblems } from "../../../../provider/resources/api-key/problems";

const problemsOf = (inputs: Record<string, unknown>): string[] => {
  const read = readInputs<ApiKeyArgs>(apiKeyArgs, inputs);
  return [...read.problems, ...apiKeyProblems(read.known, read.unusable)].map(
    ({ path, message }) => `${path}: ${message}`,
  );
};
const scoped = (scopes: unknown): string[] => problemsOf({ type: "secret", scopes });

describe("scopes", () => {
  test.each(documentedScopes)("the documented %s is taken", (scope) => {
    expect(scoped([scope])).toEqual([]);
  });

  test.each(["payouts:read", "payment_intents:write", "apple_pay_domains:list", "disputes:*", "v2.reports:read"])(
    "%s, which the document does not show, is taken",
    (scope) => {
      expect(scoped([scope])).toEqual([]);
    },
  );

  test.each([
    ["api_key:read", "api_keys:read"],
    ["apikeys:read", "api_keys:read"],
    ["api-keys:write", "api_keys:write"],
    ["account:read", "accounts:read"],
    ["accounts:raed", "accounts:read"],
    ["Accounts:Read", "accounts:read"],
    ["apple_pay_domain:write", "apple_pay_domains:write"],
  ])("the near miss %s is refused, and %s may be meant", (scope, meant) => {
    expect(scoped([scope])).toEqual([expect.stringContaining(`Did you mean "${meant}"?`)]);
  });

  test.each(["read", "accounts", ":read", "accounts:", "a b:read", "", "**"])("%j is not a scope", (scope) => {
    expect(scoped([scope])).toEqual([expect.stringContaining("is not a scope")]);
  });

  test("are required for a secret key, and an empty list is refused: a service may read either as everything", () => {
    expect(problemsOf({ type: "secret" })).toEqual([expect.stringContaining("scopes: is required for a secret key")]);
    expect(scoped([])).toEqual([expect.stringContaining("scopes: is empty")]);
  });

  test("of * alone are taken, and refused beside others", () => {
    expect(scoped(["*", "*"])).toEqual([]);
    expect(scoped(["*", "accounts:read"])).toEqual([expect.stringContaining("* cannot be combined with other scopes")]);
  });

  test("of a publishable key are refused with the reason", () => {
    expect(problemsOf({ type: "publishable", scopes: ["accounts:read"] })).toEqual([
      expect.stringContaining("scopes: the service ignores"),
    ]);
    expect(problemsOf({ type: "publishable", delegatedScopes: ["accounts"] })).toHaveLength(1);
    expect(problemsOf({ type: "publishable" })).toEqual([]);
  });

  test("inside a delegated namespace are refused, and no path names another scope", () => {
    const problems = problemsOf({
      type: "secret",
      scopes: ["z:read", "accounts:read", "apple_pay_domains:read"],
      delegatedScopes: ["apple_pay_domains"],
    });
    expect(problems).toEqual([expect.stringMatching(/^scopes(\[2\])?: apple_pay_domains:read is inside/)]);
    expect(problemsOf({ type: "secret", scopes: ["*"], delegatedScopes: ["accounts"] })).toEqual([
      expect.stringContaining("nothing to delegate"),
    ]);
  });

  test.each([
    ["apple_pay_domain", "apple_pay_domains"],
    ["applePayDomains", "apple_pay_domains"],
    ["apple-pay-domains", "apple_pay_domains"],
    ["account", "accounts"],
    ["api_key", "api_keys"],
  ])("the namespace %s is refused as a slip of %s, and one that the document does not show is taken", (slip, meant) => {
    const problems = (namespace: string) =>
      problemsOf({ type: "secret", scopes: ["a:read"], delegatedScopes: ["payouts", namespace] });
    expect(problems(slip)).toEqual([`delegatedScopes[1]: "${slip}" is not a namespace. Did you mean "${meant}"?`]);
    expect(problems(meant)).toEqual([]);
    expect(problems("api_calls")).toEqual([]);
  });

  test("a namespace is delegated without an action", () => {
    const problems = problemsOf({ type: "secret", scopes: ["a:read"], delegatedScopes: ["apple_pay_domains:read"] });
    expect(problems).toEqual([expect.stringContaining("delegatedScopes[0]: must be a namespace")]);
  });
});

test.each([
  [{ type: "secret", plainValue: true }, "plainValue"],
  [{ adoptValue: "v" }, "adoptValue: goes with adoptId. Add adoptId, or leave this out"],
  [{ deleteAdopted: true }, "deleteAdopted: goes with adoptId. Add adoptId, or leave this out"],
  [{ name: "" }, "name: "],
  [{ name: "x".repeat(256) }, "name: "],
  [{ adoptId: "" }, "adoptId: "],
])("%j is refused", (extra, expected) => {
  const problems = problemsOf({ type: "secret", scopes: ["accounts:read"], ...extra });
  expect(problems).toEqual([expect.stringContaining(expected)]);
});

test("nothing is concluded from an argument that is not known yet", () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  expect(problemsOf({ type: "secret", scopes: unknown })).toEqual([]);
  expect(problemsOf({ type: unknown })).toEqual([]);
  expect(problemsOf({ type: "secret", scopes: ["accounts:read"], adoptId: unknown, adoptValue: "v" })).toEqual([]);
});

test("the canonical form of scopes is one form: sorted, each once, and reached once for all", () => {
  const scopes = fc.array(fc.constantFrom(...documentedScopes));
  fc.assert(
    fc.property(scopes, scopes, (left, right) => {
      const canonical = canonicalScopes(left);
      expect(canonicalScopes(canonical)).toEqual(canonical);
      expect(canonicalScopes([...left].reverse().concat(left))).toEqual(canonical);
      expect(new Set(canonical)).toEqual(new Set(left));
      expect(sameScopes(left, right)).toBe(canonical.join() === canonicalScopes(right).join());
    }),
  );
});

test("every argument and output is described for the editor", () => {
  for (const schema of Object.values(apiKeyArgs.shape)) {
    expect(String((schema.meta() as { description?: string }).description)).toMatch(/^\S.*\.$/s);
  }
});
