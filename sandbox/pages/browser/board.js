import { forgetAdminToken, keepAdminToken, takeAdminToken } from "./admin-token.js";
import { call, Refusal } from "./call.js";
import { clockPanel } from "./clock.js";
import { byId } from "./dom.js";
import { relative } from "./format.js";
import { showOverview } from "./panels.js";
import { refreshTimes } from "./rows.js";

/** @import { Endpoint, Key, Overview } from "../overview-shape.js" */

const shortestWaitMs = 1_000;
/** Asking takes about this part of the time, however much there is to count. */
const share = 0.2;
/** On a clock that never stands still, what was said stays this long. */
const readingMs = 10_000;

const connection = byId("connection");
const said = byId("said");

let token = takeAdminToken();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** The reading that was begun last: what an earlier one brings is out of date. */
let reading = 0;
/** The moment that the line was said for: of the clock, or of the browser if that moves by itself. @type {string | number | undefined} */
let saidFor;
/** Tells what came of a button, once the state that it left has been read. @type {(() => void) | undefined} */
let untold;

/**
 * @param {string} method
 * @param {string} path below /_sandbox
 * @param {unknown} [body]
 * @param {{ signal?: AbortSignal }} [options]
 */
function admin(method, path, body, options = {}) {
  return call(method, `/_sandbox${path}`, { headers: { authorization: `Bearer ${token}` }, body, ...options });
}

const clock = clockPanel({
  advance: (move, signal) => admin("POST", "/clock/advance", move, { signal }),
  say,
  show,
});

/**
 * Tells what came of a button, to eyes and to screen readers.
 * @param {string} text
 * @param {boolean} [bad]
 */
function say(text, bad = false) {
  saidFor = undefined;
  said.textContent = text;
  said.classList.toggle("bad", bad);
  byId("changes").replaceChildren();
}

/**
 * Takes back what was said of another moment: once the clock has moved on it need not be so any more.
 * @param {Overview["clock"]} clock
 */
function forgetPast({ now, mode, advancing }) {
  if (said.textContent === "" || advancing !== null) return;
  const moment = mode === "manual" ? now : performance.now();
  saidFor ??= moment;
  if (typeof moment === "string" ? moment !== saidFor : moment - Number(saidFor) > readingMs) say("");
}

/**
 * Shows what a button came to together with the state that it left: both belong to one moment of the clock.
 * @param {() => void} tell
 */
function show(tell) {
  untold = tell;
  return refresh();
}

function tellUntold() {
  untold?.();
  untold = undefined;
}

async function refresh() {
  clearTimeout(timer);
  if (token === null) return askForToken();
  const mine = ++reading;
  const startedAt = performance.now();
  try {
    /** @type {Overview} */
    const overview = await admin("GET", "/overview");
    if (mine !== reading) return;
    byId("sign-in").hidden = true;
    byId("board").hidden = false;
    connect("good", location.host);
    setReachable(true);
    showOverview(overview, { setStatus, renameKey, addScope, deleteKey });
    clock.show(overview.clock);
    tellUntold();
    forgetPast(overview.clock);
    refreshTimes((instant) => relative(instant, overview.clock.now));
  } catch (error) {
    if (mine !== reading) return;
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 401) return askForToken("This token is not the one that the sandbox was started with.");
    connect("bad", error.message);
    setReachable(false);
    tellUntold();
  }
  if (document.visibilityState === "hidden") return;
  timer = setTimeout(refresh, Math.max(shortestWaitMs, (performance.now() - startedAt) / share));
}

/**
 * @param {"good" | "bad"} tone
 * @param {string} text
 */
function connect(tone, text) {
  connection.className = `connection ${tone}`;
  // Said anew only where it changed: a screen reader reads out every change.
  if (connection.textContent !== text) connection.textContent = text;
}

/**
 * Nothing can be asked of a sandbox that does not answer, so nothing can be pressed until it does.
 * @param {boolean} reachable
 */
function setReachable(reachable) {
  const controls = document.querySelectorAll("#board button, #board input, #confirm-reset .danger");
  for (const control of /** @type {NodeListOf<HTMLButtonElement>} */ (controls)) {
    if (reachable && control.dataset.unreachable !== undefined) {
      control.disabled = false;
      delete control.dataset.unreachable;
    } else if (!reachable && !control.disabled) {
      control.disabled = true;
      control.dataset.unreachable = "";
    }
  }
}

