import type { AssumptionName } from "./assumptions";

/** Tests that show what was decided, named as those of a sentence are. */
export const assumptionTests: Readonly<Record<AssumptionName, readonly [string, ...string[]]>> = {
  "account-list": [
    "conformance/service: GET /v1/accounts takes a partner id, and answers the partner and its merchants",
  ],
  "account-record": [
    "conformance/service: GET /v1/accounts takes a partner id, and answers the partner and its merchants",
  ],
  "amount-unit": [
    "conformance/assumed-payments: amounts are whole numbers of the smallest unit, from 1 to 999999999999",
  ],
  "anchor-calendar": [
    "conformance/subscriptions: a subscription has its cycles anchored at the anchor",
    "conformance/assumed-subscriptions: months are counted in UTC, whatever offset the anchor was written with",
  ],
  "anchor-forms": [
    "conformance/assumed-subscriptions: an anchor is a date or a timestamp with an offset, in the years 1970 to 2999",
  ],
  "anchor-in-the-past": [
    "conformance/assumed-subscriptions: the first payment of an anchor in the past is at the next cycle, and of one that is now at once",
  ],
  "between-statuses": [
    "conformance/events: an event that is being retried is found by none of the four",
    "conformance/assumed-deliveries: an event is found by none of the four once its only endpoint was deleted before it was through",
  ],
  "card-brands": ["conformance/assumed-payments: a card's brand is known by its first digits"],
  "card-expiry": [
    "conformance/assumed-payments: a card is good through the last instant of its month, and then declined whatever its issuer says",
  ],
  "card-form": [
    "conformance/assumed-payments: the form refuses what is no card number, a card that has expired and a CVV of the wrong length",
  ],
  "card-form-key": [
    "pages/card-form: a publishable key makes a single-use token of its merchant, without the admin token",
    "pages/card-form: a secret key is refused: it has no place in a browser",
  ],
  "card-form-messages": [
    "pages/browser/peer: a page of another origin frames its fields, calls the routine with billing details, and gets the payment method",
    "pages/browser/peer: nobody but the page that framed it is heard, and a page of another origin than the one named receives nothing",
  ],
  "confirm-paid-intent": [
    "conformance/payments: a payment intent whose charge is declined stays as it was and may be confirmed again; one that is paid may not",
  ],
  "customer-inputs": [
    "conformance/assumed-payments: inputs of a customer have limits, and one address may belong to several",
    "conformance/payments: a customer needs no input, and is answered whole, with null for what was not given",
  ],
  "customer-record": [
    "conformance/payments: a customer needs no input, and is answered whole, with null for what was not given",
  ],
  "customer-status": [
    "conformance/payments: a customer is created by a POST with all of its inputs, answered with a record that includes its id",
  ],
  "cycle-payment-intent": [
    "conformance/subscriptions: confirming the payment intent of a failed cycle pays the cycle",
    "conformance/assumed-subscriptions: a cycle has one payment intent, which retries confirm, and which still pays what a canceled subscription owes",
  ],
  "declined-charge": [
    "conformance/payments: a payment intent whose charge is declined stays as it was and may be confirmed again; one that is paid may not",
  ],
  "default-limit": [
    "conformance/assumed-requests: a list without limit holds twenty items, or the maximum if that is less",
  ],
  "default-names": [
    "conformance/api-keys: a key without a name gets a default name that differs for secret and publishable keys",
  ],
  "deleted-endpoint": [
    "conformance/assumed-deliveries: what was not through at an endpoint that is deleted no longer counts",
    "conformance/assumed-deliveries: an event is found by none of the four once its only endpoint was deleted before it was through",
  ],
  "endpoint-account": [
    "conformance/assumed-requests: webhook endpoints and events take a merchant's id, or the partner's by an option",
  ],
  "error-shape": [
    "conformance/service: an error has a code, a message, the field where there is one, and the id of the request",
    "conformance/service: errors have the status that HTTP has for them",
  ],
  "event-list": [
    "conformance/events: the list is a page, most recent first, of events with account, type, data and time",
    "conformance/events: the list is of one merchant, and of all merchants of a partner where the partner's id is asked for",
  ],
  "event-record": [
    "conformance/events: the list is a page, most recent first, of events with account, type, data and time",
  ],
  "event-without-endpoint": ["conformance/assumed-deliveries: an event that no endpoint exists for is undelivered"],
  "event-mixed-endpoints": [
    "conformance/assumed-deliveries: an event is pending while one endpoint waits for it, although another is inactive or disabled",
    "conformance/assumed-deliveries: with undelivered every, an event that one endpoint received and another missed is found by none of the four",
    "conformance/events: undelivered finds an event that was not attempted because the endpoint was inactive or disabled",
  ],
  "event-types": ["conformance/assumed-deliveries: an event has a type of small letters, digits, dots and underscores"],
  "expired-token": [
    "conformance/assumed-payments: a token that expired or was used up is answered like one that never existed, in a body and in a path",
  ],
  "inaccessible-account": [
    "conformance/assumed-requests: an account of somebody else and one that does not exist are refused alike",
  ],
  "health-count": [
    "conformance/assumed-deliveries: days without success count from the first failure after the last success",
  ],
  "health-restart": [
    "conformance/assumed-deliveries: re-enabling begins a new count of seven days, at the first failure after it",
  ],
  "health-set-outright": [
    "conformance/assumed-deliveries: an endpoint that is set inactive outright is disabled after four days more",
  ],
  "ignored-scopes": ["conformance/assumed-requests: a publishable key shows all scopes, whatever was sent"],
  "interval-values": [
    "conformance/subscriptions: a subscription takes the interval units and has the fields that the assumptions name",
    "conformance/assumed-subscriptions: an interval has 1 to 366 units",
  ],
  "last-used-scope": ["conformance/authentication: last_used records when a key last authenticated, refused or not"],
  "name-limits": ["conformance/assumed-requests: a name has 1 to 255 characters, none of them a control character"],
  "notice-kinds": [
    "conformance/notices: a notice goes to owners and admins of the partner, and to nobody else",
    "conformance/assumed-deliveries: a notice tells the days left to a tenth of a day, and the instant",
  ],
  "other-operations": [
    "conformance/service: what the document does not show is not served, but for what an assumption names",
    "conformance/webhook-endpoints: an endpoint is created, listed and deleted in the admin interface only",
  ],
  "page-max": [
    "conformance/api-keys: the list of keys holds at most 100 keys unless an option sets another limit",
    "conformance/api-keys: the list of keys replaces a limit above the maximum by the maximum",
  ],
  "payment-intent-inputs": [
    "conformance/payments: a payment intent needs amount and currency, takes no kind but card, and is answered whole",
  ],
  "payment-intent-record": [
    "conformance/payments: a payment intent needs amount and currency, takes no kind but card, and is answered whole",
  ],
  "payment-method-record": [
    "conformance/payments: a payment method has billing details, kind and creation time besides",
  ],
  "publishable-set": [
    "conformance/authentication: a publishable key confirms a payment intent and reaches nothing else, whatever its scopes say",
  ],
  "rate-limits": [
    "conformance/service: no rate limit applies: a thousand calls in a row are all answered",
    "conformance/assumed-requests: a fault answers 429 where a rate limit would",
  ],
  redaction: [
    "conformance/authentication: every later response redacts the value of a secret key, in the form that an option sets",
  ],
  "reenable-healthy-endpoint": [
    "conformance/assumed-deliveries: re-enabling an active or a pending endpoint leaves it as it is",
    "conformance/webhook-endpoints: an endpoint is re-enabled from inactive and from disabled by PATCH with status active, and by no other value",
  ],
  "redirect-answers": [
    "conformance/deliveries: a notification with any answer that is not 2xx has failed and is retried",
  ],
  "repeated-attach": [
    "conformance/assumed-payments: attaching again to the same customer changes nothing, and to another one is refused",
  ],
  "replay-set": [
    "conformance/endpoint-health: an inactive endpoint that is re-enabled gets an event too that had used up its attempts",
    "conformance/assumed-deliveries: a retry that was cut off is replayed, and its attempts go on counting",
    "conformance/assumed-deliveries: an event that is replayed after it used up its attempts has all of them again",
    "conformance/assumed-deliveries: with replay-set waiting, an event that used up its attempts is not replayed",
    "conformance/endpoint-health: a disabled endpoint gets nothing and nothing is queued, so that nothing of that time can be replayed",
  ],
  "request-limits": [
    "conformance/assumed-requests: a body has at most 1 MiB, 32 levels and texts of 100,000 characters; headers have at most 16 KiB",
  ],
  "retry-delays": [
    "conformance/deliveries: the attempts have the eighth twelve hours after the seventh, about sixty hours after the first",
  ],
  "scope-names": [
    "conformance/authentication: each operation needs the read or the write scope of its own resource, and no other",
  ],
  "scope-syntax": [
    "conformance/api-keys: a key takes scopes that the document does not list, but nothing that is not a scope",
    "conformance/assumed-requests: scopes that are given twice are kept once",
  ],
  "scope-table": [
    "conformance/authentication: each operation needs the read or the write scope of its own resource, and no other",
  ],
  "scopes-are-exact": [
    "conformance/authentication: each operation needs the read or the write scope of its own resource, and no other",
  ],
  "single-use-charge": [
    "conformance/assumed-payments: a token that is not attached pays once; a charge that is declined leaves it",
  ],
  "strict-parameters": [
    "conformance/assumed-requests: fields and parameters that an operation does not have are refused, and so is what is no whole number",
  ],
  "subscription-confirm": [
    "conformance/subscriptions: a subscription that requires confirmation can be confirmed",
    "conformance/assumed-subscriptions: a subscription that needs no confirmation is not confirmed",
  ],
  "subscription-cycles": [
    "conformance/assumed-subscriptions: cycles that begin while a subscription is paused or unpaid are not charged",
    "conformance/assumed-subscriptions: a cycle that begins while a subscription is past_due is charged as soon as it is not",
  ],
  "subscription-events": [
    "conformance/assumed-subscriptions: the clock's changes of a subscription send events, and a caller's changes send none",
  ],
  "subscription-inputs": [
    "conformance/subscriptions: a subscription takes the interval units and has the fields that the assumptions name",
  ],
  "subscription-payment-method": [
    "conformance/subscriptions: a subscription charges its payment method, which must be attached to its customer",
  ],
  "subscription-record": [
    "conformance/subscriptions: a subscription takes the interval units and has the fields that the assumptions name",
    "conformance/subscriptions: an unpaid subscription has used up its retries: one, three and seven days after the payment fell due",
  ],
  "subscription-retries": [
    "conformance/subscriptions: an unpaid subscription has used up its retries: one, three and seven days after the payment fell due",
  ],
  "subscription-transitions": [
    "conformance/subscriptions: a subscription can have each of the eight states",
    "conformance/assumed-subscriptions: nothing leads out of canceled and incomplete",
  ],
  "token-lifetime": [
    "conformance/assumed-payments: a token that is not attached expires exactly fifteen minutes after it was made",
  ],
  "update-method": [
    "conformance/api-keys: updating a key is done with PATCH, or with the one method that an option sets",
  ],
  versions: ["conformance/service: /v1 is the only version, and no header selects another"],
  "webhook-answer": ["conformance/assumed-deliveries: an attempt is over with the head of the answer"],
  "webhook-authentication": [
    "conformance/deliveries: a notification is not signed",
    "conformance/assumed-deliveries: a user and password in the notification URL are sent as basic authentication",
  ],
  "webhook-egress": [
    "conformance/assumed-deliveries: with egress public, webhooks go to no address of this machine, but for the sandbox's own receivers",
    "webhooks/resolve: a name that pointed somewhere allowed and then somewhere forbidden is refused from then on: each attempt asks anew",
  ],
  "webhook-payload": [
    "conformance/assumed-deliveries: the body is the same bytes at every attempt and endpoint",
    "conformance/deliveries: what notifies carries the event record, under whatever type the happening had",
  ],
  "webhook-endpoint-read": [
    "conformance/assumed-requests: a webhook endpoint can be read, one that does not exist is 404, unless an option leaves that out",
  ],
  "webhook-endpoint-record": [
    "conformance/webhook-endpoints: an endpoint is read and answered whole, with its notification URL",
  ],
};
