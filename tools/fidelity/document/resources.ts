import { assumed, nothingToShow, section, shown } from "../sentence";

export const resources = [
  section(
    "Resources and their fields, ApiKey",
    shown("id | string | yes | Unique identifier", "conformance/api-keys: a key has an id of its own"),
    shown(
      "account_id | string | yes | Id of the associated account",
      "conformance/api-keys: a key tells the account that it was created for",
    ),
    assumed(
      "name | string | yes | Label chosen by the caller.",
      ["name-limits"],
      "conformance/api-keys: a key has the name that the caller chose",
    ),
    assumed(
      "name | Defaults to a label derived from the key type (a secret key and a publishable key get different default names)",
      ["default-names"],
      "conformance/api-keys: a key without a name gets a default name that differs for secret and publishable keys",
    ),
    shown(
      "type | string: publishable or secret | yes | secret can authenticate all endpoints.",
      "conformance/api-keys: a key is publishable or secret, and nothing else",
      "conformance/authentication: a secret key authenticates every operation",
    ),
    assumed(
      "type | publishable is for frontends, can only reach a small set of endpoints (for example confirming a payment intent), and is only for creating payment tokens on public sites",
      ["publishable-set"],
      "conformance/authentication: a publishable key confirms a payment intent and reaches nothing else, whatever its scopes say",
      "pages/card-form: a publishable key makes a single-use token of its merchant, without the admin token",
    ),
    assumed(
      "scopes | array of string | yes | Access scopes of the key.",
      ["scope-syntax"],
      "conformance/api-keys: a key has the scopes that it was given",
    ),
    shown(
      "scopes | Default is ['*'], meaning all scopes.",
      "conformance/api-keys: a key has all scopes unless given some",
    ),
    assumed(
      "scopes | Ignored for publishable keys",
      ["ignored-scopes"],
      "conformance/api-keys: a key that is publishable is given no scopes by naming some",
    ),
    shown(
      "value | string | yes | The key value sent in the payments-api-key header.",
      "conformance/api-keys: a key has the value that opens the interface in the header payments-api-key",
    ),
    assumed(
      "value | For secret keys it is redacted in every response except the creation response",
      ["redaction"],
      "conformance/api-keys: a key that is secret shows its value in the creation response and in no other",
    ),
    shown(
      "last_used | string, date-time | no | Time the key last authenticated a request",
      "conformance/api-keys: a key has no last_used until it authenticates, then the time at which it last did",
    ),
    shown(
      "created_at | string, date-time | yes | Creation time",
      "conformance/api-keys: a key tells when it was created, whatever happens later",
    ),
    shown(
      "updated_at | string, date-time | yes | Time of last update",
      "conformance/api-keys: a key tells when it was last updated",
    ),
    shown(
      "Scope values that are given: *, accounts:delete, accounts:read, accounts:write, api_keys:read, api_keys:write, apple_pay_domains:read, apple_pay_domains:write.",
      "conformance/api-keys: a key takes every scope that the document lists",
    ),
    assumed(
      "The remaining scope values: not shown.",
      ["scope-names", "scope-syntax"],
      "conformance/api-keys: a key takes scopes that the document does not list, but nothing that is not a scope",
    ),
  ),
  section(
    "Resources and their fields, Payment method",
    shown(
      "id | string, prefix pm_ | Identifier",
      "conformance/payments: a payment method has an id that begins with pm_",
    ),
    shown(
      "customer_id | string or null | Null while the payment method is a fresh single-use token; a customer id once attached",
      "conformance/payments: a payment method has customer_id null while it is fresh, and the customer's id once attached",
    ),
    assumed(
      "card.brand | string | Card brand",
      ["card-brands"],
      "conformance/payments: a payment method tells the brand of its card",
    ),
    shown(
      "card.last4 | string | Last four digits",
      "conformance/payments: a payment method tells the last four digits of its card",
    ),
    shown(
      "card.exp_month | integer | Expiry month",
      "conformance/payments: a payment method tells the month in which its card expires, as a whole number",
    ),
    shown(
      "card.exp_year | integer | Expiry year",
      "conformance/payments: a payment method tells the year in which its card expires, as a whole number",
    ),
    shown(
      "The full card number and the CVV are never returned and never stored by integrators.",
      "conformance/payments: a payment method is answered without the card's number and CVV, here and in everything that follows",
      "admin/payment-methods: number and CVV are in no answer, no log line and no byte of the data file",
    ),
    assumed(
      "Other fields of the payment method record: not shown.",
      ["payment-method-record"],
      "conformance/payments: a payment method has billing details, kind and creation time besides",
    ),
  ),
  section(
    "Resources and their fields, Customer",
    shown("id | string, prefix cus_ | Identifier", "conformance/payments: a customer has an id that begins with cus_"),
    shown(
      "email | string | Customer e-mail address (accepted on creation)",
      "conformance/payments: a customer takes an e-mail address",
    ),
    shown("first_name | string | Accepted on creation", "conformance/payments: a customer takes a first name"),
    shown("last_name | string | Accepted on creation", "conformance/payments: a customer takes a last name"),
    shown(
      "metadata | object of caller-defined keys | Accepted on creation",
      "conformance/payments: a customer takes metadata under keys that the caller makes up",
    ),
    assumed(
      "Other fields of the customer record and which inputs are required: not shown.",
      ["customer-record", "customer-inputs"],
      "conformance/payments: a customer needs no input, and is answered whole, with null for what was not given",
    ),
  ),
  section(
    "Resources and their fields, Payment intent",
    shown(
      "id | string, prefix pi_ | Identifier",
      "conformance/payments: a payment intent has an id that begins with pi_",
    ),
    shown(
      "amount | integer | Amount to charge",
      "conformance/payments: a payment intent has a whole number as amount, which is what is charged",
    ),
    shown(
      "currency | string | Currency code, given in lowercase three-letter form",
      "conformance/payments: a payment intent has a currency in lowercase three-letter form",
    ),
    shown(
      "payment_method_types | array of string | Accepted payment method kinds; the value card is given",
      "conformance/payments: a payment intent takes card as a payment method kind",
    ),
    shown("status | string | See States and transitions", "conformance/payments: a payment intent has a status"),
    shown(
      "amount_received | integer | Amount received; present after a successful confirmation",
      "conformance/payments: a payment intent has amount_received only after a successful confirmation",
    ),
    assumed(
      "The unit of amount, the other allowed values of payment_method_types and the other fields of the payment intent: not shown.",
      ["amount-unit", "payment-intent-inputs", "payment-intent-record"],
      "conformance/payments: a payment intent needs amount and currency, takes no kind but card, and is answered whole",
    ),
  ),
  section(
    "Resources and their fields, Subscription",
    shown(
      "id | string, prefix sub_ | Identifier",
      "conformance/subscriptions: a subscription has an id that begins with sub_",
    ),
    assumed(
      "customer_id | string | Customer being billed; must have an attached payment method",
      ["subscription-payment-method"],
      "conformance/subscriptions: a subscription bills its customer, who must have an attached payment method",
    ),
    shown(
      "payment_method_id | string | Attached payment method used for charges",
      "conformance/subscriptions: a subscription charges its payment method, which must be attached to its customer",
    ),
    shown("currency | string | Currency code", "conformance/subscriptions: a subscription has a currency"),
    shown(
      "price | integer | Price per billing interval",
      "conformance/subscriptions: a subscription has a price, which is what each cycle charges",
    ),
    shown(
      "interval_unit | string | Unit of the billing interval",
      "conformance/subscriptions: a subscription has an interval unit",
    ),
    shown(
      "interval_count | integer | Number of interval units per cycle",
      "conformance/subscriptions: a subscription has so many interval units in a cycle as its interval count says",
    ),
    assumed(
      "billing_cycle_anchor | string, ISO 8601 timestamp | When billing cycles are anchored",
      ["anchor-calendar"],
      "conformance/subscriptions: a subscription has its cycles anchored at the anchor",
    ),
    shown("status | string | See States and transitions", "conformance/subscriptions: a subscription has a status"),
    assumed(
      "next_payment_at | string, date-time in UTC | Time of the next payment",
      ["anchor-in-the-past"],
      "conformance/subscriptions: a subscription tells the time of the next payment, in UTC",
    ),
    nothingToShow("Rules for billing_cycle_anchor:", "Announces the two rules that follow."),
    shown(
      "A date-only value is read as midnight UTC of that date.",
      "conformance/subscriptions: an anchor that is a date is midnight UTC of that date",
    ),
    assumed(
      "A full timestamp with a UTC offset is read as that exact instant.",
      ["anchor-forms"],
      "conformance/subscriptions: an anchor with an offset is that exact instant",
    ),
    shown(
      "Sending a full timestamp with the customer's offset is how a charge lands on the customer's local date.",
      "conformance/subscriptions: an anchor with the customer's offset charges on the customer's local date",
    ),
    assumed(
      "Allowed values of interval_unit, the unit of price and the other fields of the subscription: not shown.",
      ["interval-values", "amount-unit", "subscription-record", "subscription-inputs"],
      "conformance/subscriptions: a subscription takes the interval units and has the fields that the assumptions name",
    ),
  ),
  section(
    "Resources and their fields, Webhook endpoint",
    shown(
      "id | string | Identifier used in the path",
      "conformance/webhook-endpoints: an endpoint is found in the path by its id",
    ),
    shown(
      "status | string: active, inactive, pending, disabled | Delivery health; see States and transitions",
      "conformance/webhook-endpoints: an endpoint has one of four statuses, each of which it can have",
    ),
    assumed(
      "Other fields of the webhook endpoint (such as its notification URL): not shown.",
      ["webhook-endpoint-record", "webhook-endpoint-read"],
      "conformance/webhook-endpoints: an endpoint is read and answered whole, with its notification URL",
    ),
  ),
  section(
    "Resources and their fields, Event",
    shown(
      "Events are listed with GET /v1/events and carry a delivery status that can be filtered (see Endpoints).",
      "conformance/events: events are listed with GET /v1/events, each with its delivery status",
    ),
    assumed(
      "Fields of the event record: not shown.",
      ["event-record"],
      "conformance/events: the list is a page, most recent first, of events with account, type, data and time",
    ),
  ),
  section(
    "Resources and their fields, Account",
    shown("Account ids usually start with the prefix acct_.", "conformance/service: account ids begin with acct_"),
    shown(
      "A request acts on a merchant (connected) account.",
      "conformance/service: a card is charged on behalf of the merchant whose id the request carries",
      "conformance/payments: a payment intent belongs to the merchant on whose behalf it was created",
    ),
    assumed(
      "Fields of the account record: not shown.",
      ["account-record"],
      "conformance/service: GET /v1/accounts takes a partner id, and answers the partner and its merchants",
    ),
  ),
];
