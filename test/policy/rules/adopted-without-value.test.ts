import { notYetKnown, secretValue, type TestResource, testPolicy } from "../../../policy/index.js";
import { adoptedWithoutValue } from "../../../policy/rules/adopted-without-value.js";

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
const judge = (...resources: TestResource[]) => testPolicy(adoptedWithoutValue, resources);

test("an adopted key with its value passes", () => {
  judge(legacy({ adoptValue: secretValue }), reader("a")).expectNone();
});

test("an adopted key whose value state holds already passes, and so does one whose value is always shown", () => {
  judge(legacy({ value: secretValue }), reader("a")).expectNone();
  judge(legacy({ type: "publishable" }), reader("a")).expectNone();
});

test("an adopted key without its value violates where others depend on it, and names them", () => {
  const { findings } = judge(legacy(), reader("a"), reader("b"));
  expect(findings.map((found) => [found.message, found.path, found.urn])).toEqual([
    ["legacy is adopted without adoptValue, and a and b may read its value.", "adoptValue", urn],
  ]);
});

test("nobody needs a value that nobody reads", () => {
  judge(legacy(), reader("a", { other: ["urn:x"], text: ["urn:y"] })).expectNone();
});

test("a resource of this package takes only its id", () => {
  const scopes = { ...reader("scopes"), class: "ApplePayDomainScopes" };
  judge(legacy(), scopes).expectNone();
});

test("a key that is made has its value, and other resources none to give", () => {
  judge(legacy({ adoptId: undefined }), reader("a")).expectNone();
  judge(
    { ...legacy(), class: "WebhookEndpoint" },
    reader("a", { other: [], text: [urn, urn.replace("ApiKey", "WebhookEndpoint")] }),
  ).expectNone();
});

test.each(["adoptId", "adoptValue"])("an unknown %s is undetermined and hides no violation elsewhere", (property) => {
  judge(legacy({ [property]: notYetKnown }), reader("a")).expectUndetermined(new RegExp(`${property} is not known`));
  const other = { ...legacy(), name: "other" };
  const both = reader("a", { other: [urn.replace("legacy", "other")], text: [urn] });
  const { findings } = judge(legacy({ [property]: notYetKnown }), other, both);
  expect(findings.map(({ outcome, name }) => [outcome, name])).toEqual([
    ["undetermined", "legacy"],
    ["violation", "other"],
  ]);
});

test("it can't tell which output is read, so it is advisory in strict too", () => {
  expect(adoptedWithoutValue).toMatchObject({ level: "advisory", strictLevel: "advisory" });
});
