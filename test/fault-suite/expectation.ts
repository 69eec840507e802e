import type { FaultKind } from "./faults";
import type { Scenario } from "./scenarios";

/** How long a fault goes on: for one call, for that operation until further notice, or for the whole service from there on. */
export type Duration = "once" | "on and on" | "outage";

/**
 * How the command is to end that a fault strikes. `either`: both are right, as long as what must always hold does.
 * - `done`: it does its work all the same
 * - `created again`: the same, and it says that a key whose value was lost was deleted
 * - `fails`: it says why and what to do, and nothing is lost
 */
export type Verdict = "done" | "created again" | "fails" | "either";

export interface Struck {
  scenario: Pick<Scenario, "className" | "userNamed" | "command">;
  kind: Pick<FaultKind, "shows" | "done" | "refused" | "name">;
  /** The call that it strikes, such as `POST /v1/api-keys`. */
  operation: string;
  /** Somebody deleted the object before. */
  objectIsGone: boolean;
  /** A write came before it in the same history. */
  afterWrite: boolean;
  duration: Duration;
  /** It is a reading that the engine makes before the plan, for a host that asks for one. */
  isReadBefore: boolean;
}

/** The promise, as a table: nothing in it comes from the code under test. */
export function verdictOf(struck: Struck): Verdict {
  const { scenario, kind, operation, afterWrite, objectIsGone, duration, isReadBefore } = struck;
  const [method = ""] = operation.split(" ");
  // Where all was done before, nobody may have had to ask.
  if (duration === "outage") return afterWrite ? "either" : "fails";
  if (kind.shows === "late") return "done";
  // What is gone in the end, or was already, need not be answered for: the list tells.
  if (method === "DELETE" && (objectIsGone || (kind.done && duration === "on and on"))) return "either";
  if (duration === "on and on") return method === "GET" || kind.shows === "hollow" ? "either" : "fails";
  if (method === "POST") return ofCreation(kind, scenario.userNamed === true);
  // Sent again, since the same thing done twice is the same thing.
  if (kind.shows === "silence" || kind.shows === "trouble") return "done";
  if (method === "GET") {
    const isList = operation === "GET /v1/api-keys";
    // A second reading finds what is missing in the first: a short list, an endpoint that was there before.
    if (kind.shows === "short" && isList) return "done";
    if (kind.shows === "missing" && !isList && kind.name !== "404 page") return "done";
    // It judges nothing. The comparison reads again; one of the list comes so soon after a failure that it may share it.
    if (isReadBefore) return isList ? "either" : "done";
    // Where the work was done before, a reading that fails may cost no more than what it would have shown.
    // Before a deletion it is read more than once: what one reading did not tell, the next one may.
    return afterWrite || scenario.command === "destroy" ? "either" : "fails";
  }
  // A success that shows nothing may be one: what is there afterwards decides.
  if (kind.shows === "hollow") return kind.done ? "done" : "either";
  return kind.shows === "missing" && method === "PATCH" ? "either" : "fails";
}

/**
 * A service that says of one endpoint again and again that it is not there is believed: nothing else could tell. It has no
 * once-only value, and comes back into state with the next run.
 */
export function isBelievedGone({
  kind,
  operation,
  duration,
}: Pick<Struck, "kind" | "operation" | "duration">): boolean {
  return kind.shows === "missing" && duration === "on and on" && operation === "GET /v1/webhook-endpoints/{id}";
}

/** A creation may happen once only, so it is never sent again unless the service says that it took nothing. */
function ofCreation(kind: Struck["kind"], userNamed: boolean): Verdict {
  if (kind.refused) return "done";
  // It is recorded by nobody, and a person has to hear of it.
  if (kind.shows === "stranger") return "fails";
  if (kind.shows === "missing" && kind.name !== "404 page") return "fails";
  if (userNamed) return "fails";
  return kind.done ? "created again" : "done";
}
