import fc from "fast-check";
import type { BillingSchedule } from "../../../sandbox/objects/billing-calendar";
import {
  type Billing,
  billingAfter,
  firstBilling,
  triggerOfAttempt,
} from "../../../sandbox/objects/subscription-billing";
import { subscriptionMoves, subscriptionStatusSchema } from "../../../sandbox/objects/subscription-states";

const day = 86_400_000;
const daily: BillingSchedule = { anchorMs: 0, intervalUnit: "day", intervalCount: 1 };

function after(billing: Billing, trigger: Parameters<typeof billingAfter>[1], nowMs: number): Billing {
  const moved = billingAfter(billing, trigger, daily, nowMs);
  if (!moved) throw new Error(`${trigger} of ${billing.status}`);
  return moved;
}

test("a cycle that is paid late is followed by the next one at once, so that a clock that runs late loses none", () => {
  const paid = after(firstBilling(daily, 0), "paid", 3.5 * day);
  expect(paid).toMatchObject({ status: "active", cycle: 1, nextPaymentAtMs: 3.5 * day });
  expect(after(paid, "paid", 3.5 * day)).toMatchObject({ cycle: 2, nextPaymentAtMs: 3.5 * day });
});

test("an attempt is followed by three retries, of which the last exhausts them", () => {
  let billing = firstBilling(daily, 0);
  const seen: unknown[] = [];
  for (let attempts = 0; attempts < 4; attempts++) {
    const nowMs = billing.nextPaymentAtMs!;
    billing = after(billing, triggerOfAttempt(billing, false), nowMs);
    seen.push([nowMs / day, billing.status]);
  }
  expect(seen).toEqual([
    [0, "past_due"],
    [1, "past_due"],
    [3, "past_due"],
    [7, "unpaid"],
  ]);
  expect(billing.nextPaymentAtMs).toBeNull();
});

test("cycles that begin while it is past_due are charged later, those while it is unpaid are not", () => {
  const late = after(firstBilling(daily, 0), "declined", 0);
  expect(after(late, "paid", 2.5 * day)).toMatchObject({ cycle: 1, nextPaymentAtMs: 2.5 * day });
  const unpaid: Billing = { status: "unpaid", pausedIn: null, cycle: 0, declines: 3, nextPaymentAtMs: null };
  expect(after(unpaid, "paid", 9.5 * day)).toMatchObject({ cycle: 10, declines: 0, nextPaymentAtMs: 10 * day });
});

test("a cycle that is paid is not charged again when a pause ends at its very instant", () => {
  const paid = after(firstBilling(daily, 0), "paid", 0);
  const resumed = after(after(paid, "pause", 0), "resume", 0);
  expect(resumed).toMatchObject({ status: "active", cycle: 1, nextPaymentAtMs: day });
});

test("a trigger does what the table says, and nothing where the table has no such move", () => {
  const triggers = (Object.keys(subscriptionMoves) as (keyof typeof subscriptionMoves)[]).filter(
    (trigger) => trigger !== "created",
  );
  const billing = fc.record<Billing>({
    status: fc.constantFrom(...subscriptionStatusSchema.options),
    pausedIn: fc.constantFrom("pending", "trialing", "active"),
    cycle: fc.nat(50),
    declines: fc.nat(2),
    nextPaymentAtMs: fc.integer({ min: 0, max: 50 * day }),
  });
  fc.assert(
    fc.property(billing, fc.constantFrom(...triggers), fc.nat(60 * day), (from, trigger, nowMs) => {
      const moved = billingAfter(from, trigger, daily, nowMs);
      const move = subscriptionMoves[trigger];
      expect(moved !== undefined).toBe(move.from.includes(from.status));
      if (!moved) return;
      expect(moved.status).toBe(move.to === "as before" ? from.pausedIn : move.to);
      // What waits for a payment is told when, and nothing else is.
      const waits = !["unpaid", "paused", "canceled", "incomplete"].includes(moved.status);
      expect(moved.nextPaymentAtMs !== null).toBe(waits);
      expect(moved.pausedIn).toBe(moved.status === "paused" ? from.status : null);
      expect(moved.cycle).toBeGreaterThanOrEqual(from.cycle);
    }),
    { numRuns: 1_000 },
  );
});
