import { assumed, nothingToShow, section, shown } from "../sentence";

export const states = [
  section(
    "States and transitions, Subscription",
    shown(
      "States: pending, trialing, active, past_due, unpaid, canceled, paused, incomplete.",
      "conformance/subscriptions: a subscription can have each of the eight states",
    ),
    assumed(
      "The status requires_confirmation is also named; a subscription in it can be confirmed.",
      ["subscription-confirm"],
      "conformance/subscriptions: a subscription that requires confirmation can be confirmed",
    ),
    shown(
      "pending | Exists, waiting for its first billing date. | Successful POST /v1/subscriptions",
      "conformance/subscriptions: a subscription is pending from its creation until its first billing date",
    ),
    shown(
      "pending | It needs no confirmation",
      "conformance/subscriptions: a pending subscription becomes active without confirmation",
    ),
    assumed(
      "trialing | In a free trial, no payment taken | Transition not shown",
      ["subscription-transitions"],
      "conformance/subscriptions: a trialing subscription takes no payment",
    ),
    assumed(
      "active | Paid and current | Transition not shown",
      ["subscription-transitions"],
      "conformance/subscriptions: an active subscription is paid and current",
    ),
    assumed(
      "past_due | A payment failed, retries in progress | Transition not shown",
      ["subscription-transitions"],
      "conformance/subscriptions: a past_due subscription has a failed payment that is being retried",
    ),
    assumed(
      "unpaid | Retries exhausted, still unpaid | Transition not shown",
      ["subscription-transitions"],
      "conformance/subscriptions: an unpaid subscription has used up its retries: one, three and seven days after the payment fell due",
    ),
    assumed(
      "canceled | Ended, by customer or by the merchant | Transition not shown",
      ["subscription-transitions"],
      "conformance/subscriptions: a canceled subscription has ended and charges nothing more",
    ),
    assumed(
      "paused | Deliberately suspended, not billed | Transition not shown",
      ["subscription-transitions"],
      "conformance/subscriptions: a paused subscription is not billed",
    ),
    assumed(
      "incomplete | Created but never successfully set up | Transition not shown",
      ["subscription-transitions"],
      "conformance/subscriptions: an incomplete subscription was never set up and is not billed",
    ),
    shown(
      "The only move that is shown is creation leading to pending.",
      "conformance/subscriptions: a subscription is pending from its creation until its first billing date",
    ),
    shown(
      "Calling the confirm operation on a pending subscription returns an error.",
      "conformance/subscriptions: confirming a pending subscription is refused: it is pending and needs no confirmation",
    ),
    assumed(
      "All other transitions, including the ones out of requires_confirmation: not shown.",
      ["subscription-transitions"],
      "conformance/subscriptions: a subscription can have each of the eight states",
    ),
  ),
  section(
    "States and transitions, Payment method",
    assumed(
      "single-use (customer_id null) | PUT attach | customer exists | attached (customer_id set) | Reusable indefinitely",
      ["repeated-attach"],
      "conformance/payments: a payment method has customer_id null while it is fresh, and the customer's id once attached",
      "conformance/payments: a payment method cannot be attached to a customer that does not exist",
      "conformance/payments: a payment method that is attached pays again and again, a year later too",
    ),
    assumed(
      "single-use | time | about 15 minutes pass without attach | expired | Later charges and subscriptions that reference it fail",
      ["token-lifetime", "single-use-charge"],
      "conformance/payments: a payment method that was never attached pays for about fifteen minutes, then fails like one that never existed",
      "conformance/subscriptions: a subscription cannot be created with a payment method that expired",
    ),
  ),
  section(
    "States and transitions, Payment intent",
    shown(
      "(creation) | POST /v1/payment-intents | requires_payment_method",
      "conformance/payments: a payment intent is created with 201 and status requires_payment_method",
    ),
    shown(
      "requires_payment_method | POST confirm with a payment_method_id | succeeded (when the charge succeeds)",
      "conformance/payments: a payment intent succeeds by a confirmation whose charge succeeds, answered 201 with status and amount_received",
    ),
    assumed(
      "Other statuses and transitions of the payment intent: not shown.",
      ["declined-charge", "confirm-paid-intent"],
      "conformance/payments: a payment intent whose charge is declined stays as it was and may be confirmed again; one that is paid may not",
    ),
  ),
  section(
    "States and transitions, Webhook endpoint",
    assumed(
      "active | time | no successful delivery for 3 or more days | inactive | Events queued, no HTTP delivery attempted; e-mail notice sent with the days left before disabling",
      ["health-count"],
      "conformance/endpoint-health: an active endpoint becomes inactive after three days without a successful delivery",
      "conformance/endpoint-health: an active endpoint stays active as long as one delivery succeeds every three days",
      "conformance/endpoint-health: an inactive endpoint gets nothing, and its events are queued",
      "conformance/notices: a notice of becoming inactive states the days left before disabling and how to re-enable",
    ),
    shown(
      "inactive | time | no successful delivery for 7 or more days | disabled | No delivery attempted and no more events queued; e-mail notice sent",
      "conformance/endpoint-health: an inactive endpoint becomes disabled after seven days without a successful delivery",
      "conformance/endpoint-health: a disabled endpoint gets nothing and nothing is queued, so that nothing of that time can be replayed",
      "conformance/notices: a notice of becoming disabled confirms it and states how to re-enable",
    ),
    assumed(
      "inactive or disabled | PATCH with status active | none | pending | Events delivered at once.",
      ["health-restart"],
      "conformance/endpoint-health: an inactive endpoint goes to pending by a PATCH with status active, and events are delivered at once",
      "conformance/endpoint-health: a disabled endpoint goes to pending by a PATCH with status active, and new events are delivered at once",
    ),
    assumed(
      "inactive or disabled | Coming from inactive, all events that arrived during the outage are replayed",
      ["replay-set"],
      "conformance/endpoint-health: an inactive endpoint that is re-enabled gets all events that arrived during the outage",
      "conformance/endpoint-health: an inactive endpoint that is re-enabled gets an event too that had used up its attempts",
    ),
    shown(
      "pending | first delivery answered with 2xx | none | active | ",
      "conformance/endpoint-health: a pending endpoint becomes active with the first delivery that is answered with 2xx",
    ),
    shown(
      "pending | a delivery exhausts all retries | none | inactive | Same e-mail notice as any inactive transition",
      "conformance/endpoint-health: a pending endpoint becomes inactive when a delivery exhausts all retries",
      "conformance/endpoint-health: a pending endpoint that becomes inactive again sends the same notice",
    ),
    nothingToShow("State semantics:", "Announces the four meanings that follow."),
    shown(
      "active: all events delivered with the full retry schedule.",
      "conformance/endpoint-health: an active endpoint gets every event with the full retry schedule",
    ),
    shown(
      "inactive: events are queued and no HTTP delivery is attempted.",
      "conformance/endpoint-health: an inactive endpoint gets nothing, and its events are queued",
    ),
    shown(
      "pending: events are delivered normally.",
      "conformance/endpoint-health: a pending endpoint gets events as usual, with their retries",
    ),
    shown(
      "disabled: no delivery attempted and no events queued, so events during that time cannot be replayed.",
      "conformance/endpoint-health: a disabled endpoint gets nothing and nothing is queued, so that nothing of that time can be replayed",
    ),
    nothingToShow("Replay rules:", "Announces the two rules that follow."),
    shown(
      "Replay runs oldest event first at a stagger of about two events per second.",
      "conformance/endpoint-health: replay runs oldest event first at about two events a second",
    ),
    shown(
      "Events already delivered in an earlier re-enable cycle are not delivered again.",
      "conformance/endpoint-health: replay leaves out what was delivered in an earlier cycle",
    ),
  ),
];
