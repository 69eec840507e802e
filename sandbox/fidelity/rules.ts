/** Rules of the document that hold across operations, and how the sandbox stands to each. */
export interface Rule {
  subject: string;
  /** Section of the interface document. */
  source: string;
  standing: "documented" | "not implemented";
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
      "PATCH with status active moves an inactive or disabled endpoint to pending; what arrived while it was inactive is queued again, what arrived while it was disabled is lost.",
  },
  {
    subject: "delivery_status",
    source: "Endpoints, Events",
    standing: "documented",
    statement:
      "pending and undelivered follow from the states of the endpoints; succeeded and failed never occur, since nothing is delivered yet.",
  },
  {
    subject: "deliveries",
    source: "Events",
    standing: "not implemented",
    statement: "No webhook is sent, so there are no attempts, retries or replays; --egress has nothing to guard yet.",
  },
  {
    subject: "pending to active",
    source: "States and transitions, Webhook endpoint",
    standing: "not implemented",
    statement: "Without deliveries a pending endpoint stays pending until the admin interface sets its status.",
  },
  {
    subject: "endpoint health",
    source: "States and transitions, Webhook endpoint; Limits",
    standing: "not implemented",
    statement:
      "Time makes no endpoint inactive or disabled, and no notice is mailed; the admin interface sets the status.",
  },
  {
    subject: "payments",
    source: "Resources and their fields",
    standing: "not implemented",
    statement: "Customers, payment methods, payment intents and subscriptions answer 501.",
  },
];
