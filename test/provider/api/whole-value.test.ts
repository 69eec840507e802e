import fc from "fast-check";
import { isWholeValue } from "../../../provider/api/whole-value";

test.each([
  undefined,
  "",
  "  ",
  "***",
  "sk_live_****abcd",
  "sk_live_\u2022\u2022\u2022\u2022",
  "sk_\u2026abcd",
  "...abcd",
  "[REDACTED]",
  "hidden",
])("%j is no value", (shown) => {
  expect(isWholeValue(shown)).toBe(false);
});

test("whatever a service draws from letters, digits and the signs of base64 or of a token is a value", () => {
  const signs = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=_-"];
  const value = fc.array(fc.constantFrom(...signs), { minLength: 20, maxLength: 80 }).map((each) => each.join(""));
  fc.assert(
    fc.property(value, value, (head, tail) => {
      fc.pre(!/redacted|hidden/i.test(head + tail));
      expect(isWholeValue(`sk_live_${head}.${tail}`)).toBe(true);
    }),
  );
});
