import { levelIn } from "../../../policy/levels";
import { configSchemaOf } from "../../../policy/rule";
import { rules } from "../../../policy/rules/registry";

/** A user's stack may come to fail by a change here: level in `recommended`, in `strict`, and what holds where nothing is configured. */
const promised: Readonly<Record<string, readonly [string, string, object]>> = {
  "adopted-without-value": ["advisory", "advisory", {}],
  "allowed-scopes-by-stack": ["mandatory", "mandatory", {}],
  "apple-pay-scopes-through-resource": ["mandatory", "mandatory", {}],
  "apple-pay-write-only-where-allowed": ["mandatory", "mandatory", {}],
  "deletion-guard-kept": [
    "advisory",
    "mandatory",
    { stacks: ["*"], throwAway: ["pr-*", "preview", "preview-*", "review", "review-*"] },
  ],
  "duplicate-purpose": ["disabled", "disabled", {}],
  "endpoint-managed": ["advisory", "mandatory", { endpoints: {}, stacks: ["*"] }],
  "key-management-isolated": ["advisory", "mandatory", { stacks: ["*"], beside: [] }],
  "least-privilege": ["disabled", "mandatory", { reasons: {}, allow: [] }],
  "max-key-age": ["mandatory", "mandatory", {}],
  "max-keys-per-stack": ["advisory", "mandatory", { most: 50 }],
  "name-convention": ["advisory", "mandatory", {}],
  "no-delete-scope-with-write": ["advisory", "mandatory", {}],
  "no-production-key-in-preview-stack": [
    "mandatory",
    "mandatory",
    { stacks: ["pr-*", "preview", "preview-*", "review", "review-*"], productionUrls: [] },
  ],
  "no-report-only-in-production": [
    "advisory",
    "mandatory",
    { stacks: ["prod", "prod-*", "production", "production-*"] },
  ],
  "no-unknown-scope": ["advisory", "advisory", { known: [] }],
  "no-wildcard-scope": ["mandatory", "mandatory", {}],
  "overlap-long-enough": ["advisory", "mandatory", { hours: 24 }],
  "protect-required": ["mandatory", "mandatory", { keys: [], stacks: ["*"] }],
  "provider-drift-check-strict": [
    "advisory",
    "mandatory",
    { stacks: ["prod", "prod-*", "production", "production-*"] },
  ],
  "rotation-declared": ["mandatory", "mandatory", { stacks: [] }],
  "scopes-are-explicit": ["advisory", "mandatory", { allow: [] }],
  "stale-key": ["disabled", "advisory", { days: 365 }],
  "unused-key": ["advisory", "advisory", { days: 90 }],
  "value-not-in-plain-config": ["mandatory", "mandatory", { shapes: [], ignore: [] }],
  "value-stays-secret": ["mandatory", "mandatory", {}],
};

test.each(rules.map((rule) => [rule.name, rule] as const))(
  "%s has the levels and the defaults that are promised",
  (name, rule) => {
    const defaults = configSchemaOf(rule).parse({});
    expect([levelIn("recommended", rule), levelIn("strict", rule), defaults]).toEqual(promised[name]);
  },
);

test.each([
  ["stale-key", { days: 0 }],
  ["stale-key", { days: -1 }],
  ["unused-key", { days: 0 }],
  ["max-key-age", { days: 0 }],
  ["overlap-long-enough", { hours: 0 }],
  ["unused-key", { days: "90" }],
  ["max-keys-per-stack", { most: -1 }],
  ["max-keys-per-stack", { most: 1.5 }],
  ["least-privilege", { reasons: { web: " " } }],
  ["name-convention", { mendAs: "" }],
  ["name-convention", { pattern: "(" }],
  ["allowed-scopes-by-stack", { grants: [{}] }],
  ["allowed-scopes-by-stack", { grants: [{ scopes: [], key: ["web"] }] }],
  ["endpoint-managed", { endpoints: { acct_1: "we_1" } }],
  ["endpoint-managed", { endpoints: ["we_1"] }],
  ["value-not-in-plain-config", { shapes: ["(?=x)"] }],
  ["value-not-in-plain-config", { ignore: "shop:theme" }],
])("%s refuses the configuration %j", (name, config) => {
  const rule = rules.find((one) => one.name === name);
  expect(rule && configSchemaOf(rule).safeParse(config).success).toBe(false);
});

test.each([
  ["stale-key", { days: 0.5 }],
  ["max-keys-per-stack", { most: 0 }],
  ["least-privilege", { reasons: { web: "it sells" } }],
  ["name-convention", { mendAs: "x" }],
  ["allowed-scopes-by-stack", { grants: [{ scopes: [] }] }],
])("%s takes the configuration %j", (name, config) => {
  const rule = rules.find((one) => one.name === name);
  expect(rule && configSchemaOf(rule).safeParse(config).success).toBe(true);
});
