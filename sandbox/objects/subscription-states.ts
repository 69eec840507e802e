import { z } from "zod";

/** The eight states of the document, and the status that it names besides. */
export const subscriptionStatusSchema = z.enum([
  "pending",
  "trialing",
  "active",
  "past_due",
  "unpaid",
  "canceled",
  "paused",
  "incomplete",
  "requires_confirmation",
]);
export type SubscriptionStatus = z.output<typeof subscriptionStatusSchema>;

/** What somebody else does to a subscription, as a merchant in the dashboard: the document shows no operation for it. */
export const handTriggerSchema = z.enum(["require-confirmation", "start-trial", "pause", "resume", "cancel"]);
export type HandTrigger = z.output<typeof handTriggerSchema>;

/** What moves a subscription from one status to another. */
export type SubscriptionTrigger =
  | "created"
  | "paid"
  | "declined"
  | "exhausted"
  | "confirmed"
  | "unconfirmed"
  | HandTrigger;

interface SubscriptionMove {
  /** In words, as docs/explanation/assumptions.md tells it. */
  what: string;
  from: readonly SubscriptionStatus[];
  /** `as before`: the status that it was paused in. */
  to: SubscriptionStatus | "as before";
  standing: "documented" | "assumption";
}

const final: readonly SubscriptionStatus[] = ["canceled", "incomplete"];

/**
 * Every move that there is. The document shows the first one, what is past_due and unpaid, and that a subscription in
 * requires_confirmation can be confirmed; the rest is assumption `subscription-transitions`.
 */
export const subscriptionMoves: Readonly<Record<SubscriptionTrigger, SubscriptionMove>> = {
  created: { what: "`POST /v1/subscriptions` succeeds", from: [], to: "pending", standing: "documented" },
  paid: {
    what: "a scheduled payment, a retry, or the confirmation of its payment intent succeeds",
    from: ["pending", "trialing", "active", "past_due", "unpaid"],
    to: "active",
    standing: "assumption",
  },
  declined: {
    what: "a scheduled payment or a retry is declined, and a retry is left",
    from: ["pending", "trialing", "active", "past_due"],
    to: "past_due",
    standing: "assumption",
  },
  exhausted: { what: "the last retry is declined", from: ["past_due"], to: "unpaid", standing: "assumption" },
  confirmed: {
    what: "`POST /v1/subscriptions/{id}/confirm`",
    from: ["requires_confirmation"],
    to: "pending",
    standing: "assumption",
  },
  unconfirmed: {
    what: "its first billing date comes before a confirmation",
    from: ["requires_confirmation"],
    to: "incomplete",
    standing: "assumption",
  },
  "require-confirmation": {
    what: "admin interface: require-confirmation",
    from: ["pending"],
    to: "requires_confirmation",
    standing: "assumption",
  },
  "start-trial": {
    what: "admin interface: start-trial, a free trial until its first billing date",
    from: ["pending"],
    to: "trialing",
    standing: "assumption",
  },
  pause: {
    what: "admin interface: pause",
    from: ["pending", "trialing", "active"],
    to: "paused",
    standing: "assumption",
  },
  resume: { what: "admin interface: resume", from: ["paused"], to: "as before", standing: "assumption" },
  cancel: {
    what: "admin interface: cancel, it ends at once",
    from: subscriptionStatusSchema.options.filter((status) => !final.includes(status)),
    to: "canceled",
    standing: "assumption",
  },
};

/** Where a trigger leads, or undefined where it may not happen. `pausedIn` is the status that a paused one was paused in. */
export function nextStatus(
  from: SubscriptionStatus,
  trigger: SubscriptionTrigger,
  pausedIn: SubscriptionStatus | null,
): SubscriptionStatus | undefined {
  const move = subscriptionMoves[trigger];
  if (!move.from.includes(from)) return undefined;
  return move.to === "as before" ? (pausedIn ?? undefined) : move.to;
}
