import { type TestResource, testPolicy } from "../../../policy/index";
import { protectRequired } from "../../../policy/rules/protect-required";

const checkout: TestResource = { name: "checkout-server", props: { type: "secret", scopes: ["accounts:read"] } };
const config = { keys: ["till", "checkout*"] };

test("a configured key passes if it is protected, and violates otherwise", () => {
  testPolicy(protectRequired, [{ ...checkout, protect: true }], { config }).expectNone();
  testPolicy(protectRequired, [checkout], { config }).expectViolation(/^checkout-server is not protected\./);
});

test("other keys need no protection", () => {
  testPolicy(protectRequired, [{ ...checkout, name: "reports" }], { config }).expectNone();
});

test("without a configuration the rule checks nothing", () => {
  testPolicy(protectRequired, [checkout]).expectNone();
});

test("it applies only to the configured stacks", () => {
  const check = (name: string) =>
    testPolicy(protectRequired, [checkout], { config: { ...config, stacks: ["prod*"] }, stack: { name } });
  check("prod-eu").expectViolation();
  check("dev").expectNone();
});

test("it is mandatory, because it checks nothing without a configuration", () => {
  expect(protectRequired.level).toBe("mandatory");
});
