import { notYetKnown, secretValue, type TestResource, testPolicy } from "../../../policy/index";
import { adoptedWithoutValue } from "../../../policy/rules/adopted-without-value";

const urn = "urn:pulumi:dev::test::pulumi-nodejs:dynamic/payments:ApiKey::legacy";
const legacy = (props: Record<string, unknown> = {}): TestResource => ({
  name: "legacy",
  class: "ApiKey",
  props: { type: "secret", adoptId: "key_123", ...props },
});
const reader = (name: string, dependencies = { other: ["urn:x"], text: ["urn:y", urn] }): TestResource => ({
  name,
  class: "cloud:index:Secret",
  props: {},
  dependencies,
});
const check = (...resources: TestResource[]) => testPolicy(adoptedWithoutValue, resources);

test("an adopted key with its value passes", () => {
  check(legacy({ adoptValue: secretValue }), reader("a")).expectNone();
});

test("an adopted key passes if state has its value or the service always shows it", () => {
  check(legacy({ value: secretValue }), reader("a")).expectNone();
  check(legacy({ type: "publishable" }), reader("a")).expectNone();
});

test("an adopted key without its value violates if others depend on it, and the message names them", () => {
  const { findings } = check(legacy(), reader("a"), reader("b"));
  expect(findings.map((found) => [found.message, found.path, found.urn])).toEqual([
    ["legacy is adopted without adoptValue, and a and b may read its value.", "adoptValue", urn],
  ]);
});

test("an adopted key that no other resource depends on passes", () => {
  check(legacy(), reader("a", { other: ["urn:x"], text: ["urn:y"] })).expectNone();
});

test("a dependency of a resource of this package does not count, because it uses only the id", () => {
  const scopes = { ...reader("scopes"), class: "ApplePayDomainScopes" };
  check(legacy(), scopes).expectNone();
});

test("a created key has its value, and other resources are skipped", () => {
  check(legacy({ adoptId: undefined }), reader("a")).expectNone();
  check(
    { ...legacy(), class: "WebhookEndpoint" },
    reader("a", { other: [], text: [urn, urn.replace("ApiKey", "WebhookEndpoint")] }),
  ).expectNone();
});

test.each(["adoptId", "adoptValue"])("an unknown %s is undetermined and does not hide a violation", (property) => {
  check(legacy({ [property]: notYetKnown }), reader("a")).expectUndetermined(new RegExp(`${property} is not known`));
  const other = { ...legacy(), name: "other" };
  const both = reader("a", { other: [urn.replace("legacy", "other")], text: [urn] });
  const { findings } = check(legacy({ [property]: notYetKnown }), other, both);
  expect(findings.map(({ outcome, name }) => [outcome, name])).toEqual([
    ["undetermined", "legacy"],
    ["violation", "other"],
  ]);
});

test("it does not know which output is read, so it is advisory in strict too", () => {
  expect(adoptedWithoutValue).toMatchObject({ level: "advisory", strictLevel: "advisory" });
});
