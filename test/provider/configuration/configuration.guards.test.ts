import { complete, configurationOf, problemsOf } from "./support";

test.each([
  [undefined, []],
  ["", []],
  ["key_1", ["key_1"]],
  [" key_1, ,key_2,", ["key_1", "key_2"]],
])("PAYMENTS_FORCE and PAYMENTS_ALLOW_SELF of %j name the keys %j, each for its own guard", (text, expected) => {
  const of = (name: string) => configurationOf(complete, text === undefined ? {} : { [name]: text });
  expect([...of("PAYMENTS_FORCE").force]).toEqual(expected);
  expect([...of("PAYMENTS_FORCE").allowSelf]).toEqual([]);
  expect([...of("PAYMENTS_ALLOW_SELF").allowSelf]).toEqual(expected);
  expect([...of("PAYMENTS_ALLOW_SELF").force]).toEqual([]);
});

test.each([
  ["off", "off"],
  ['{"unusedHours":48}', { unusedHours: 48 }],
])("payments:deletionGuard %s is the stack's guard", (text, expected) => {
  expect(configurationOf({ ...complete, "payments:deletionGuard": text }).deletionGuard).toEqual(expected);
});

describe("PAYMENTS_ROTATE_NOW and PAYMENTS_REVOKE_NOW", () => {
  test("are names and urns, with commas between", () => {
    const { rotateNow, revokeNow } = configurationOf(complete, {
      PAYMENTS_ROTATE_NOW: "billing, urn:1",
      PAYMENTS_REVOKE_NOW: "",
    });
    expect([[...rotateNow], [...revokeNow]]).toEqual([["billing", "urn:1"], []]);
  });

  test("are refused where no live key is looked at", () => {
    const off = { ...complete, "payments:driftCheck": "off" };
    expect(problemsOf(off, { PAYMENTS_REVOKE_NOW: "billing", PAYMENTS_ROTATE_NOW: "" })).toEqual([
      expect.objectContaining({ path: "PAYMENTS_REVOKE_NOW", fix: "export PAYMENTS_DRIFT_CHECK=strict" }),
    ]);
    expect(problemsOf(off, { PAYMENTS_ROTATE_NOW: "billing" })).toHaveLength(1);
  });
});

test("a credential that stands where an account id belongs is refused, and not shown", () => {
  const swapped = "sk_live_0123456789abcdef";
  for (const settings of [
    { ...complete, "payments:accountId": swapped },
    { ...complete, "payments:partnerAccountId": swapped },
    { ...complete, "payments:profiles": JSON.stringify({ eu: { accountId: swapped } }) },
  ]) {
    const problems = problemsOf(settings);
    expect(problems).toHaveLength(1);
    const [text] = problems.map((problem) => JSON.stringify(problem));
    expect(text).toContain("contains what looks like an API key value, which is not shown here");
    expect(text).not.toContain("0123456789");
  }
});
