import { Refusal } from "./call.js";
import { byId, element, showRows } from "./dom.js";
import { counted, longDate, plainInstant, relative, span } from "./format.js";
import { pill } from "./rows.js";

/** @import { Overview } from "../overview-shape.js" */
/** @typedef {{ seconds: number } | { to: string }} Move */
/** @typedef {{ from: string, to: string, jobs: number, events: number, attempts: number, transitions: Change[],
 *   transitions_left_out?: number }} Advance */
/** @typedef {{ kind: string, id: string, from: string, to: string, at: string, reason: string }} Change */

/** Changes of state that are told after an advance; all of them are in their own panel. */
const toldChanges = 12;

/** What falls due, for a person. @type {Record<string, string>} */
const jobNames = {
  attempt: "a delivery",
  "endpoint-health": "an endpoint's health",
  payment_method_expiry: "a token's expiry",
  subscription_payment: "a subscription's payment",
};

/**
 * The panel of the clock.
 * @param {{ advance: (move: Move, signal: AbortSignal) => Promise<Advance>, say: (text: string, bad?: boolean) => void,
 *   show: (tell: () => void) => Promise<void> }} edges
 */
export function clockPanel({ advance, say, show }) {
  const now = byId("now");
  const topNow = byId("top-now");
  const controls = byId("clock-controls");
  const mode = byId("clock-mode");
  /** @type {HTMLButtonElement} */
  const toNext = byId("to-next");
  /** @type {HTMLInputElement} */
  const instant = byId("instant");
  /** @type {HTMLProgressElement} */
  const progress = byId("advancing");
  /** @type {Overview["clock"] | undefined} */
  let shown;
  /** Ends the move that this page asked for. @type {AbortController | undefined} */
  let mine;

  /** @param {Move} move */
  async function move(move) {
    if (shown === undefined || mine !== undefined) return;
    const ms = "to" in move ? Date.parse(move.to) - Date.parse(shown.now) : move.seconds * 1_000;
    mine = new AbortController();
    // Not disabled: that would take the focus from the button that was pressed.
    controls.setAttribute("aria-busy", "true");
    say(ms > 0 ? `Advancing ${span(ms)}.` : "Advancing.");
    /** @type {() => void} */
    let tellOutcome;
    try {
      const done = await advance(move, mine.signal);
      tellOutcome = () => tell(done);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tellOutcome = () => say(error.message, true);
    } finally {
      mine = undefined;
      controls.setAttribute("aria-busy", "false");
    }
    await show(tellOutcome);
  }

  /** @param {Advance} done */
  function tell({ from, to, jobs, events, attempts, transitions, transitions_left_out: left = 0 }) {
    const parts = [
      counted(jobs, "job"),
      counted(events, "event"),
      counted(attempts, "delivery attempt"),
      counted(transitions.length + left, "change of state", "changes of state"),
    ];
    say(`Advanced ${span(Date.parse(to) - Date.parse(from))}: ${parts.join(", ")}.`);
    const told = transitions.slice(0, toldChanges).map((change, index) => ({ ...change, index }));
    showRows(byId("changes"), told, ({ index }) => String(index), changeLine);
  }

  /** @param {Overview["clock"]["advancing"]} advancing whoever asked for it */
  function showProgress(advancing) {
    byId("under-way").hidden = advancing === null;
    if (advancing === null) return;
    const { jobs, jobs_due } = advancing;
    progress.value = jobs / Math.max(1, jobs + jobs_due);
    byId("jobs-run").textContent = `${jobs.toLocaleString("en")} of ${(jobs + jobs_due).toLocaleString("en")} jobs`;
    byId("stop").hidden = mine === undefined;
  }

  byId("stop").addEventListener("click", () => mine?.abort());
  for (const button of controls.querySelectorAll("[data-seconds]")) {
    const seconds = Number(/** @type {HTMLElement} */ (button).dataset.seconds);
    button.addEventListener("click", () => void move({ seconds }));
  }
  toNext.addEventListener("click", () => {
    if (shown?.next) void move({ to: shown.next.at });
  });
  byId("advance-to").addEventListener("submit", (event) => {
    event.preventDefault();
    const [date = "", time = "00:00:00"] = instant.value.trim().split(/[ T]/);
    void move({ to: `${date}T${time.length === 5 ? `${time}:00` : time}Z` });
  });

  return {
    /** @param {Overview["clock"]} clock */
    show(clock) {
      const first = shown === undefined || shown.now !== clock.now;
      shown = clock;
      if (first) {
        const time = plainInstant(clock.now).replace(/\.\d+$/, "");
        // In view wherever the page was scrolled to.
        topNow.hidden = false;
        topNow.textContent = time;
        now.replaceChildren(`${time.slice(11)} UTC`, element("small", {}, longDate(clock.now)));
      }
      const manual = clock.mode === "manual";
      controls.hidden = !manual;
      const text = modeText(clock);
      if (mode.textContent !== text) mode.textContent = text;
      toNext.disabled = clock.next === null;
      toNext.textContent =
        clock.next === null
          ? "Nothing is due"
          : `To ${jobNames[clock.next.kind] ?? clock.next.kind.replaceAll(/[_-]/g, " ")}, ${relative(clock.next.at, clock.now)}`;
      instant.placeholder = plainInstant(clock.now).slice(0, 19);
      showProgress(clock.advancing);
    },
  };
}

/** @param {Change} change */
function changeLine({ kind, id, from, to, at, reason }) {
  return element(
    "span",
    {},
    `${plainInstant(at)} ${kind.replaceAll("_", " ")} ${id} `,
    pill(from),
    " → ",
    pill(to),
    ` ${reason}`,
  );
}

/** @param {Overview["clock"]} clock */
function modeText({ mode }) {
  if (mode === "manual") return "It stands still until you advance it.";
  const pace =
    mode === "real" ? "It shows the time of this machine" : `It runs ${mode.slice(1)} times as fast as yours`;
  return `${pace}. Start the sandbox with --clock manual to advance it yourself.`;
}
