import { dateMs, retryAfterMs } from "../../../provider/api/retry-after";

const at = "Wed, 21 Oct 2026 07:28:00 GMT";
const later = "Wed, 21 Oct 2026 07:28:30 GMT";

describe("Retry-After", () => {
  test("seconds are seconds", () => {
    expect(retryAfterMs({ headers: { "retry-after": "7" } })).toBe(7_000);
    expect(retryAfterMs({ headers: { "retry-after": " 0 " } })).toBe(0);
    expect(retryAfterMs({ headers: { "retry-after": "120" } })).toBe(120_000);
    expect(retryAfterMs({ headers: { "retry-after": "1.25" } })).toBe(1_250);
  });

  test("a date is measured against the service's own clock, whatever ours says", () => {
    expect(retryAfterMs({ headers: { "retry-after": later, date: at } })).toBe(30_000);
  });

  test("a date in the past asks for no wait", () => {
    expect(retryAfterMs({ headers: { "retry-after": at, date: later } })).toBe(0);
  });

  test("a date without the service's clock, and nonsense, say nothing", () => {
    expect(retryAfterMs({ headers: { "retry-after": later } })).toBeUndefined();
    expect(retryAfterMs({ headers: { "retry-after": "soon", date: at } })).toBeUndefined();
    expect(retryAfterMs({ headers: { "retry-after": "-5", date: at } })).not.toBe(-5_000);
    expect(retryAfterMs({ headers: {} })).toBeUndefined();
    for (const asked of ["", "  "])
      expect(retryAfterMs({ headers: { "retry-after": asked, date: at } })).toBeUndefined();
  });

  test("a date that begins or ends with a number is a date", () => {
    expect(retryAfterMs({ headers: { "retry-after": "2026-10-21T07:28:30Z", date: at } })).toBe(30_000);
    const ending = "Wed, 21 Oct 2026 07:28:30 +0000";
    expect(retryAfterMs({ headers: { "retry-after": ending, date: at } })).toBe(30_000);
  });
});

test("the service's clock is read from its Date header", () => {
  expect(dateMs({ headers: { date: at } })).toBe(Date.UTC(2026, 9, 21, 7, 28));
  expect(dateMs({ headers: {} })).toBeUndefined();
});
