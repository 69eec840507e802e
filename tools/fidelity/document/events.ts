import { assumed, nothingToShow, section, shown } from "../sentence";

export const events = [
  section(
    "Events",
    nothingToShow("Webhook delivery rules:", "Announces the five rules that follow."),
    assumed(
      "The service sends an HTTP POST with a JSON body to the notification URL of the receiver.",
      ["webhook-egress"],
      "conformance/deliveries: a notification is an HTTP POST with a JSON body to the notification URL",
    ),
    shown(
      "Webhook endpoints are set at the parent (partner) account level.",
      "conformance/deliveries: a notification goes to the partner's endpoints, of which a merchant has none of its own",
    ),
    shown(
      "Notifications cover events of all connected accounts.",
      "conformance/deliveries: a notification is made of the events of every connected account",
    ),
    shown(
      "The receiver should answer 200 as fast as possible.",
      "conformance/deliveries: a notification that is answered 200 is through, and is not sent again",
    ),
    assumed(
      "Any non-2xx answer is a failed attempt and is retried.",
      ["redirect-answers"],
      "conformance/deliveries: a notification with any answer that is not 2xx has failed and is retried",
    ),
    assumed(
      "Each attempt has a timeout of 5 seconds.",
      ["webhook-answer"],
      "conformance/deliveries: a notification has a timeout of five seconds at each attempt",
    ),
    shown(
      "No answer in that time counts as a failure.",
      "conformance/deliveries: a notification without an answer in that time has failed and is retried",
    ),
    shown(
      "At most 8 attempts are made per event and endpoint.",
      "conformance/deliveries: a notification is attempted at most eight times for each event and endpoint",
    ),
    shown("1 | immediate | 0", "conformance/deliveries: the attempts begin at once"),
    shown(
      "2 | about 5 minutes | about 5 minutes",
      "conformance/deliveries: the attempts have the second about five minutes after the first",
    ),
    shown(
      "3 | about 1 hour | about 1 hour",
      "conformance/deliveries: the attempts have the third about an hour after the second",
    ),
    shown(
      "4 | about 6 hours | about 7 hours",
      "conformance/deliveries: the attempts have the fourth about six hours after the third",
    ),
    shown(
      "5 | about 17 hours | about 24 hours",
      "conformance/deliveries: the attempts have the fifth about seventeen hours after the fourth, about a day after the first",
    ),
    shown(
      "6 | 12 hours | about 36 hours",
      "conformance/deliveries: the attempts have the sixth twelve hours after the fifth",
    ),
    shown(
      "7 | 12 hours | about 48 hours",
      "conformance/deliveries: the attempts have the seventh twelve hours after the sixth",
    ),
    assumed(
      "8 | 12 hours | about 60 hours",
      ["retry-delays"],
      "conformance/deliveries: the attempts have the eighth twelve hours after the seventh, about sixty hours after the first",
    ),
    shown(
      "Event categories that are asynchronous: successful processing of a pending bank debit charge, payout notifications, status changes of connected accounts (relevant to onboarding).",
      "conformance/deliveries: what notifies is a pending bank debit charge that was processed, a payout, and a status change of a connected account",
    ),
    shown(
      "Actions answered directly in the response do not produce a webhook.",
      "conformance/deliveries: what notifies is nothing that was answered directly: keys, customers, payment methods and payment intents",
    ),
    shown(
      "Endpoint health changes (see States and transitions) send an e-mail notice to partner account owners and admins:",
      "conformance/notices: a notice goes to owners and admins of the partner, and to nobody else",
    ),
    assumed(
      "On becoming inactive, the notice states the days left before the endpoint is disabled and how to re-enable it.",
      ["notice-kinds"],
      "conformance/notices: a notice of becoming inactive states the days left before disabling and how to re-enable",
    ),
    shown(
      "On becoming disabled, the notice confirms it and states how to re-enable it.",
      "conformance/notices: a notice of becoming disabled confirms it and states how to re-enable",
    ),
    shown(
      "Users receive these notices according to the technical emails preference of their notification settings and can opt out.",
      "conformance/notices: a notice goes to nobody who opted out of technical e-mails, from then on",
    ),
    assumed(
      "Names of event types and the payload of an event: not shown.",
      ["webhook-payload", "event-types"],
      "conformance/deliveries: what notifies carries the event record, under whatever type the happening had",
    ),
    assumed(
      "Which operation emits which event: not shown.",
      ["event-types", "subscription-events"],
      "conformance/deliveries: what notifies is nothing that was answered directly: keys, customers, payment methods and payment intents",
    ),
  ),
];
