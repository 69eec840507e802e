import { assumed, section, shown } from "../sentence";

export const endpoints = [
  section(
    "Endpoints",
    shown(
      "Every request carries the headers described under Authentication.",
      "conformance/authentication: every request needs payments-api-key, holding the value of a key",
      "conformance/authentication: every request needs payments-account, holding the account that it acts on behalf of",
    ),
    shown(
      "Success codes shown are 200, 201 and 204.",
      "conformance/service: every operation of the document answers its success code: 200, 201 or 204",
    ),
    assumed(
      "Request and response bodies are JSON.",
      ["strict-parameters", "request-limits"],
      "conformance/service: bodies are JSON: every answer says so, and nothing else is taken",
    ),
  ),
  section(
    "Endpoints, API keys",
    assumed(
      "List API keys | GET {base_url}/v1/api-keys | Query: offset (number, optional, zero-based), limit (number, optional; a value above the maximum is replaced by the maximum) | 200 page: has_more (boolean, required), limit (number), offset (number), total (number), items (array of ApiKey, required).",
      ["default-limit"],
      "conformance/api-keys: the list of keys is a page with has_more, limit, offset, total and items, from a zero-based offset",
      "conformance/api-keys: the list of keys replaces a limit above the maximum by the maximum",
    ),
    shown(
      "List API keys | Sorted with the most recently created first",
      "conformance/api-keys: the list of keys holds the most recently created first",
    ),
    shown(
      "Create an API key | POST {base_url}/v1/api-keys | Body: type (required, publishable or secret), name (optional string), scopes (optional array of string) | 201 ApiKey, with the full value of a secret key shown only in this response",
      "conformance/api-keys: creating a key needs a type, and neither name nor scopes",
      "conformance/api-keys: creating a key answers 201 with the key as it is listed, but for the value",
      "conformance/api-keys: a key that is secret shows its value in the creation response and in no other",
    ),
    assumed(
      "Update an API key | HTTP method not shown; path /v1/api-keys/{id} (id is a string, required) | Body: name (optional), scopes (optional); omitted fields stay unchanged | 200 ApiKey with the secret value redacted",
      ["update-method"],
      "conformance/api-keys: updating a key changes what is given, leaves what is omitted, and answers 200 with the value redacted",
    ),
    shown(
      "Delete an API key | DELETE {base_url}/v1/api-keys/{id} | Path: id (string, required) | 204, empty.",
      "conformance/api-keys: deleting a key answers 204 with nothing, and the key is dead",
    ),
    shown(
      "Delete an API key | Cannot be undone",
      "conformance/api-keys: deleting a key cannot be undone: neither deleting nor updating it again finds it",
    ),
    assumed(
      "The HTTP method of the update operation is not shown.",
      ["update-method"],
      "conformance/api-keys: updating a key is done with PATCH, or with the one method that an option sets",
    ),
  ),
  section(
    "Endpoints, Customers",
    assumed(
      "Create a customer | POST {base_url}/v1/customers | Body: email, first_name, last_name (strings), metadata (object) | A customer record that includes id.",
      ["customer-status"],
      "conformance/payments: a customer is created by a POST with all of its inputs, answered with a record that includes its id",
    ),
    assumed(
      "Create a customer | The rest of the response: not shown",
      ["customer-record"],
      "conformance/payments: a customer needs no input, and is answered whole, with null for what was not given",
    ),
  ),
  section(
    "Endpoints, Payment methods",
    shown(
      "Attach to a customer | PUT {base_url}/v1/payment-methods/{id}/attach | Body: customer_id (string) | 200 with the payment method, whose customer_id is now set",
      "conformance/payments: attaching is a PUT with customer_id that answers 200 with the payment method, its customer_id set",
    ),
    shown(
      "The browser-side flow creates a payment method from a hosted card form, so the card number never reaches the merchant server:",
      "conformance/payments: a payment method is answered without the card's number and CVV, here and in everything that follows",
      "pages/browser/card-form: the number and the CVV are in no field, answer, log line or stored byte afterwards",
    ),
    assumed(
      "The card number, expiry and CVV fields are inputs rendered by the processor, placed into containers owned by the merchant page.",
      ["card-form", "card-form-key", "card-form-messages"],
      "pages/browser/peer: a page of another origin frames its fields, calls the routine with billing details, and gets the payment method",
      "conformance/card-form: the hosted form has the card number, expiry and CVV as fields, which the service renders and a merchant's page frames",
    ),
    shown(
      "The page calls a create-payment-method routine with type card and optional billing_details (name, and an address holding zip and country).",
      "pages/browser/peer: a page of another origin frames its fields, calls the routine with billing details, and gets the payment method",
    ),
    shown(
      "It returns a payment method with display metadata and customer_id null.",
      "conformance/payments: a payment method comes from the form with kind, billing details, display metadata and no customer",
    ),
    shown(
      "The creation is to be called on submit, not on page load.",
      "pages/browser/card-form: nothing is made before the submit",
      "conformance/card-form: loading the hosted form creates nothing, and submitting it creates one payment method",
    ),
  ),
  section(
    "Endpoints, Payment intents",
    shown(
      "Create | POST {base_url}/v1/payment-intents | Body: amount, currency, payment_method_types | 201 with id and status requires_payment_method",
      "conformance/payments: a payment intent is created with 201 and status requires_payment_method",
    ),
    shown(
      "Confirm | POST {base_url}/v1/payment-intents/{id}/confirm | Body: payment_method_id | 201 with status and amount_received",
      "conformance/payments: a payment intent succeeds by a confirmation whose charge succeeds, answered 201 with status and amount_received",
    ),
    shown(
      "Confirming server-side needs no browser.",
      "conformance/payments: a payment intent is confirmed by a server alone, with a payment method that a customer left long ago",
    ),
    assumed(
      "It is also the path for retrying a failed subscription payment.",
      ["cycle-payment-intent"],
      "conformance/subscriptions: confirming the payment intent of a failed cycle pays the cycle",
    ),
  ),
  section(
    "Endpoints, Subscriptions",
    assumed(
      "Create | POST {base_url}/v1/subscriptions | Body: customer_id, payment_method_id, currency, price, interval_unit, interval_count, billing_cycle_anchor | 201 with id, status (pending) and next_payment_at",
      ["subscription-inputs"],
      "conformance/subscriptions: creating a subscription answers 201 with id, status pending and next_payment_at",
    ),
    shown(
      "A retried create after a timeout produces a second subscription and a double charge, because the interface has no idempotency-key header.",
      "conformance/subscriptions: creating a subscription whose answer is lost and that is sent again makes two",
      "conformance/subscriptions: creating a subscription twice makes two, and charges twice, whatever headers it carries",
    ),
    assumed(
      "The path and shape of the subscription confirm operation: not shown.",
      ["subscription-confirm"],
      "conformance/subscriptions: a subscription that requires confirmation can be confirmed",
    ),
  ),
  section(
    "Endpoints, Accounts",
    shown(
      "GET /v1/accounts exists and can be called with a partner account id.",
      "conformance/service: GET /v1/accounts takes a partner id, and answers the partner and its merchants",
    ),
    assumed(
      "Its parameters and response: not shown.",
      ["account-list"],
      "conformance/service: GET /v1/accounts takes a partner id, and answers the partner and its merchants",
    ),
  ),
  section(
    "Endpoints, Events",
    shown(
      "GET {base_url}/v1/events accepts the optional query parameter delivery_status.",
      "conformance/events: the list takes delivery_status or no parameter, and no value but the four",
    ),
    assumed(
      "succeeded | All endpoints received a 2xx response",
      ["deleted-endpoint"],
      "conformance/events: succeeded finds an event once all endpoints have answered it with 2xx",
    ),
    assumed(
      "failed | At least one endpoint used up all retries without success",
      ["between-statuses"],
      "conformance/events: failed finds an event once one endpoint has used up all retries without success",
      "conformance/events: an event that is being retried is found by none of the four",
    ),
    assumed(
      "pending | The event is queued and no delivery has been attempted",
      ["event-mixed-endpoints"],
      "conformance/events: pending finds an event that is queued and of which no delivery has been attempted",
    ),
    assumed(
      "undelivered | No delivery was attempted because the endpoint was inactive or disabled at that time",
      ["event-without-endpoint", "event-mixed-endpoints"],
      "conformance/events: undelivered finds an event that was not attempted because the endpoint was inactive or disabled",
      "conformance/events: undelivered finds an event that one endpoint received and an inactive or disabled one missed",
    ),
    assumed(
      "Other parameters and the response shape of the event list: not shown.",
      ["event-list"],
      "conformance/events: the list is a page, most recent first, of events with account, type, data and time",
    ),
  ),
  section(
    "Endpoints, Webhook endpoints",
    assumed(
      "Update | PATCH {base_url}/v1/webhook-endpoints/{id} | Body: status (the value active re-enables an inactive or disabled endpoint) | Response: not shown",
      ["reenable-healthy-endpoint", "webhook-endpoint-record"],
      "conformance/webhook-endpoints: an endpoint is re-enabled from inactive and from disabled by PATCH with status active, and by no other value",
      "conformance/webhook-endpoints: an endpoint is read and answered whole, with its notification URL",
    ),
    assumed(
      "Creating, listing and deleting webhook endpoints: not shown.",
      ["other-operations", "health-set-outright"],
      "conformance/webhook-endpoints: an endpoint is created, listed and deleted in the admin interface only",
    ),
  ),
];
