import { takeAdminToken } from "./admin-token.js";
import { call, Refusal } from "./call.js";
import { byId } from "./dom.js";
import { findPeer } from "./peer.js";

/** @typedef {{ id: string, customer_id: null, card: { brand: string, last4: string, exp_month: number, exp_year: number } }} PaymentMethod */
/** @typedef {{ name?: string, address?: { zip?: string, country?: string } }} BillingDetails */

const routine = "create_payment_method";

const fragment = new URLSearchParams(location.hash.slice(1));
const isAlone = window.parent === window && window.opener === null;
const peer = findPeer(fragment.get("origin"));

/** @type {{ key: string, account: string } | undefined} */
let credential;
const [key, account] = [fragment.get("key"), fragment.get("account")];
if (key !== null && account !== null) credential = { key, account };
// By hand, and only there: a page of a merchant must not act with a token that this browser happens to have.
const adminToken = isAlone && credential === undefined ? takeAdminToken() : null;
if (location.hash !== "") history.replaceState(null, "", location.pathname);

document.documentElement.classList.toggle("embedded", window.parent !== window);
document.documentElement.classList.toggle("fields-only", fragment.get("fields") === "card");

/** @type {HTMLFormElement} */
const credentialForm = byId("credential");
/** @type {HTMLFormElement} */
const form = byId("card");
const created = byId("created");
const problem = byId("problem");

/** @param {string} id @returns {HTMLInputElement} */
const field = (id) => byId(id);
const typed = (/** @type {string} */ id) => field(id).value.trim();

/** Which field of the page is at fault for which parameter. @type {Record<string, string>} */
const fields = {
  "card.number": "number",
  "card.exp_month": "expiry",
  "card.exp_year": "expiry",
  "card.cvv": "cvv",
  "billing_details.name": "name",
  "billing_details.address.zip": "zip",
  "billing_details.address.country": "country",
};

/** @param {HTMLElement} which */
function showOnly(which) {
  for (const part of [credentialForm, form, created]) part.hidden = part !== which;
}

/**
 * "12/34", "12 / 2034" or "1234"; anything else is left to be refused.
 * @param {string} text
 * @returns {{ exp_month: number, exp_year: number }}
 */
function readExpiry(text) {
  const [, month, year] = /^(\d{1,2})\s*[/.-]?\s*(\d{2}|\d{4})$/.exec(text) ?? [];
  if (month === undefined || year === undefined)
    throw new Refusal(0, "card.exp_month: must look like 12/34.", { param: "card.exp_month" });
  return { exp_month: Number(month), exp_year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

/** @returns {BillingDetails} what was typed, without what was left empty */
function typedBilling() {
  const address = present({ zip: typed("zip"), country: typed("country") });
  return { ...present({ name: typed("name") }), ...(Object.keys(address).length > 0 ? { address } : {}) };
}

/** @param {Record<string, string>} values */
function present(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

/**
 * Makes a payment method of what was typed. The fields of the card are emptied as soon as it is made.
 * @param {unknown} billing
 * @returns {Promise<PaymentMethod>}
 */
async function createPaymentMethod(billing) {
  const card = { number: typed("number"), ...readExpiry(typed("expiry")), cvv: typed("cvv") };
  const behaviour = typed("behaviour").split(",");
  const body = { card, billing_details: billing, behaviour };
  const method =
    credential === undefined
      ? await call("POST", "/_sandbox/payment-methods", { headers: { authorization: `Bearer ${adminToken}` }, body })
      : await call("POST", "/_sandbox/card-form", {
          headers: { "payments-api-key": credential.key, "payments-account": credential.account },
          body: { type: "card", ...body },
        });
  for (const id of ["number", "expiry", "cvv"]) field(id).value = "";
  return method;
}

/**
 * The routine of the hosted form: makes a payment method, shows what came of it and tells it to the page that asked.
 * @param {unknown} id of the message that asked; null for the form's own button
 * @param {unknown} billing
 * @param {unknown} [type]
 */
async function run(id, billing, type = "card") {
  clearProblem();
  try {
    if (type !== "card") throw new Refusal(0, 'type: must be "card".', { param: "type" });
    const method = await createPaymentMethod(billing);
    peer?.tell({ call: routine, id, payment_method: method });
    showCreated(method);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    showProblem(error);
    const { code, message, param } = error;
    peer?.tell({ call: routine, id, error: { code: code ?? "invalid_parameter", message, param } });
  }
}

function clearProblem() {
  problem.hidden = true;
  for (const id of Object.values(fields)) {
    field(id).removeAttribute("aria-invalid");
    field(id).removeAttribute("aria-describedby");
  }
}

/** @param {Refusal} refusal */
function showProblem({ status, message, param }) {
  // Whoever typed a key may have mistyped it; a page that gave one has to give another.
  if (isAlone && (status === 401 || status === 403)) showOnly(credentialForm);
  const faulty = [...Object.entries(fields)].filter(([name]) => name === param || message.includes(`${name}: `));
  let text = message;
  for (const [name, id] of faulty) text = text.replaceAll(`${name}: `, `${labelOf(id)}: `);
  problem.textContent = text;
  problem.hidden = false;
  for (const [, id] of faulty) {
    field(id).setAttribute("aria-invalid", "true");
    field(id).setAttribute("aria-describedby", "problem");
  }
  if (faulty[0] !== undefined) field(faulty[0][1]).focus();
}

/** @param {string} id */
function labelOf(id) {
  return (
    field(id)
      .labels?.[0]?.firstChild?.textContent?.replace(/\(.*\)/, "")
      .trim() ?? id
  );
}

/** @param {PaymentMethod} method */
function showCreated({ id, card }) {
  byId("created-id").textContent = id;
  const expiry = `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;
  byId("created-card").textContent = `${card.brand} ending in ${card.last4}, good through ${expiry}`;
  byId("created-note").textContent =
    "A single-use token: it can be attached or charged within 15 minutes of the sandbox's clock.";
  showOnly(created);
  byId("created-title").focus();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void run(null, typedBilling());
});

for (const button of form.querySelectorAll("[data-number]")) {
  const { number = "", cvv = "" } = /** @type {HTMLElement} */ (button).dataset;
  button.addEventListener("click", () => {
    field("number").value = number;
    field("expiry").value = "12/34";
    field("cvv").value = cvv;
    byId("create").focus();
  });
}

byId("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(byId("created-id").textContent ?? "");
  byId("copy").textContent = "Copied";
});

byId("another").addEventListener("click", () => {
  byId("copy").textContent = "Copy";
  showOnly(form);
  field("number").focus();
});

credentialForm.addEventListener("submit", (event) => {
  event.preventDefault();
  credential = { key: typed("key"), account: typed("account") };
  field("key").value = "";
  showOnly(form);
  field("number").focus();
});

peer?.listen((message) => {
  const { call: called, id = null, type, billing_details = {} } = message;
  if (called === routine) void run(id, billing_details, type);
});

showOnly(credential === undefined && adminToken === null ? credentialForm : form);
peer?.tell({ call: "ready" });
