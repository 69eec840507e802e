import { testResource } from "../../../policy/harness";
import { isKey, keyClasses } from "../../../policy/rule-helpers/keys";
import { rules } from "../../../policy/rules/registry";

test.each([
  ["ApiKey", true],
  ["RotatingApiKey", true],
  ["ApplePayDomainScopes", false],
  ["WebhookEndpoint", false],
  ["aws:iam/accessKey:AccessKey", false],
])("whether a %s is a key: %s", (className, is) => {
  const stack = { name: "dev", project: "shop" };
  expect(isKey(testResource({ class: className, props: {} }, { fallback: "ApiKey", index: 0, stack }))).toBe(is);
});

/** It asks for one kind of key in place of the other. */
const ofOneKind = ["rotation-declared"];

test("a rule that checks one class of keys checks all of them", () => {
  const looking = rules
    .flatMap((rule) => (rule.kind === "resource" ? [rule] : []))
    .filter(({ name, looksAt }) => looksAt.includes("ApiKey") && !ofOneKind.includes(name));
  expect(looking.length).toBeGreaterThan(5);
  for (const { name, looksAt } of looking) expect([name, ...looksAt]).toEqual(expect.arrayContaining([...keyClasses]));
});
