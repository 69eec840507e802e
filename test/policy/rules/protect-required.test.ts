import { type TestResource, testPolicy } from "../../../policy/index.js";
import { protectRequired } from "../../../policy/rules/protect-required.js";

const checkout: TestResource = { name: "checkout-server", props: { type: "secret", scopes: ["accounts:read"] } };
const config = { keys: ["till", "checkout*"] };

test("a named key that is protected passes, one that is not violates", () => {
  testPolicy(protectRequired, [{ ...checkout, protect: true }], { config }).expectNone();
  testPolicy(protectRequired, [checkout], { config }).expectViolation(/^checkout-server is not protected\./);
});

test("other keys need no protection", () => {
  testPolicy(protectRequired, [{ ...checkout, name: "reports" }], { config }).expectNone();
});

test("without names nothing is asked", () => {
  testPolicy(protectRequired, [checkout]).expectNone();
});

test("it holds in the named stacks only", () => {
  const judge = (name: string) =>
    testPolicy(protectRequired, [checkout], { config: { ...config, stacks: ["prod*"] }, stack: { name } });
  judge("prod-eu").expectViolation();
  judge("dev").expectNone();
});

test("it is mandatory, since only who configured it is asked", () => {
  expect(protectRequired.level).toBe("mandatory");
});
