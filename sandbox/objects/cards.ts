import { z } from "zod";
import { wholeNumberSchema } from "../core/whole-number";

const cardBrandSchema = z.enum(["visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay", "unknown"]);
export type CardBrand = z.output<typeof cardBrandSchema>;

const expMonthSchema = wholeNumberSchema(1, 12);
const expYearSchema = z.int().min(2000, "must be a year of four digits").max(9999, "must be a year of four digits");

/** What is stored of a card: neither its number nor its CVV. */
export const cardSchema = z
  .object({
    brand: cardBrandSchema.meta({ description: "Card brand, by the first digits of the number" }),
    last4: z.string().meta({ description: "Last four digits" }),
    exp_month: expMonthSchema.meta({ description: "Expiry month, 1 to 12" }),
    exp_year: expYearSchema.meta({ description: "Expiry year, four digits" }),
  })
  .meta({ id: "Card", description: "Display metadata of a card: Resources and their fields, Payment method." });
export type Card = z.output<typeof cardSchema>;

/** The fields of the hosted card form, checked as the form checks them: assumption `card-form`. Number and CVV go no further than this schema. */
export const cardFormSchema = z
  .strictObject({
    number: z
      .string()
      .max(40, "must be 12 to 19 digits")
      .transform((typed) => typed.replace(/[ -]/g, ""))
      .refine((digits) => /^[0-9]{12,19}$/.test(digits), { error: "must be 12 to 19 digits", abort: true })
      .refine(passesLuhn, "is mistyped: its check digit is wrong")
      .meta({ description: "Card number; spaces and hyphens are allowed. Never stored, logged or returned" }),
    exp_month: expMonthSchema.meta({ description: "Expiry month, 1 to 12" }),
    exp_year: expYearSchema.meta({ description: "Expiry year, four digits" }),
    cvv: z
      .string()
      .regex(/^[0-9]{3,4}$/, "must be 3 digits, 4 on an American Express card")
      .meta({ description: "Security code. Never stored, logged or returned" }),
  })
  .refine(({ number, cvv }) => cvv.length === (brandOf(number) === "amex" ? 4 : 3), {
    path: ["cvv"],
    error: "must be 3 digits, 4 on an American Express card",
  })
  .transform(
    ({ number, exp_month, exp_year }): Card => ({
      brand: brandOf(number),
      last4: number.slice(-4),
      exp_month,
      exp_year,
    }),
  );

/** First digits of each brand's numbers: assumption `card-brands`. */
const prefixes: [CardBrand, RegExp][] = [
  ["visa", /^4/],
  ["mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["amex", /^3[47]/],
  ["discover", /^(6011|64[4-9]|65)/],
  ["diners", /^3(0[0-5]|[689])/],
  ["jcb", /^35(2[89]|[3-8])/],
  ["unionpay", /^62/],
];

export function brandOf(number: string): CardBrand {
  return prefixes.find(([, prefix]) => prefix.test(number))?.[0] ?? "unknown";
}

/** Whether the last digit is the check digit of the others (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** A card is good through the last instant of its month, UTC: assumption `card-expiry`. */
export function isExpired({ exp_month, exp_year }: Pick<Card, "exp_month" | "exp_year">, nowMs: number): boolean {
  return nowMs >= Date.UTC(exp_year, exp_month, 1);
}
