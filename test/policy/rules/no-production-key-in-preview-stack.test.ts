import { notYetKnown, secretValue, type TestContext, testPolicy } from "../../../policy/index";
import { noProductionKeyInPreviewStack } from "../../../policy/rules/no-production-key-in-preview-stack";

const live = "https://payments.example.com";
const config = { productionUrls: [live, "https://*.pay.example.com"] };
const check = (stackConfig: Record<string, unknown>, context: TestContext = {}, props: Record<string, unknown> = {}) =>
  testPolicy(noProductionKeyInPreviewStack, [{ name: "web", props: { type: "secret", ...props } }], {
    config,
    ...context,
    stack: { name: "pr-12", config: stackConfig, ...context.stack },
  });

test("a preview stack at the sandbox passes", () => {
  check({ "payments:baseUrl": "https://sandbox.example.com", "payments:environment": "sandbox" }).expectNone();
});

test("a preview stack at an address of production violates", () => {
  check({ "payments:baseUrl": live }).expectViolation(
    /^web would use https:\/\/payments\.example\.com, and pr-12 is a preview stack\./,
  );
  check({ "payments:baseUrl": "https://eu.pay.example.com" }).expectViolation(/https:\/\/\*\.pay\.example\.com/);
});

test.each([
  `${live}/`,
  `${live}/v1`,
  `${live}/v1/`,
  `${live}//v1//`,
  `${live}:443`,
  `${live}:443/v1`,
  " HTTPS://Payments.Example.com ",
])("%s is another spelling of that address", (address) => {
  check({ "payments:baseUrl": address }).expectViolation();
  check({ "payments:baseUrl": live }, { config: { productionUrls: [address] } }).expectViolation();
});

test.each([`${live}:4430`, `${live}.org`, `${live}/v10`, `${live}/v1/eu`, "http://payments.example.com:443"])(
  "%s is another address",
  (address) => {
    check({ "payments:baseUrl": address }).expectNone();
  },
);

test("the environment production violates, whatever the address is", () => {
  const found = check({ "payments:environment": "production" }, { config: {} });
  found.expectViolation(/^The environment of web is production, and pr-12 is a preview stack\./);
});

test("a profile that leads to production violates, one that leads elsewhere does not", () => {
  const profiles = JSON.stringify({ live: { baseUrl: live }, test: { baseUrl: "https://sandbox.example.com" } });
  const at = { "payments:baseUrl": "https://sandbox.example.com", "payments:profiles": profiles };
  check(at, {}, { profile: "live" }).expectViolation();
  check(at, {}, { profile: "test" }).expectNone();
});

test("a variable of the environment counts as the provider reads it", () => {
  check({}, { stack: { environment: { PAYMENTS_BASE_URL: live } } }).expectViolation();
  check({}, { stack: { environment: { PAYMENTS_ENVIRONMENT: "production" } } }).expectViolation();
});

test.each(["pr-7", "preview", "preview-7", "review", "review-7"])(
  "%s is a preview stack where nothing is reported",
  (name) => {
    check({ "payments:baseUrl": live }, { stack: { name } }).expectViolation();
  },
);

test("other stacks may live in production", () => {
  check({ "payments:baseUrl": live, "payments:environment": "production" }, { stack: { name: "prod" } }).expectNone();
  const named = { ...config, stacks: ["branch-*"] };
  check({ "payments:baseUrl": live }, { config: named }).expectNone();
  check({ "payments:baseUrl": live }, { config: named, stack: { name: "branch-1" } }).expectViolation();
});

test.each(["ApiKey", "ApplePayDomainScopes", "WebhookEndpoint"])("it looks at %s", (className) => {
  testPolicy(noProductionKeyInPreviewStack, [{ class: className, props: {} }], {
    stack: { name: "pr-1", config: { "payments:environment": "production" } },
  }).expectViolation();
});

test("without an environment or production URLs the rule checks nothing", () => {
  check({ "payments:baseUrl": live }, { config: {} }).expectNone();
  check({}, { config: {} }).expectNone();
});

test("an address that can't be read is undetermined, and says why", () => {
  check({}, {}, { profile: notYetKnown }).expectUndetermined(/profile is not known/);
  check({ "payments:baseUrl": secretValue }).expectUndetermined(/can't be compared: it is marked as a secret\./);
  check({}).expectUndetermined(/can't be compared: neither the stack nor the environment sets it\./);
});

test("an unknown profile is undetermined even if the stack is production, and does not hide a violation", () => {
  const at = { "payments:baseUrl": live };
  expect(check(at, {}, { profile: notYetKnown }).findings.map(({ outcome }) => outcome)).toEqual(["undetermined"]);
  testPolicy(
    noProductionKeyInPreviewStack,
    [
      { name: "a", props: { profile: notYetKnown } },
      { name: "b", props: {} },
    ],
    { config, stack: { name: "pr-1", config: at } },
  )
    .expectUndetermined()
    .expectViolation(/^b would/);
});

test("it is mandatory", () => {
  expect(noProductionKeyInPreviewStack.level).toBe("mandatory");
});

test("where all profiles are a secret, a resource with one is undetermined, and says why", () => {
  const hidden = { "payments:baseUrl": "https://sandbox.example.com", "payments:profiles": secretValue };
  const { findings } = check(hidden, { config: {} }, { profile: "eu" });
  expect(findings.map(({ path, message }) => [path, message])).toEqual([
    [
      "profile",
      "Undetermined: The environment of web is unknown, because payments:environment or payments:profiles is a secret.",
    ],
  ]);
  check(hidden, { config: {} }).expectNone();
});
