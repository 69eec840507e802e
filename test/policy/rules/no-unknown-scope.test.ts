import { notYetKnown, testPolicy } from "../../../policy/index.js";
import { noUnknownScope } from "../../../policy/rules/no-unknown-scope.js";

const judge = (scopes: unknown, known: string[] = []) =>
  testPolicy(noUnknownScope, { type: "secret", scopes }, { config: { known } });

test("documented scopes pass, and those that the organisation knows", () => {
  judge(["accounts:delete", "api_keys:write", "apple_pay_domains:read"]).expectNone();
  judge(["*"]).expectNone();
  judge(["refunds:read", "payouts:write"], ["refunds:*", "payouts:write"]).expectNone();
});

test("an unknown scope violates, and says how to make it known", () => {
  const { findings } = judge(["accounts:read", "payouts:read"]);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ message: "payouts:read is not a known scope.", path: "scopes" });
  expect(findings[0]?.fix).toMatch(/add it to `known`/);
});

test("all unknown scopes of a key are one finding", () => {
  const { findings } = judge(["payouts:read", "payouts:write"]);
  expect(findings.map(({ message }) => message)).toEqual(["payouts:read and payouts:write are not known scopes."]);
});

test("a slip of a known scope is told with what was meant, one that is far off is not", () => {
  const fixOf = (scope: string, known: string[]) => judge([scope], known).findings[0]?.fix;
  expect(fixOf("refund:raed", ["refunds:read"])).toBe("Write refunds:read in place of refund:raed.");
  expect(fixOf("refun:raed", ["refunds:read"])).toMatch(/^Correct the scope/);
  expect(fixOf("payment:read", ["payment*:write"])).toMatch(/^Correct the scope/);
});

test("each slip of several is told", () => {
  const { findings } = judge(["refund:read", "payout:read"], ["refunds:read", "payouts:read"]);
  expect(findings[0]?.fix).toBe(
    "Write refunds:read in place of refund:read. Write payouts:read in place of payout:read.",
  );
});

test("a scope with a * is left to the rule about such", () => {
  judge(["payments:*"]).expectNone();
});

test("a pattern is no slip's target, however near it is", () => {
  const { findings } = judge(["payments:re"], ["payments:r*x"]);
  expect(findings[0]?.fix).toMatch(/^Correct the scope/);
});

test("an unknown value is undetermined and hides no unknown scope beside it", () => {
  judge(notYetKnown).expectUndetermined();
  judge([notYetKnown, "payouts:read"])
    .expectViolation(/payouts:read/)
    .expectUndetermined();
});

test("it guesses, so it is advisory in strict too", () => {
  expect(noUnknownScope).toMatchObject({ level: "advisory", strictLevel: "advisory" });
});
