/** Rules of the document that hold across operations, and how the sandbox stands to each. */
export interface Rule {
  subject: string;
  /** Section of the interface document. */
  source: string;
  standing: "documented";
  statement: string;
}

export const rules: Rule[] = [
  {
    subject: "payments-api-key",
    source: "Authentication, rule 1",
    standing: "documented",
    statement: "Every request carries it; 401 without, or once the key is deleted.",
  },
  {
    subject: "payments-account",
    source: "Authentication, rules 2 and 3",
    standing: "documented",
    statement:
      "Every request carries a merchant id; with a partner id GET /v1/accounts succeeds and other operations fail with: the operation is not enabled for this account.",
  },
  {
    subject: "publishable keys",
    source: "Authentication, rule 4",
    standing: "documented",
    statement: "They reach a small set of operations; their scopes are ignored.",
  },
  {
    subject: "scopes",
    source: "Authentication, rule 5",
    standing: "documented",
    statement: 'They limit what a secret key reaches; the default ["*"] allows everything.',
  },
  {
    subject: "key value",
    source: "Authentication, rule 6",
    standing: "documented",
    statement: "Whole in the creation response only; stored as a hash.",
  },
  {
    subject: "last_used",
    source: "Authentication, rule 7",
    standing: "documented",
    statement: "The time a key last authenticated, by the sandbox's clock.",
  },
  {
    subject: "limit",
    source: "Limits",
    standing: "documented",
    statement: "A value above the maximum is replaced by the maximum.",
  },
  {
    subject: "re-enabling",
    source: "States and transitions, Webhook endpoint",
    standing: "documented",
    statement:
      "PATCH with status active moves an inactive or disabled endpoint to pending; what waited while it was inactive is attempted again, oldest event first, two a second; what arrived while it was disabled is lost.",
  },
  {
    subject: "delivery_status",
    source: "Endpoints, Events",
    standing: "documented",
    statement:
      "succeeded: every endpoint answered 2xx. failed: at least one used up all attempts. pending: queued, none attempted. undelivered: none attempted because the endpoints were inactive or disabled.",
  },
  {
    subject: "deliveries",
    source: "Events, rules 1, 3 and 4",
    standing: "documented",
    statement:
      "An HTTP POST with a JSON body to the notification URL; any answer but 2xx is a failed attempt, and so is none within 5 seconds of the wall (--webhook-timeout-ms).",
  },
  {
    subject: "partner endpoints",
    source: "Events, rule 2",
    standing: "documented",
    statement: "The endpoints of a partner are told of the events of all merchants connected to it.",
  },
  {
    subject: "retries",
    source: "Events, rule 5; Limits",
    standing: "documented",
    statement: "At most 8 attempts per event and endpoint, at the delays of the table.",
  },
  {
    subject: "endpoint health",
    source: "States and transitions, Webhook endpoint; Limits",
    standing: "documented",
    statement:
      "active becomes inactive after 3 days without a successful delivery, inactive disabled after 7; inactive queues events and delivers none, disabled does neither.",
  },
  {
    subject: "pending endpoints",
    source: "States and transitions, Webhook endpoint",
    standing: "documented",
    statement:
      "pending delivers normally, becomes active with the first delivery answered with 2xx, and inactive when a delivery exhausts all retries.",
  },
  {
    subject: "replay",
    source: "States and transitions, Replay rules 1 and 2",
    standing: "documented",
    statement: "Oldest event first, one each 500 ms; what was delivered in an earlier cycle is not delivered again.",
  },
  {
    subject: "notices",
    source: "Events",
    standing: "documented",
    statement:
      "Becoming inactive or disabled is mailed to owners and admins of the partner who did not opt out: with the days left before disabling, and how to re-enable.",
  },
  {
    subject: "card data",
    source: "Resources and their fields, Payment method",
    standing: "documented",
    statement:
      "Number and CVV of a card are never stored, logged or returned; brand, last four digits and expiry are kept.",
  },
  {
    subject: "single-use tokens",
    source: "States and transitions, Payment method; Limits",
    standing: "documented",
    statement:
      "A fresh payment method has customer_id null and expires after 15 minutes of the clock unless it is attached; attached, it may be used for ever.",
  },
  {
    subject: "expired tokens",
    source: "Errors",
    standing: "documented",
    statement:
      "A later charge with one fails as if the payment method were invalid: the answer is that of one which never existed.",
  },
  {
    subject: "expired cards",
    source: "Errors",
    standing: "documented",
    statement: "A charge of one is declined, with expired_card.",
  },
  {
    subject: "payment intents",
    source: "States and transitions, Payment intent",
    standing: "documented",
    statement:
      "Created as requires_payment_method; succeeded with amount_received once a confirmation's charge succeeds.",
  },
  {
    subject: "payments and partner ids",
    source: "Errors; Authentication, rule 3",
    standing: "documented",
    statement:
      "A payment operation with a partner id in payments-account fails with: the operation is not enabled for this account.",
  },
  {
    subject: "subscriptions",
    source: "States and transitions, Subscription",
    standing: "documented",
    statement:
      "Created as pending, which needs no confirmation; a failed payment makes them past_due, used-up retries unpaid. A second create makes a second one.",
  },
  {
    subject: "billing_cycle_anchor",
    source: "Resources and their fields, Subscription",
    standing: "documented",
    statement: "A date alone is midnight UTC of that date, a full timestamp with an offset that exact instant.",
  },
  {
    subject: "next_payment_at",
    source: "Resources and their fields, Subscription",
    standing: "documented",
    statement: "The time of the next payment, in UTC: the sandbox charges the price then, by itself.",
  },
  {
    subject: "confirming a pending subscription",
    source: "States and transitions, Subscription; Errors",
    standing: "documented",
    statement: "An error that says the subscription is pending and needs no confirmation.",
  },
  {
    subject: "failed subscription payments",
    source: "What the service does; Endpoints, Payment intents",
    standing: "documented",
    statement:
      "They are tried again by themselves; confirming the payment intent that the failed cycle left pays the cycle.",
  },
];
