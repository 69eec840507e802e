import { byId, element, showRows } from "./dom.js";
import {
  deliveryRow,
  endpointRow,
  eventRow,
  factRow,
  faultRow,
  keyRow,
  mailRow,
  paymentRow,
  requestRow,
  subscriptionRow,
  transitionRow,
} from "./rows.js";

/** @import { Endpoint, Newest, Overview } from "../overview-shape.js" */

/** Rows that a panel shows until it is asked for more. */
const few = 8;
/** Panels that were asked for more. @type {Set<string>} */
const long = new Set();

/**
 * Shows a sandbox as it is.
 * @param {Overview} overview
 * @param {{ reenable: (endpoint: Endpoint) => void }} actions
 */
export function showOverview(overview, { reenable }) {
  const { service } = overview;
  const facts = [
    { name: "Address", value: location.origin },
    { name: "Merchant account", value: service.account_id },
    { name: "Partner account", value: service.partner_account_id },
    { name: "Webhook endpoint", value: service.webhook_endpoint_id },
  ];
  showRows(byId("service"), facts, ({ name }) => name, factRow);
  /** @type {HTMLInputElement} */ (byId("event-account")).value = service.account_id;

  panel("keys", overview.api_keys, (key) => key.id, keyRow, "No keys.");
  panel(
    "endpoints",
    overview.webhook_endpoints,
    (one) => one.id,
    endpointRow(reenable),
    "No endpoints: nothing is delivered.",
  );
  panel(
    "events",
    overview.events,
    (event) => event.id,
    eventRow,
    "Nothing happened yet. Send an event to see it delivered.",
  );
  panel(
    "deliveries",
    overview.deliveries,
    (one) => `${one.event_id} ${one.endpoint_id}`,
    deliveryRow,
    "Events are delivered to the endpoints above.",
  );
  panel("requests", overview.requests, (request) => request.request_id, requestRow, "No request to /v1 yet.");
  panel(
    "transitions",
    overview.transitions,
    (change) => String(change.seq),
    transitionRow,
    "Nothing changed its state yet.",
  );
  panel(
    "subscriptions",
    overview.subscriptions,
    (subscription) => subscription.id,
    subscriptionRow,
    "No subscription was made yet.",
  );
  panel("payments", overview.payment_intents, (intent) => intent.id, paymentRow, "No payment was asked for yet.");
  panel(
    "mail",
    overview.mail,
    (mail) => String(mail.seq),
    mailRow,
    "No mail. Notices are sent when an endpoint becomes inactive or disabled.",
  );
  panel("faults", overview.faults, (fault) => fault.id, faultRow, "No fault is set: every answer arrives.");

  byId("clear-faults").hidden = overview.faults.total === 0;
  const { recipients } = overview;
  byId("recipients").textContent =
    recipients.length === 0 ? "Nobody gets notices yet." : `Notices go to ${recipients.join(", ")}.`;
}

/**
 * @template Item
 * @param {string} id of the list
 * @param {Newest<Item>} newest
 * @param {(item: Item) => string} keyOf
 * @param {(item: Item) => Node} make
 * @param {string} empty what to say where there is none
 */
function panel(id, { total, items }, keyOf, make, empty) {
  const list = byId(id);
  const section = /** @type {HTMLElement} */ (list.closest("section"));
  const count = section.querySelector("h2 .count");
  if (count !== null) count.textContent = total === 0 ? "" : total.toLocaleString("en");
  const seen = long.has(id) ? items : items.slice(0, few);
  showRows(list, seen, keyOf, make);
  remark(list, seen, { total, available: items.length }, empty, () => {
    long.add(id);
    panel(id, { total, items }, keyOf, make, empty);
  });
}

/**
 * What stands below a list: that it is empty, how to see more of it, or that there is more than is shown.
 * @param {HTMLElement} list
 * @param {readonly unknown[]} seen
 * @param {{ total: number, available: number }} of
 * @param {string} empty
 * @param {() => void} more
 */
function remark(list, seen, { total, available }, empty, more) {
  const old = list.nextElementSibling?.matches("[data-remark]")
    ? /** @type {HTMLElement} */ (list.nextElementSibling)
    : undefined;
  const text =
    total === 0
      ? empty
      : seen.length < available
        ? `Show ${available - seen.length} more`
        : total > available
          ? `The newest ${available} of ${total.toLocaleString("en")} are shown.`
          : "";
  if ((old?.textContent ?? "") === text) return;
  const hadFocus = old?.contains(document.activeElement);
  old?.remove();
  if (text === "") return;
  const isButton = total > 0 && seen.length < available;
  const made = isButton
    ? element("button", { type: "button", class: "small", "data-remark": true, onclick: more }, text)
    : element("p", { class: "empty", "data-remark": true }, text);
  list.after(made);
  if (hadFocus && isButton) made.focus();
}
