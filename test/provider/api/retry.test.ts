import fc from "fast-check";
import { type Exchange, type FailureKind, failureKinds } from "../../../provider/api/exchange";
import { mayRepeat, retryDelayMs } from "../../../provider/api/retry";

const answered = (status: number): Exchange => ({ answer: { status, headers: {}, text: "" } });
const failed = (kind: FailureKind, direct = true): Exchange => ({ failure: { kind, direct, note: "" } });
const once = (exchange: Exchange) => mayRepeat(exchange, false);
const again = (exchange: Exchange) => mayRepeat(exchange, true);

describe("whether an attempt may be repeated", () => {
  test("a create is sent again after 429 and after no other answer", () => {
    const repeated = Array.from({ length: 400 }, (_, index) => 200 + index).filter((status) => once(answered(status)));
    expect(repeated).toEqual([429]);
  });

  test("a create is sent again only after failures that prove it never arrived and that may pass", () => {
    expect(failureKinds.filter((kind) => once(failed(kind)))).toEqual(["dns", "tls", "refused"]);
    expect(failureKinds.filter((kind) => once(failed(kind, false)))).toEqual([]);
  });

  test("what may be repeated is sent again after what can pass, and not after a definite answer", () => {
    const statuses = Array.from({ length: 400 }, (_, index) => 200 + index);
    const serverErrors = statuses.filter((status) => status >= 500 && status !== 501 && status !== 505);
    expect(statuses.filter((status) => again(answered(status)))).toEqual([408, 425, 429, ...serverErrors]);
  });

  test("what never fixes itself is not tried again", () => {
    const final = failureKinds.filter((kind) => !again(failed(kind)));
    expect(final).toEqual([
      "unsendable",
      "read-only",
      "certificate",
      "certificates-unchecked",
      "no-tls",
      "total-timeout",
      "too-large",
    ]);
  });
});

describe("how long to wait for the next attempt", () => {
  const input = { exchange: answered(503), repeatable: true, attempts: 1, elapsedMs: 0, totalMs: 60_000, random: 0.5 };

  test("the jitter is full: from nothing up to a step that doubles and is bounded", () => {
    expect(retryDelayMs({ ...input, random: 0 })).toBe(0);
    const steps = [1, 2, 3, 4, 5, 6, 7].map((attempts) => retryDelayMs({ ...input, attempts, random: 1 }));
    expect(steps).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  test("it is never shorter than what the service asked for, nor longer than the budget allows", () => {
    const random = fc.double({ min: 0, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(
        random,
        fc.integer({ min: 1, max: 12 }),
        fc.nat(90_000),
        fc.nat(60_000),
        (r, attempts, asked, elapsed) => {
          const delay = retryDelayMs({ ...input, random: r, attempts, retryAfterMs: asked, elapsedMs: elapsed });
          if (delay === undefined) return;
          expect(delay).toBeGreaterThanOrEqual(asked);
          expect(elapsed + delay).toBeLessThan(60_000);
        },
      ),
    );
  });

  test("those who were asked to come back at one moment come within a quarter of a step after it", () => {
    expect(retryDelayMs({ ...input, retryAfterMs: 1_000, random: 0 })).toBe(1_000);
    expect(retryDelayMs({ ...input, retryAfterMs: 1_000, attempts: 3, random: 0.5 })).toBe(1_125);
  });

  test("a wait that would end with the budget is one too long", () => {
    expect(retryDelayMs({ ...input, elapsedMs: 60_000 - 125 })).toBeUndefined();
    expect(retryDelayMs({ ...input, elapsedMs: 60_000 - 126 })).toBe(125);
  });

  test("it is given up at once if the service asks for more than is left", () => {
    expect(retryDelayMs({ ...input, exchange: answered(429), retryAfterMs: 3_600_000 })).toBeUndefined();
  });

  test("attempts are bounded, sooner where nobody answers at all", () => {
    expect(retryDelayMs({ ...input, attempts: 7 })).toBeDefined();
    expect(retryDelayMs({ ...input, attempts: 8 })).toBeUndefined();
    for (const kind of ["refused", "dns"] as const) {
      expect(retryDelayMs({ ...input, exchange: failed(kind), attempts: 4 })).toBeDefined();
      expect(retryDelayMs({ ...input, exchange: failed(kind), attempts: 5 })).toBeUndefined();
    }
    expect(retryDelayMs({ ...input, exchange: failed("reset"), attempts: 7 })).toBeDefined();
  });

  test("what may not be repeated is not waited for", () => {
    expect(retryDelayMs({ ...input, repeatable: false })).toBeUndefined();
  });
});
