import type { Ended } from "../stand-in-engine/engine";
import type { Host } from "../stand-in-engine/host";
import { type Duration, isBelievedGone, type Verdict, verdictOf } from "./expectation";
import type { FaultKind } from "./faults";
import { invariantsBroken } from "./invariants";
import type { Lane } from "./lane";
import { imitate, openPlace, type Place } from "./place";
import type { Scenario } from "./scenarios";

/** One fault at one call of one history. */
export interface Case {
  scenario: Scenario;
  kind: FaultKind;
  duration: Duration;
  /** Which call of the history, from 0, and all operations of the history without a fault. */
  position: number;
  history: readonly string[];
}

export const nameOf = ({ scenario, kind, duration, position, history }: Case): string =>
  `${scenario.name} | ${kind.name} | ${duration} | ${position} ${history[position]}`;

/** How it is to end on this host. */
export function verdictOn(host: Lane["host"], { scenario, kind, duration, position, history }: Case): Verdict {
  const readsBefore = host === "native" && scenario.before !== undefined && /^(?:up|preview)$/.test(scenario.command);
  return verdictOf({
    scenario,
    kind,
    operation: history[position]!,
    afterWrite: history.slice(0, position).some((call) => !call.startsWith("GET ")),
    objectIsGone: scenario.isGone === true,
    duration,
    // What is gone is looked for twice.
    isReadBefore: readsBefore && position < (scenario.isGone ? 2 : 1),
  });
}

/** The calls that a scenario's command makes where nothing goes wrong. */
export async function historyOf(lane: Lane, scenario: Scenario): Promise<string[]> {
  const place = await prepared(lane, scenario);
  const outcome = await command(place, scenario, await lane.process("struck", scenario.command === "refresh"));
  if (outcome.failed) throw new Error(`${scenario.name} fails without any fault:\n${outcome.text}`);
  return (await lane.admin.requests()).map(({ operation }) => operation);
}

/** Everything that was not as promised; empty: all was. */
export async function runCase(lane: Lane, each: Case): Promise<string[]> {
  const { scenario, kind, duration } = each;
  const place = await prepared(lane, scenario);
  const recordedBefore = place.stack.recorded;
  await arm(place, each);
  const struck = await command(place, scenario, await lane.process("struck", scenario.command === "refresh"));
  await lane.admin.clearFaults();
  const happened = await lane.admin.requests();
  const operation = each.history[each.position]!;
  const problems = problemsOf(verdictOn(lane.host, each), struck, place);
  if (!happened.some(({ fault }) => fault !== null)) problems.push("the fault struck nothing");
  // The service asked everybody to wait, and a client that learned to go slowly would make the next cases slow.
  if (kind.name.startsWith("429") && duration !== "once") await lane.replace("struck");
  problems.push(
    ...(await invariantsBroken({
      place,
      scenario,
      struck,
      recordedBefore: isBelievedGone({ kind, operation, duration }) ? undefined : recordedBefore,
      settle: () => settle(place, scenario),
    })),
  );
  return problems.map((problem) => `${nameOf(each)}: ${problem}`);
}

export async function prepared(lane: Lane, scenario: Scenario): Promise<Place> {
  await lane.admin.clearFaults();
  const place = await openPlace(lane, scenario.className);
  if (scenario.before !== undefined) {
    const outcome = await place.stack.up(await lane.process("before"), scenario.before(place));
    if (outcome.failed) throw new Error(`${scenario.name} could not be prepared:\n${outcome.text}`);
  }
  await scenario.meanwhile?.(place);
  await imitate(place);
  await lane.admin.forget();
  return place;
}

export function command(place: Place, scenario: Scenario, host: Host): Promise<Ended> {
  const { stack } = place;
  if (scenario.command === "refresh") return stack.refresh(host);
  if (scenario.command === "destroy") return stack.destroy(host);
  return stack[scenario.command](host, scenario.program(place));
}

/** The next run after a bad one: the same program, nothing in its way. */
export async function settle(place: Place, scenario: Scenario): Promise<Ended> {
  const { lane, stack } = place;
  const process = await lane.process("after");
  if (scenario.command === "destroy") return stack.destroy(process);
  return stack.up(process, scenario.program(place));
}

async function arm({ lane, others }: Place, { kind, duration, position, history }: Case): Promise<void> {
  const operation = history[position]!;
  const from = history.slice(0, position + 1).filter((each) => each === operation).length;
  const effect = kind.arm({ now: () => new Date(), stranger: others[0]! });
  await lane.admin.fault({ operation, from, count: duration === "on and on" ? 10_000 : 1, ...effect });
  if (duration !== "outage") return;
  for (const each of new Set([...history, "GET /v1/api-keys", "DELETE /v1/api-keys/{id}"])) {
    const earlier = history.slice(0, position + 1).filter((call) => call === each).length;
    await lane.admin.fault({ operation: each, from: earlier + 1, count: 10_000, effect: "reset" });
  }
}

function problemsOf(verdict: Verdict, { failed, text }: Ended, place: Place): string[] {
  const objects = [place.accountId, place.stack.recorded?.id, place.endpointId, place.subject.id];
  const problems: string[] = [];
  if (verdict !== "either" && failed !== (verdict === "fails")) {
    problems.push(`it was to be "${verdict}", and ${failed ? "failed" : "was done"}:\n${text}`);
  }
  if (verdict === "created again" && !text.includes("is deleted and created again")) {
    problems.push(`it does not say that a key was deleted and created again:\n${text}`);
  }
  if (failed && !(objects.some((id) => id !== undefined && text.includes(id)) && tellsWhatToDo.test(text))) {
    problems.push(`the error does not tell on what, or what to do:\n${text}`);
  }
  return problems;
}
const tellsWhatToDo = /\b(?:[Rr]un|[Cc]heck|[Tt]ry|[Ll]ook|[Ss]et|[Aa]sk|[Mm]ake|[Rr]aise|[Rr]efresh)\b/;
