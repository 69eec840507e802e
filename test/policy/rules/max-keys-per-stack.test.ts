import { testPolicy } from "../../../policy/index";
import { maxKeysPerStack } from "../../../policy/rules/max-keys-per-stack";

const keys = (count: number) =>
  Array.from({ length: count }, () => ({ class: "ApiKey", props: { type: "publishable" } }));

test("as many keys as are allowed pass, one more does not", () => {
  testPolicy(maxKeysPerStack, keys(2), { config: { most: 2 } }).expectNone();
  testPolicy(maxKeysPerStack, keys(3), { config: { most: 2 } }).expectViolation(/3 keys, and 2 are allowed/);
});

test("fifty are allowed where nothing is configured", () => {
  testPolicy(maxKeysPerStack, keys(50)).expectNone();
  testPolicy(maxKeysPerStack, keys(51)).expectViolation();
});

test("only keys are counted", () => {
  testPolicy(maxKeysPerStack, [...keys(1), { class: "WebhookEndpoint", props: {} }], {
    config: { most: 1 },
  }).expectNone();
});

test("keys that rotate are counted too, and the finding is put on the stack itself, where an exemption can name it", () => {
  const stack = { class: "pulumi:pulumi:Stack", name: "shop-dev", props: {} };
  const rotating = { class: "RotatingApiKey", props: {} };
  const { findings } = testPolicy(maxKeysPerStack, [...keys(1), rotating, stack], { config: { most: 1 } });
  expect(findings.map(({ name, message }) => [name, message])).toEqual([
    ["shop-dev", "The stack has 2 keys, and 1 are allowed."],
  ]);
});
