/** What the interface document leaves open and the sandbox decides: the name of each decision, and the decision. */
export const assumptions = {
  "account-list":
    "`GET /v1/accounts` answers a page like that of API keys: with a partner id the partner and its merchants, with a merchant id that merchant; most recent first.",
  "account-record": "An account has `id`, `kind` (partner or merchant), `partner_id` and `created_at`.",
  "amount-unit": "Amounts are whole numbers of the currency's smallest unit, 1 to 999999999999; zero is refused.",
  "anchor-calendar":
    "Months and years are counted in UTC from the anchor's instant: of an anchor on 31 January the next cycles begin on 28 February and 31 March at the same time of day. Anchors that are one instant have one calendar, whatever offset they were written with: `2026-03-01T00:00:00+09:00` is 28 February in UTC, so the next cycle begins on 28 March, UTC. Days have 24 hours; no change to summer time moves a cycle.",
  "anchor-forms":
    "`billing_cycle_anchor` is a calendar date or a full timestamp of ISO 8601, in the years 1970 to 2999: in extended or basic form, seconds optional, with Z, `+05:30`, `+0530` or `+05`. A timestamp without an offset is refused, and so are week dates, ordinal dates and 24:00. Answers show it as the instant in UTC.",
  "anchor-in-the-past":
    "The first payment is at the first cycle that begins at the creation or later: at the anchor while that is still to come. The status is `pending` until then, also if that is now.",
  "between-statuses":
    "An event that is none of the four has `delivery_status` null and is found by no filter: one that was attempted and is being retried, one whose retries an inactive or disabled endpoint cut off, and one of which no endpoint counts any more (`deleted-endpoint`).",
  "card-brands":
    "`card.brand` is visa, mastercard, amex, discover, diners, jcb, unionpay or unknown, by the first digits of the number.",
  "card-expiry":
    "A card is good through the last instant of its expiry month, UTC. An expired one is declined with `expired_card`, whatever its behaviour says.",
  "card-form":
    "The form refuses a number that is not 12 to 19 digits or whose check digit is wrong, a card whose expiry month is over, and a CVV that is not 3 digits (4 on an American Express card). A card can therefore only expire after its token was made.",
  "card-form-key":
    "The hosted form is given a publishable key and a merchant account that the key may act on behalf of; a secret key is refused.",
  "card-form-messages":
    "The page that framed or opened the form calls its routine by `postMessage`, and is answered so: `{call: create_payment_method, id, type: card, billing_details?}`, then `{call, id, payment_method}` or `{call, id, error}`. The form's own button answers the same with `id` null. Nobody else is heard or told anything.",
  "confirm-paid-intent":
    "Confirming a payment intent that succeeded is refused with 409 and `payment_intent_succeeded`; nothing is charged.",
  "customer-inputs":
    "No input of a customer is required. `email` is an address of at most 320 characters, a name has 1 to 255, `metadata` has at most 50 keys of 1 to 40 characters with strings of at most 500, numbers or booleans. One e-mail address may belong to several customers.",
  "customer-record":
    "A customer has `id`, `account_id`, `email`, `first_name`, `last_name`, `metadata` and `created_at`; what was not given is null, `metadata` is `{}`.",
  "customer-status": "`POST /v1/customers` answers 201.",
  "cycle-payment-intent":
    "A cycle has one payment intent, made when it is first charged; retries confirm the same one. Confirming it with any payment method pays the cycle at once; the subscription keeps its own payment method, and a decline there counts as no retry. That of a canceled subscription can still be paid, and leaves it canceled.",
  "declined-charge":
    "A declined charge answers the confirmation with 402 and `card_declined` or `expired_card`. The payment intent stays `requires_payment_method` and may be confirmed again.",
  "default-limit": "A list without limit holds 20 items a page, or the maximum if that is less.",
  "default-names": 'A key without a name is called "Secret key" or "Publishable key".',
  "deleted-endpoint":
    "What was not through at an endpoint when it was deleted no longer counts for `delivery_status`, and is not attempted again. If nothing else of an event counts, its `delivery_status` is null.",
  "endpoint-account":
    "Webhook endpoints and events are reached with a merchant's id in `payments-account`, as rule 3 of Authentication says of every call but `GET /v1/accounts`; they are those of the merchant's partner. `--endpoint-account partner` turns it round.",
  "error-shape":
    'Every error is `{"error":{"code","message","param"?,"request_id"}}`; 400 for what is malformed, 401, 403, 404, 405, 408, 409, 413, 415, 431 as usual in HTTP, 402 for a declined charge, 507 when the data file takes no more.',
  "event-list":
    "`GET /v1/events` answers a page like that of API keys, most recent first: the events of the merchant in `payments-account`. A partner's id is refused there, unless `--endpoint-account partner` asks for it: then the page has the events of all merchants of the partner.",
  "event-record": "An event has `id`, `account_id`, `type`, `data`, `delivery_status` and `created_at`.",
  "event-without-endpoint": "An event that no endpoint exists for is `undelivered`.",
  "event-mixed-endpoints":
    "An event that at least one inactive or disabled endpoint missed is `undelivered`, also if others received it; `--undelivered every` finds only events that no endpoint was sent. Where definitions overlap, `failed` and `pending` come first: an event is `pending` while nothing was attempted and it is queued for an active or pending endpoint. In the queue of inactive endpoints alone it is `undelivered`.",
  "event-types":
    "An event has the type that the admin interface gives it: 1 to 100 small letters, digits, dots or underscores, such as payout.paid; those of subscriptions are named by `subscription-events`. No operation of `/v1` emits an event.",
  "expired-token":
    "An expired or used-up token is answered exactly like a payment method that never existed: 400 and `invalid_payment_method` where a body names it, 404 and `not_found` in a path.",
  "inaccessible-account":
    "An account that does not exist and one of somebody else are both refused with 403 and code `account_not_accessible`.",
  "health-count":
    "The 3 and 7 days without a successful delivery count from the first failed attempt after the last success: an endpoint that nothing was sent to stays as it is.",
  "health-restart":
    "Re-enabling begins a new count: an endpoint that goes from pending back to inactive is disabled 7 days after its first failed attempt since the PATCH. While it is pending no time limit runs.",
  "health-set-outright":
    "An endpoint that the admin interface sets inactive, with no failure on record, counts as failing for 3 days: notices are sent, and it is disabled after 4 more days.",
  "ignored-scopes": 'A publishable key always shows scopes `["*"]`, whatever was sent.',
  "interval-values": "`interval_unit` is `day`, `week`, `month` or `year`; `interval_count` is 1 to 366.",
  "last-used-scope":
    "`last_used` is set by every request that authenticates, also by one that is then refused for its account or scope.",
  "name-limits": "A name has 1 to 255 characters, none of them a control character.",
  "notice-kinds":
    "Notices are one mail per user, of kind `endpoint_inactive` or `endpoint_disabled`; days left are told to a tenth of a day, with the instant.",
  "other-operations":
    "What the document shows no operation for is not served under `/v1`, but for reading a webhook endpoint and confirming a subscription. Accounts, webhook endpoints and events are made in the admin interface.",
  "page-max": "The maximum of `limit` is 100; `--page-max` sets another.",
  "payment-intent-inputs":
    '`amount` and `currency` are required; `payment_method_types` may be left out and is `["card"]`, the only value taken. A `currency` is any three small letters.',
  "payment-intent-record":
    "A payment intent has `account_id`, `payment_method_id` (null before it is paid), `subscription_id` (null for a one-off payment) and `created_at` besides the documented fields; both of its operations answer it whole. `amount_received` is absent before it is paid.",
  "payment-method-record":
    "A payment method has `account_id`, type (card), `billing_details` and `created_at` besides the documented fields.",
  "publishable-set": "Publishable keys reach `POST /v1/payment-intents/{id}/confirm` and nothing else.",
  "rate-limits": "No rate limit applies; a fault of the admin interface answers 429.",
  redaction:
    "A redacted value is `sk_sandbox_****`; `--redaction` with `omit`, `null` or `last4` gives the other forms. Publishable values are always shown.",
  "reenable-healthy-endpoint":
    "PATCH with status active leaves an active or a pending endpoint as it is and answers 200. Any other status is refused with 400.",
  "redirect-answers":
    "An answer of 3xx to a webhook is a failed attempt like any other that is not 2xx; it is not followed.",
  "repeated-attach":
    "Attaching to the same customer again answers 200 and changes nothing; to another customer it is refused with 409 and `payment_method_attached`.",
  "replay-set":
    "A re-enable from inactive replays every event that arrived since the last successful delivery and is not delivered, and every retry that was cut off. An event that used up its 8 attempts begins them anew, and is `failed` until one succeeds; all others go on counting. `--replay-set waiting` leaves out what used them up, so that there are never more than 8. What still waits when an endpoint is disabled is lost, and so is what used up its attempts before.",
  "request-limits":
    "A body has at most 1 MiB, nests at most 32 deep and holds no text over 100,000 characters, no field named `__proto__` and no number too large to be kept. Request line and headers have at most 16 KiB together. They must arrive within 10 seconds, the whole request within 30.",
  "retry-delays":
    "The delays are those of the table's delay column, exactly: 5 min, 1 h, 6 h, 17 h, then 12 h three times, so that the last attempt is 60 h 5 min after the first.",
  "scope-names":
    "Scopes not listed in the document are named like those that are: `webhook_endpoints:read` and `:write`, `events:read`, `customers:write`, `payment_methods:write`, `payment_intents:write`, `subscriptions:write`.",
  "scope-syntax":
    "Scopes are `*` or `resource:action` in small letters; unknown ones are taken, an empty list is refused, doubles are dropped.",
  "scope-table":
    "Reading needs the `:read` scope of a resource; creating, updating and deleting need its `:write` scope.",
  "scopes-are-exact": "No scope includes another: a `:write` scope does not read.",
  "single-use-charge":
    "A token that is not attached pays once: a charge that succeeds uses it up, also for attaching. A declined charge does not.",
  "strict-parameters":
    "A field or query parameter that the operation does not have is refused with 400; so are a fraction, a sign or a zero in `limit`.",
  "subscription-confirm":
    "`POST /v1/subscriptions/{id}/confirm`; its body does not matter. It moves a subscription from `requires_confirmation` to `pending`, charges nothing and answers 201. In any other status it is refused with 409 and `wrong_subscription_status`.",
  "subscription-cycles":
    "Cycles are paid one after the other. Those that begin while a subscription is `past_due` are charged as soon as it is not. Those that begin while it is `unpaid` or `paused` are not charged.",
  "subscription-events":
    "What the clock alone does to a subscription is sent in events: `subscription.payment_succeeded` and `subscription.payment_failed` with `data.subscription`, `data.payment_intent` and, if declined, `data.decline_code`; `subscription.incomplete` with `data.subscription`. Creating, confirming and moves by hand emit none.",
  "subscription-inputs": "All seven inputs are required.",
  "subscription-payment-method":
    "The payment method must be attached to the customer when the subscription is created; another one, a fresh token too, is refused with 400 and `invalid_payment_method`.",
  "subscription-record":
    "A subscription has `account_id` and `created_at` besides the documented fields, and both of its operations answer it whole. `next_payment_at` is the next retry while it is `past_due`, and null while nothing is planned: `unpaid`, `paused`, `canceled`, `incomplete`.",
  "subscription-retries":
    "A declined payment is tried again 1, 3 and 7 days after it fell due. When the last one is declined, the subscription is `unpaid`.",
  "subscription-transitions":
    "`pending`, `trialing`, `active`, `past_due` and `unpaid` become `active` when a cycle is paid; `pending`, `trialing` and `active` become `past_due` when one is declined, and `past_due` becomes `unpaid` with the last retry. `requires_confirmation` becomes `pending` when confirmed, `incomplete` when its first billing date comes before. The admin interface asks for a confirmation, starts a trial, pauses, resumes and cancels. `canceled` and `incomplete` are final; there are no other moves.",
  "token-lifetime": "A token that is not attached expires exactly 15 minutes after it was made.",
  "update-method": "Keys are updated with PATCH; `--update-method` sets PUT or POST. The others answer 405.",
  versions: "`/v1` is the only version, and no header selects another.",
  "webhook-answer": "An attempt is over with the head of the answer; what its body says does not matter.",
  "webhook-authentication":
    "Deliveries are not signed. A user and password in the notification URL are sent as basic authentication.",
  "webhook-egress":
    "Webhooks go to loopback and private addresses only, with `--egress public` to public ones only, never to link-local or metadata addresses; the sandbox's own receivers are always reached. A refused address is a failed attempt, blocked.",
  "webhook-payload":
    "The body of a webhook is the event record without `delivery_status`, the same bytes at every attempt and endpoint.",
  "webhook-endpoint-read":
    "`GET /v1/webhook-endpoints/{id}` reads an endpoint, and answers 404 for one that does not exist; `--without webhook-endpoint-read` answers it with 405, whatever the id.",
  "webhook-endpoint-record":
    "A webhook endpoint has `id`, `account_id` (its partner), `url`, `status`, `created_at` and `updated_at`; PATCH answers it whole.",
} as const satisfies Record<string, string>;

export type AssumptionName = keyof typeof assumptions;
