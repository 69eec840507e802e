import fc from "fast-check";
import { brandOf, isExpired, passesLuhn } from "../../../sandbox/objects/cards";

test.each([
  ["4242424242424242", "visa"],
  ["5555555555554444", "mastercard"],
  ["2221000000000009", "mastercard"],
  ["2720990000000007", "mastercard"],
  ["2721000000000004", "unknown"],
  ["378282246310005", "amex"],
  ["6011111111111117", "discover"],
  ["6441111111111111", "discover"],
  ["3056930009020004", "diners"],
  ["36227206271667", "diners"],
  ["3530111333300000", "jcb"],
  ["3527000000000000", "unknown"],
  ["6200000000000005", "unionpay"],
  ["9999999999999995", "unknown"],
])("the number %s is of the brand %s", (number, brand) => {
  expect(brandOf(number)).toBe(brand);
});

test("exactly one last digit is the check digit of any others, and one mistyped digit is always found", () => {
  const digit = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(
      fc.array(digit, { minLength: 11, maxLength: 18 }),
      fc.nat(17),
      fc.integer({ min: 1, max: 9 }),
      (digits, at, by) => {
        const start = digits.join("");
        const good = [...Array(10).keys()].map((last) => `${start}${last}`).filter(passesLuhn);
        expect(good).toHaveLength(1);
        const mistyped = [...good[0]!];
        const index = at % mistyped.length;
        mistyped[index] = String((Number(mistyped[index]) + by) % 10);
        expect(passesLuhn(mistyped.join(""))).toBe(false);
      },
    ),
  );
});

test("a card is good through the last instant of its month, UTC", () => {
  const card = { exp_month: 12, exp_year: 2026 };
  expect(isExpired(card, Date.parse("2026-12-31T23:59:59.999Z"))).toBe(false);
  expect(isExpired(card, Date.parse("2027-01-01T00:00:00.000Z"))).toBe(true);
});
