import { notYetKnown, testPolicy } from "../../../policy/index";
import { noUnknownScope } from "../../../policy/rules/no-unknown-scope";

const check = (scopes: unknown, known: string[] = []) =>
  testPolicy(noUnknownScope, { type: "secret", scopes }, { config: { known } });

test("documented and configured scopes pass", () => {
  check(["accounts:delete", "api_keys:write", "apple_pay_domains:read"]).expectNone();
  check(["*"]).expectNone();
  check(["refunds:read", "payouts:write"], ["refunds:*", "payouts:write"]).expectNone();
});

test("an unknown scope violates, and the fix says how to configure it", () => {
  const { findings } = check(["accounts:read", "payouts:read"]);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ message: "payouts:read is not a known scope.", path: "scopes" });
  expect(findings[0]?.fix).toMatch(/add it to `known`/);
});

test("all unknown scopes of a key are one finding", () => {
  const { findings } = check(["payouts:read", "payouts:write"]);
  expect(findings.map(({ message }) => message)).toEqual(["payouts:read and payouts:write are not known scopes."]);
});

test("the fix for a misspelled scope is the known scope, if it is close", () => {
  const fixOf = (scope: string, known: string[]) => check([scope], known).findings[0]?.fix;
  expect(fixOf("refund:raed", ["refunds:read"])).toBe("Write refunds:read in place of refund:raed.");
  expect(fixOf("refun:raed", ["refunds:read"])).toMatch(/^Correct the scope/);
  expect(fixOf("payment:read", ["payment*:write"])).toMatch(/^Correct the scope/);
});

test("the fix corrects each of several misspelled scopes", () => {
  const { findings } = check(["refund:read", "payout:read"], ["refunds:read", "payouts:read"]);
  expect(findings[0]?.fix).toBe(
    "Write refunds:read in place of refund:read. Write payouts:read in place of payout:read.",
  );
});

test("a scope with a * is left to scopes-are-explicit", () => {
  check(["payments:*"]).expectNone();
});

test("a pattern is never the correction of a misspelled scope", () => {
  const { findings } = check(["payments:re"], ["payments:r*x"]);
  expect(findings[0]?.fix).toMatch(/^Correct the scope/);
});

test("an unknown value is undetermined and does not hide a violation", () => {
  check(notYetKnown).expectUndetermined();
  check([notYetKnown, "payouts:read"])
    .expectViolation(/payouts:read/)
    .expectUndetermined();
});

test("it guesses, so it is advisory in strict too", () => {
  expect(noUnknownScope).toMatchObject({ level: "advisory", strictLevel: "advisory" });
});
