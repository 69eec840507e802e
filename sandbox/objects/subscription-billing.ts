import { type BillingSchedule, cycleStart, firstCycleFrom } from "./billing-calendar";
import { nextStatus, type SubscriptionStatus, type SubscriptionTrigger } from "./subscription-states";

const dayMs = 86_400_000;

/** Delays of the retries, each after the attempt before it: 1, 3 and 7 days after the scheduled payment (assumption `subscription-retries`). */
const retryDelaysMs: readonly number[] = [dayMs, 2 * dayMs, 4 * dayMs];

/** Where a subscription stands. */
export interface Billing {
  status: SubscriptionStatus;
  /** The status that it was paused in; null unless it is paused. */
  pausedIn: SubscriptionStatus | null;
  /** Number of the cycle that is to be paid next. */
  cycle: number;
  /** Declined attempts at that cycle's payment. */
  declines: number;
  /** When the sandbox does something by itself next; null if it does not. */
  nextPaymentAtMs: number | null;
}

/** A new subscription waits for the first cycle that begins at its creation or later: assumption `anchor-in-the-past`. */
export function firstBilling(schedule: BillingSchedule, nowMs: number): Billing {
  const waiting: Billing = { status: "pending", pausedIn: null, cycle: 0, declines: 0, nextPaymentAtMs: null };
  return awaitCycle(waiting, schedule, firstCycleFrom(schedule, nowMs), nowMs);
}

/** What an attempt to charge says: a declined one is followed by a retry while one is left. */
export function triggerOfAttempt({ declines }: Billing, succeeded: boolean): "paid" | "declined" | "exhausted" {
  if (succeeded) return "paid";
  return declines < retryDelaysMs.length ? "declined" : "exhausted";
}

/** Where a trigger leaves a subscription, or undefined where it may not happen. */
export function billingAfter(
  billing: Billing,
  trigger: Exclude<SubscriptionTrigger, "created">,
  schedule: BillingSchedule,
  nowMs: number,
): Billing | undefined {
  const status = nextStatus(billing.status, trigger, billing.pausedIn);
  if (!status) return undefined;
  const moved: Billing = { ...billing, status, pausedIn: null };
  // Cycles that begin while it is unpaid or paused are not charged: assumption `subscription-cycles`.
  const upcoming = (atLeast: number): number => Math.max(atLeast, firstCycleFrom(schedule, nowMs));
  switch (trigger) {
    case "paid": {
      const following = billing.cycle + 1;
      const cycle = billing.status === "unpaid" ? upcoming(following) : following;
      return awaitCycle({ ...moved, declines: 0 }, schedule, cycle, nowMs);
    }
    case "declined":
      return {
        ...moved,
        declines: billing.declines + 1,
        nextPaymentAtMs: nowMs + (retryDelaysMs[billing.declines] ?? 0),
      };
    case "resume":
      return awaitCycle(moved, schedule, upcoming(billing.cycle), nowMs);
    case "pause":
      return { ...moved, pausedIn: billing.status, nextPaymentAtMs: null };
    case "exhausted":
    case "unconfirmed":
    case "cancel":
      return { ...moved, nextPaymentAtMs: null };
    case "confirmed":
    case "require-confirmation":
    case "start-trial":
      return moved;
  }
}

/** A cycle that has begun already is charged now. */
function awaitCycle(billing: Billing, schedule: BillingSchedule, cycle: number, nowMs: number): Billing {
  return { ...billing, cycle, nextPaymentAtMs: Math.max(cycleStart(schedule, cycle), nowMs) };
}
