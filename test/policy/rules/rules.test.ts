import fc from "fast-check";
import { evaluateResource, evaluateStack } from "../../../policy/evaluate";
import { testResource } from "../../../policy/harness";
import { notYetKnown, type StackFacts, secretValue, type TestResource } from "../../../policy/index";
import type { ExampleProgram } from "../../../policy/rule";
import { rules } from "../../../policy/rules/registry";
import { entriesOf, readSettings } from "../../../policy/settings";
import { resourceClassNames } from "../../../provider/text/class-names";

const programOf = (given: string | ExampleProgram) => (typeof given === "string" ? { program: given } : given);

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s", (_, { notes, example }) => {
  test("has notes in whole sentences, or none", () => {
    if (notes !== undefined) expect(notes).toMatch(/^[A-Z`].{20,}\.$/s);
  });

  test("has a passing example with a program if the failing one has one", () => {
    const [failing, passing] = [example?.failing ?? "", example?.passing ?? ""].map(programOf);
    expect(passing?.program === "").toBe(failing?.program === "");
    expect(passing).not.toEqual(failing);
    expect(Object.keys(passing?.outputs ?? {}).length).toBe(Object.keys(failing?.outputs ?? {}).length);
  });
});

/** A rule that asks nothing without a configuration, asking. */
const asking: Readonly<Record<string, object>> = {
  "allowed-scopes-by-stack": { grants: [{ scopes: ["accounts:*"] }] },
  "apple-pay-write-only-where-allowed": { stacks: ["p?od"] },
  "endpoint-managed": { endpoints: { acct_1: ["we_1"] } },
  "name-convention": { pattern: "[a-z]+", mendAs: "{name}" },
  "no-production-key-in-preview-stack": { stacks: ["*"], productionUrls: ["https://*"] },
  "max-key-age": { days: 90 },
  "protect-required": { keys: ["*"] },
  "rotation-declared": { stacks: ["*"] },
};
const classes = [...resourceClassNames, "aws:s3/bucket:Bucket"];
const words = fc.oneof(
  fc.constantFrom("*", "accounts:*", "api_keys:write", ":", "secret", "publishable", "off", "never", "acct_1", "😀:𐏿"),
  fc.constantFrom("__proto__", "constructor", "toString", "2020-01-01", "9999-99-99", "https://a.example/v1", "\u0000"),
  fc.string({ unit: "binary" }),
);
const values = fc.oneof(
  words,
  fc.array(fc.oneof(words, fc.constant(notYetKnown)), { maxLength: 30 }),
  fc.constantFrom(notYetKnown, secretValue, null, undefined, true, 0, Number.NaN, -1e300),
  fc.anything(),
);
const names = [
  ...["type", "name", "scopes", "delegatedScopes", "adoptId", "adoptValue", "deleteAdopted", "deletionGuard"],
  ...["accountId", "profile", "createdAt", "lastUsed", "lastUsedObservedAt", "apiKeyId", "access"],
  ...["endpointId", "status", "reenable"],
];
const propsOf = (someValues: fc.Arbitrary<unknown>) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names, "__proto__", "constructor"), someValues), { maxLength: 12 })
    .map((entries) => Object.fromEntries(entries) as Record<string, unknown>);
const settingsOf = fc
  .array(
    fc.tuple(
      fc.constantFrom("payments:profiles", "payments:environment", "payments:driftCheck", "payments-policy:reasons"),
      fc.oneof(words, fc.json(), fc.constant(secretValue)),
    ),
  )
  .map((entries) => Object.fromEntries(entries) as Record<string, unknown>);
const resourcesOf = (someValues: fc.Arbitrary<unknown>): fc.Arbitrary<TestResource[]> =>
  fc.array(fc.record({ class: fc.constantFrom(...classes), name: words, props: propsOf(someValues) }), {
    maxLength: 6,
  });

function check(rule: (typeof rules)[number], given: readonly TestResource[], config: Record<string, unknown> = {}) {
  const stack: StackFacts = { name: "prod", project: "shop", isPreview: true, config, environment: {} };
  const file = { [rule.name]: { enforcementLevel: "mandatory", ...asking[rule.name] } };
  const context = {
    rules: [rule],
    settings: readSettings({ rules: [rule], entries: entriesOf(file) }),
    stack,
    now: new Date("2026-06-01T00:00:00Z"),
  };
  const resources = given.map((one, index) => testResource(one, { fallback: "ApiKey", index, stack }));
  return [...resources.flatMap((one) => evaluateResource(context, one)), ...evaluateStack(context, resources)];
}

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s, with any input,", (_, rule) => {
  test("never throws", () => {
    fc.assert(
      fc.property(resourcesOf(values), settingsOf, (resources, config) => {
        for (const { outcome } of check(rule, resources, config))
          expect(["violation", "undetermined"]).toContain(outcome);
      }),
      { numRuns: 60 },
    );
  });

  test("checks very long lists quickly", () => {
    const scopes = Array.from(
      { length: 20_000 },
      (_, index) => `space_${index % 5_000}:${index % 2 ? "read" : "delete"}`,
    );
    const hostile = [..."*".repeat(1_000)].map((star, index) => `${star}${index}:*`);
    const resources = ["ApiKey", "RotatingApiKey"].map((name) => ({
      class: name,
      name: "a".repeat(5_000),
      props: { type: "secret", scopes: [...scopes, ...hostile], delegatedScopes: scopes, name: "a".repeat(5_000) },
    }));
    expect(() => check(rule, resources)).not.toThrow();
  });
});

/** What is wrong whatever the unknown values turn out to be: it hangs on no property, or on one that is not there. */
const certain = new Set(["protect-required", "max-keys-per-stack", "name-convention", "no-wildcard-scope"]);

test.each(rules.filter(({ name }) => !certain.has(name)).map((rule) => [rule.name, rule] as const))(
  "%s finds no violation in values that are all unknown",
  (_, rule) => {
    const unknown = Object.fromEntries(names.map((name) => [name, notYetKnown]));
    const resources = classes.map((name) => ({ class: name, name: "web", props: unknown }));
    expect(check(rule, resources).filter(({ outcome }) => outcome === "violation")).toEqual([]);
  },
);
