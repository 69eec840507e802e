import { assumed, nothingToShow, section, shown } from "../sentence";

export const overview = [
  section(
    "",
    nothingToShow(
      "This single document covers the whole interface: API keys, customers, payment methods, payment intents, subscriptions, webhook delivery and the endpoint health rules.",
      "About the document.",
    ),
    shown(
      "Addresses: the service is at {base_url}; a separate sandbox address {sandbox_url} exists with the same interface.",
      "conformance/service: two sandboxes, each at an address of its own, serve the same interface",
    ),
  ),
  section(
    "What the service does",
    shown(
      "The service processes card payments on behalf of merchant accounts.",
      "conformance/service: a card is charged on behalf of the merchant whose id the request carries",
    ),
    shown(
      "It holds card data inside the processor's compliance boundary.",
      "conformance/payments: a payment method is answered without the card's number and CVV, here and in everything that follows",
    ),
    shown(
      "Integrators keep only identifiers and display metadata.",
      "conformance/service: what a merchant gets to keep of a card is an identifier and display metadata",
    ),
    shown(
      "It stores customers and payment methods.",
      "conformance/payments: a customer is stored: a payment method can be attached to it a year later",
      "conformance/payments: a payment method that is attached pays again and again, a year later too",
    ),
    shown(
      "A payment method is a reference to a card.",
      "conformance/payments: a payment method is a reference to a card: the same card twice makes two of them",
    ),
    shown(
      "It creates and confirms one-off payment intents.",
      "conformance/payments: a payment intent is created with 201 and status requires_payment_method",
      "conformance/payments: a payment intent succeeds by a confirmation whose charge succeeds, answered 201 with status and amount_received",
    ),
    assumed(
      "It runs recurring billing through subscriptions, including the scheduled charge and the retries of failed payments.",
      ["subscription-retries", "subscription-cycles"],
      "conformance/subscriptions: a subscription is charged on schedule, cycle after cycle",
      "conformance/subscriptions: a subscription whose payment fails is charged again without anybody asking",
    ),
    shown(
      "It issues API keys for access to the interface.",
      "conformance/api-keys: a key has the value that opens the interface in the header payments-api-key",
    ),
    shown(
      "It sends asynchronous notifications (webhooks) to a notification URL.",
      "conformance/deliveries: a notification is an HTTP POST with a JSON body to the notification URL",
    ),
    shown(
      "Examples are the processing of a pending bank debit, payout notifications and changes in connected-account status.",
      "conformance/deliveries: what notifies is a pending bank debit charge that was processed, a payout, and a status change of a connected account",
    ),
    shown(
      "Actions that return their result in the response (for example creating a customer) do not trigger a webhook.",
      "conformance/deliveries: what notifies is not the creation of a customer",
      "conformance/deliveries: what notifies is nothing that was answered directly: keys, customers, payment methods and payment intents",
    ),
    shown(
      "Partner accounts own webhook configuration.",
      "conformance/deliveries: a notification goes to the partner's endpoints, of which a merchant has none of its own",
    ),
    shown(
      "Merchant (connected) accounts are the accounts that requests act on behalf of.",
      "conformance/service: a card is charged on behalf of the merchant whose id the request carries",
    ),
    assumed(
      "The complete list of resources and operations of the service: not shown beyond those in this document.",
      ["other-operations"],
      "conformance/service: what the document does not show is not served, but for what an assumption names",
    ),
  ),
];
