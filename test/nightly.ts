/** How much, or what, a test tries: `usual` in `npm test`, `thorough` where the environment sets PAYMENTS_NIGHTLY=1. */
export function asOften<Amount>(usual: Amount, thorough: Amount): Amount {
  return process.env.PAYMENTS_NIGHTLY === "1" ? thorough : usual;
}

/** What a night sets, or whoever asks for a number of cases of one test. */
export const triesNewCases = ["PAYMENTS_NIGHTLY", "HISTORIES", "ROTATION_HISTORIES", "FUZZ_REQUESTS"].some(
  (name) => process.env[name] !== undefined,
);