/** @param {string} [why] */
function askForToken(why) {
  token = null;
  forgetAdminToken();
  connect("bad", "Not signed in");
  byId("board").hidden = true;
  byId("sign-in").hidden = false;
  if (why !== undefined) byId("sign-in-why").textContent = why;
  byId("token").focus();
}

/**
 * Does what a button is for, tells what came of it, and shows what is there now.
 * @param {() => Promise<string>} work answers what to say
 */
async function act(work) {
  try {
    const text = await work();
    await show(() => say(text));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await show(() => say(error.message, true));
  }
}

/** @param {Endpoint} endpoint @param {"pending" | "inactive"} wanted */
function setStatus(endpoint, wanted) {
  return act(async () => {
    const { status } = await admin("PATCH", `/webhook-endpoints/${endpoint.id}`, { status: wanted });
    if (wanted === "inactive")
      return `${endpoint.id} is ${status}, as after three days without a delivery; its events are held.`;
    const next =
      endpoint.status === "inactive"
        ? "the events of the outage are being replayed"
        : "events from now on are delivered";
    return `${endpoint.id} is ${status}; ${next}.`;
  });
}

/** What follows a change of a key by somebody else. */
const nextPreview = "The next preview of its stack reports it.";

/** @param {Key} key */
function renameKey({ id, name }) {
  const renamed = `${name.slice(0, 240)} (renamed)`;
  return act(async () => {
    await admin("PATCH", `/api-keys/${id}`, { name: renamed });
    return `${id} is now named ${renamed}. ${nextPreview}`;
  });
}

/** @param {Key} key @param {string} scope */
function addScope({ id, scopes }, scope) {
  return act(async () => {
    await admin("PATCH", `/api-keys/${id}`, { scopes: [...scopes, scope] });
    return `${id} now holds ${scope} too. ${nextPreview}`;
  });
}

/** @param {Key} key */
function deleteKey({ id, name }) {
  return act(async () => {
    await admin("DELETE", `/api-keys/${id}`);
    return `${id}, named ${name}, is deleted. ${nextPreview}`;
  });
}

/**
 * Lets a form send what was typed.
 * @param {string} id
 * @param {(field: (name: string) => string) => Promise<string>} work
 */
function onSubmit(id, work) {
  /** @type {HTMLFormElement} */
  const form = byId(id);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = new FormData(form);
    void act(() => work((name) => String(typed.get(name) ?? "").trim()));
  });
}

onSubmit("add-endpoint", async (field) => {
  const { id } = await admin("POST", "/webhook-endpoints", { url: field("url") });
  return `Webhook endpoint ${id} was made.`;
});

onSubmit("send-event", async (field) => {
  const { id, type } = await admin("POST", "/events", { type: field("type"), account_id: field("account") });
  return `Event ${type} happened: ${id}.`;
});

onSubmit("add-user", async (field) => {
  const { email } = await admin("POST", "/users", { email: field("email"), role: "owner" });
  return `Notices go to ${email} too.`;
});

byId("add-owner").addEventListener("click", () => {
  void act(async () => {
    const { email } = await admin("POST", "/users", { email: "owner@example.com", role: "owner" });
    return `Notices go to ${email}.`;
  });
});

byId("clear-faults").addEventListener("click", () => {
  void act(async () => {
    await admin("DELETE", "/faults");
    return "No fault will strike any more.";
  });
});

/** @type {HTMLDialogElement} */
const confirmReset = byId("confirm-reset");
byId("reset").addEventListener("click", () => {
  confirmReset.returnValue = "";
  confirmReset.showModal();
});
confirmReset.addEventListener("close", () => {
  if (confirmReset.returnValue !== "reset") return;
  void act(async () => {
    await admin("POST", "/reset");
    return "The sandbox is as it was when it started.";
  });
});

/** @type {HTMLFormElement} */ (byId("sign-in").querySelector("form")).addEventListener("submit", (event) => {
  event.preventDefault();
  /** @type {HTMLInputElement} */
  const field = byId("token");
  token = field.value.trim();
  field.value = "";
  keepAdminToken(token);
  void refresh();
});

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") void refresh();
});
addEventListener("hashchange", () => {
  token = takeAdminToken();
  void refresh();
});

void refresh();
