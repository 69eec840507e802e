/** How much a test tries: `usual` in `npm test`, `thorough` where the environment sets PAYMENTS_NIGHTLY=1. */
export function asOften(usual: number, thorough: number): number {
  return process.env.PAYMENTS_NIGHTLY === "1" ? thorough : usual;
}
