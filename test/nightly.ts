/** How much, or what, a test tries: `usual` in `npm test`, `thorough` where the environment sets PAYMENTS_NIGHTLY=1. */
export function asOften<Amount>(usual: Amount, thorough: Amount): Amount {
  return process.env.PAYMENTS_NIGHTLY === "1" ? thorough : usual;
}
