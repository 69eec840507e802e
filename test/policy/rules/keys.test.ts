import { testResource } from "../../../policy/harness.js";
import { isKey } from "../../../policy/rules/keys.js";

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
