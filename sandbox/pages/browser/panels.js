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

/** @import { Newest, Overview } from "../overview-shape.js" */
/** @import { EndpointActions, KeyActions } from "./rows.js" */

/** Rows that a panel shows until it is asked for more. */
const few = 8;
/** Panels that were asked for more. @type {Set<string>} */
const long = new Set();

/**
 * Shows a sandbox as it is.
 * @param {Overview} overview
 * @param {EndpointActions & KeyActions} actions
 */
export function showOverview(overview, actions) {
  const { service } = overview;
  const facts = [
    { name: "Address", value: location.origin },
    { name: "Merchant account", value: service.account_id },
    { name: "Partner account", value: service.partner_account_id },
    { name: "Webhook endpoint", value: service.webhook_endpoint_id },
  ];
  showRows(byId("service"), facts, ({ name }) => name, factRow);
  /** @type {HTMLInputElement} */ (byId("event-account")).value = service.account_id;

  panel("keys", overview.api_keys, (key) => key.id, keyRow(actions), "No keys.");
  panel(
    "endpoints",
    overview.webhook_endpoints,
    (one) => one.id,
    endpointRow(actions),
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
  byId("add-owner").hidden = recipients.length > 0;
  byId("recipients").textContent =
    recipients.length === 0 ? "Nobody gets notices yet, so none is sent." : `Notices go to ${recipients.join(", ")}.`;
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
    if (long.has(id)) long.delete(id);
    else long.add(id);
    panel(id, { total, items }, keyOf, make, empty);
  });
}

/**
 * What stands below a list: that it is empty, how to see more or less of it, or that there is more than is shown.
 * @param {HTMLElement} list
 * @param {readonly unknown[]} seen
 * @param {{ total: number, available: number }} of
 * @param {string} empty
 * @param {() => void} fold shows more, or less
 */
function remark(list, seen, { total, available }, empty, fold) {
  const old = list.nextElementSibling?.matches("[data-remark]")
    ? /** @type {HTMLElement} */ (list.nextElementSibling)
    : undefined;
  const parts = [];
  if (total === 0) parts.push(element("span", {}, empty));
  else if (seen.length < available) parts.push(foldButton(`Show ${available - seen.length} more`, fold));
  else {
    if (total > available)
      parts.push(element("span", {}, `The newest ${available} of ${total.toLocaleString("en")} are shown.`));
    if (available > few) parts.push(foldButton("Show fewer", fold));
  }
  const made = element("p", { class: "empty", "data-remark": true }, ...parts);
  if ((old?.textContent ?? "") === made.textContent) return;
  const hadFocus = old?.contains(document.activeElement);
  old?.remove();
  if (parts.length === 0) return;
  list.after(made);
  if (hadFocus) made.querySelector("button")?.focus();
}

/** @param {string} text @param {() => void} onclick */
function foldButton(text, onclick) {
  return element("button", { type: "button", class: "small", onclick }, text);
}
