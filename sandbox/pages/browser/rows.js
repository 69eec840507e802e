import { element } from "./dom.js";
import { plainInstant } from "./format.js";

/** @import { Child } from "./dom.js" */
/** @import { Attempt, Delivery, Endpoint, Fault, Key, Mail, PaymentEvent, PaymentIntent, SeenRequest, Subscription, Transition } from "../overview-shape.js" */

/** What a state's name is coloured as; its name is always there too. */
const tones = /** @type {Record<string, string>} */ ({
  active: "good",
  succeeded: "good",
  pending: "warn",
  queued: "warn",
  held: "warn",
  inactive: "bad",
  disabled: "bad",
  failed: "bad",
  undelivered: "bad",
  exhausted: "bad",
  skipped: "bad",
  past_due: "warn",
  unpaid: "bad",
  requires_payment_method: "warn",
});

/** @param {string} state */
export function pill(state) {
  return element("span", { class: `pill ${tones[state] ?? ""}` }, state);
}

/**
 * An instant as it lies to now, kept up to date by `refreshTimes`.
 * @param {string} instant
 */
function when(instant) {
  return element("time", { datetime: instant, title: `${plainInstant(instant)} UTC` });
}

/** @param {string} text */
function code(text) {
  return element("span", { class: "code" }, text);
}

/**
 * @param {{ head: Child[], side?: Child[], more?: Child[], actions?: Child[], inside?: Child[] }} parts
 *   `actions` are buttons; `inside` is shown once the row is opened
 */
function row({ head, side = [], more = [], actions = [], inside = [] }) {
  const parts = [
    element("span", { class: "head" }, ...head),
    element("span", { class: "side" }, ...side),
    more.length > 0 && element("span", { class: "more" }, ...more),
    actions.length > 0 && element("span", { class: "actions" }, ...actions),
  ];
  if (inside.length === 0) return element("div", { class: "row" }, ...parts);
  return element(
    "details",
    {},
    element("summary", { class: "row" }, ...parts),
    element("div", { class: "inside" }, ...inside),
  );
}

/** @typedef {{ renameKey: (key: Key) => void, addScope: (key: Key, scope: string) => void, deleteKey: (key: Key) => void }} KeyActions */

/** What a colleague may add to a key, most telling first. */
const scopesToAdd = ["accounts:write", "accounts:delete", "api_keys:write"];

/**
 * A button of a row. Its name tells rows apart where only names are heard.
 * @param {string} text
 * @param {string} of
 * @param {() => void} onclick
 * @param {string} [tone]
 */
function action(text, of, onclick, tone = "") {
  return element("button", { type: "button", class: `small ${tone}`, "aria-label": `${text}: ${of}`, onclick }, text);
}

/** @param {KeyActions} actions @returns {(key: Key) => HTMLElement} */
export function keyRow({ renameKey, addScope, deleteKey }) {
  return (key) => {
    const used = key.last_used === null ? ["never used"] : ["used ", when(key.last_used)];
    const more = key.type === "secret" && !key.scopes.includes("*");
    const scope = more ? scopesToAdd.find((each) => !key.scopes.includes(each)) : undefined;
    return row({
      head: [element("span", {}, key.name), pill(key.type)],
      side: used,
      more: [code(key.id), " of ", code(key.account_id), key.type === "secret" && ` · ${key.scopes.join(", ")}`],
      actions: [
        action("Rename", key.name, () => renameKey(key)),
        scope !== undefined && action(`Add ${scope}`, key.name, () => addScope(key, scope)),
        action("Delete", key.name, () => deleteKey(key), "danger"),
      ],
    });
  };
}

/** @typedef {{ setStatus: (endpoint: Endpoint, wanted: "pending" | "inactive") => void }} EndpointActions */

/** @param {EndpointActions} actions @returns {(endpoint: Endpoint) => HTMLElement} */
export function endpointRow({ setStatus }) {
  return (endpoint) => {
    const { status } = endpoint;
    const asleep = status === "inactive" || status === "disabled";
    const counts = Object.entries(endpoint.deliveries).map(([state, count]) => `${count} ${state}`);
    return row({
      head: [code(endpoint.id), pill(status)],
      side: [
        asleep
          ? action("Re-enable", endpoint.id, () => setStatus(endpoint, "pending"))
          : action("Set inactive", endpoint.id, () => setStatus(endpoint, "inactive")),
      ],
      more: [
        endpoint.url,
        element("br"),
        counts.length === 0 ? "nothing delivered yet" : `deliveries: ${counts.join(", ")}`,
        ...(endpoint.next === null
          ? []
          : [
              element("br"),
              "failing since ",
              when(endpoint.next.failing_since),
              `, ${endpoint.next.status} `,
              when(endpoint.next.at),
            ]),
      ],
    });
  };
}

