import { assumed, section, shown } from "../sentence";

export const errorsAndLimits = [
  section(
    "Errors",
    shown(
      "payments-account is a partner account id and a payment operation is called | Failure with a message saying the operation is not enabled for this account",
      "conformance/authentication: with a partner id every payment operation fails with a message that it is not enabled for this account",
    ),
    shown(
      "Confirm is called on a subscription in pending | An error that says the subscription is pending and needs no confirmation",
      "conformance/subscriptions: confirming a pending subscription is refused: it is pending and needs no confirmation",
    ),
    assumed(
      "A payment method that was never attached is used after about 15 minutes | The later charge or subscription fails as if the payment method were invalid",
      ["expired-token"],
      "conformance/payments: a payment method that was never attached pays for about fifteen minutes, then fails like one that never existed",
      "conformance/subscriptions: a subscription cannot be created with a payment method that expired",
    ),
    assumed(
      "An expired card is used | The charge is declined; an expired-card decline is the usual result",
      ["card-expiry"],
      "conformance/payments: a charge of a card that has expired meanwhile is declined, with a code that says so",
      "conformance/subscriptions: a subscription whose card has expired when its payment is due is declined for that",
    ),
    shown(
      "A create call for a subscription is repeated | A second subscription is created; no duplicate protection exists",
      "conformance/subscriptions: creating a subscription twice makes two, and charges twice, whatever headers it carries",
    ),
    assumed(
      "The shape of error response bodies and the list of error codes: not shown.",
      ["error-shape"],
      "conformance/service: an error has a code, a message, the field where there is one, and the id of the request",
    ),
    assumed(
      "The HTTP status codes for failed requests: not shown.",
      ["error-shape"],
      "conformance/service: errors have the status that HTTP has for them",
    ),
  ),
  section(
    "Limits",
    assumed(
      "Single-use payment method lifetime | about 15 minutes",
      ["token-lifetime"],
      "conformance/payments: a payment method can be attached while it is fresh, and not once it has expired",
    ),
    shown(
      "Webhook delivery attempts | 8 per event and endpoint",
      "conformance/deliveries: a notification is attempted at most eight times for each event and endpoint",
    ),
    shown(
      "Webhook attempt timeout | 5 seconds",
      "conformance/deliveries: a notification has a timeout of five seconds at each attempt",
    ),
    assumed(
      "Total retry span | about 60 hours",
      ["retry-delays"],
      "conformance/deliveries: the attempts have the eighth twelve hours after the seventh, about sixty hours after the first",
    ),
    shown(
      "Endpoint becomes inactive | no successful delivery for 3 or more days",
      "conformance/endpoint-health: an active endpoint becomes inactive after three days without a successful delivery",
    ),
    shown(
      "Endpoint becomes disabled | no successful delivery for 7 or more days",
      "conformance/endpoint-health: an inactive endpoint becomes disabled after seven days without a successful delivery",
    ),
    shown(
      "Replay speed after re-enable | about 2 events per second, oldest first",
      "conformance/endpoint-health: replay runs oldest event first at about two events a second",
    ),
    shown(
      "List limit parameter | a value above the maximum is replaced by the maximum",
      "conformance/api-keys: the list of keys replaces a limit above the maximum by the maximum",
    ),
    assumed(
      "The maximum value of the list limit parameter: not shown.",
      ["page-max"],
      "conformance/api-keys: the list of keys holds at most 100 keys unless an option sets another limit",
    ),
    assumed(
      "Rate limits: not shown.",
      ["rate-limits"],
      "conformance/service: no rate limit applies: a thousand calls in a row are all answered",
    ),
  ),
  section(
    "Versioning",
    shown(
      "All paths begin with the prefix /v1.",
      "conformance/service: all paths begin with /v1, and none of them is served without it",
    ),
    assumed(
      "A version selection header, other versions and deprecation rules: not shown.",
      ["versions"],
      "conformance/service: /v1 is the only version, and no header selects another",
    ),
  ),
];