/** @param {PaymentEvent} event */
export function eventRow(event) {
  return row({
    head: [event.type, pill(event.delivery_status ?? event.standing)],
    side: [when(event.created_at)],
    more: [code(event.id), " of ", code(event.account_id)],
    inside: [element("pre", { class: "code" }, event.data)],
  });
}

/** @param {Delivery} delivery */
export function deliveryRow(delivery) {
  const { attempts, next_at } = delivery;
  return row({
    head: [delivery.event_type, pill(delivery.state)],
    side: [`${attempts.length} of ${attemptsAtMost(delivery)} attempts`],
    more: [
      code(delivery.event_id),
      " → ",
      code(delivery.endpoint_id),
      ...(next_at === null ? [] : [" · next attempt ", when(next_at)]),
    ],
    inside: attempts.length === 0 ? ["No attempt was made yet."] : [element("ul", {}, ...attempts.map(attemptLine))],
  });
}

/**
 * Eight, and eight more for each replay of an event that had used them up.
 * @param {Delivery} delivery
 */
function attemptsAtMost({ attempts, next_at }) {
  return 8 * Math.max(1, Math.ceil((attempts.length + (next_at === null ? 0 : 1)) / 8));
}

/** @param {Attempt} attempt */
function attemptLine({ number, at, outcome, status }) {
  const answer = status === null ? outcome : `${outcome}, answered ${status}`;
  return element("li", {}, `${number}. ${plainInstant(at)} UTC: ${answer}`);
}

/** @param {SeenRequest} request */
export function requestRow(request) {
  const { status } = request;
  const tone = status === null || status >= 500 ? "bad" : status >= 400 ? "warn" : "good";
  const query = request.query === "" ? "" : `?${request.query}`;
  return row({
    head: [
      code(`${request.operation.split(" ", 1)[0]} ${request.path}${query}`),
      element("span", { class: `pill ${tone}` }, status ?? "no answer"),
      request.fault !== null && pill(`fault: ${request.fault}`),
    ],
    side: [when(request.at)],
    more: [
      code(request.request_id),
      " by ",
      code(request.key_id ?? "nobody"),
      " for ",
      code(request.account_id ?? "no account"),
    ],
  });
}

/** @param {Transition} change */
export function transitionRow(change) {
  return row({
    head: [element("span", {}, pill(change.from), " → ", pill(change.to))],
    side: [when(change.at)],
    more: [`${change.kind.replaceAll("_", " ")} `, code(change.id), `: ${change.reason}`],
  });
}

/** @param {Subscription} subscription */
export function subscriptionRow(subscription) {
  const { interval_count, interval_unit, next_payment_at } = subscription;
  const every = interval_count === 1 ? interval_unit : `${interval_count} ${interval_unit}s`;
  return row({
    head: [`${subscription.price} ${subscription.currency} every ${every}`, pill(subscription.status)],
    side: next_payment_at === null ? [] : ["pays ", when(next_payment_at)],
    more: [code(subscription.id), " of ", code(subscription.customer_id)],
  });
}

/** @param {PaymentIntent} intent */
export function paymentRow(intent) {
  return row({
    head: [`${intent.amount} ${intent.currency}`, pill(intent.status)],
    side: [when(intent.created_at)],
    more: [code(intent.id), " of ", code(intent.account_id)],
  });
}

/** @param {Mail} mail */
export function mailRow(mail) {
  return row({
    head: [mail.subject],
    side: [when(mail.at)],
    more: ["to ", mail.to],
    inside: [element("pre", {}, mail.text)],
  });
}

/** @param {Fault} fault */
export function faultRow(fault) {
  const calls = fault.count === 1 ? `call ${fault.from}` : `calls ${fault.from} to ${fault.from + fault.count - 1}`;
  return row({
    head: [code(fault.operation), pill(`${fault.effect} ${fault.at}`)],
    side: [`${fault.struck} of ${fault.count} struck`],
    more: [`${calls} from its making; ${fault.seen} seen`],
  });
}

/**
 * A name and a value to copy.
 * @param {{ name: string, value: string }} fact
 */
export function factRow({ name, value }) {
  return row({
    head: [element("span", { class: "soft" }, name), code(value)],
    side: [
      element(
        "button",
        {
          type: "button",
          class: "small",
          "aria-label": `Copy ${name}`,
          onclick: (event) => copy(value, /** @type {HTMLElement} */ (event.currentTarget)),
        },
        "Copy",
      ),
    ],
  });
}

/**
 * @param {string} text
 * @param {HTMLElement} button
 */
async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed";
  }
}

/**
 * Makes every relative time on the page say how it lies to now.
 * @param {(instant: string) => string} say
 */
export function refreshTimes(say) {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const said = say(/** @type {HTMLTimeElement} */ (time).dateTime);
    if (time.textContent !== said) time.textContent = said;
  }
}
