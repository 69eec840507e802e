import { setTimeout as wait } from "node:timers/promises";
import type { Ended, Entry } from "../stand-in-engine/engine";
import type { Lane } from "./lane";
import type { Place } from "./place";
import { command, prepared } from "./run-case";
import type { Scenario } from "./scenarios";

/** Where the provider process dies: while it waits for an answer to this call of the history. */
export interface Kill {
  scenario: Scenario;
  position: number;
  history: readonly string[];
  /** Whether the service did by then what it was asked. */
  done: boolean;
}

export const nameOfKill = ({ scenario, position, history, done }: Kill): string =>
  `${scenario.name} | killed at ${position} ${history[position]}, ${done ? "done" : "not done"} by then`;

/** Every wait of every history of a run that writes. A read that was done is as good as one that was not. */
export function everyKill(histories: ReadonlyMap<Scenario, readonly string[]>): Kill[] {
  return [...histories]
    .filter(([{ command }]) => command === "up" || command === "destroy")
    .flatMap(([scenario, history]) =>
      history.flatMap((operation, position) => {
        const kill = { scenario, position, history, done: false };
        return operation.startsWith("GET ") ? [kill] : [kill, { ...kill, done: true }];
      }),
    );
}

export interface Killed {
  place: Place;
  struck: Ended;
  recordedBefore: Entry | undefined;
}

/** Runs a scenario's command, and ends the provider process with SIGKILL as soon as the service has the call in its hands. */
export async function kill(lane: Lane, { scenario, position, history, done }: Kill): Promise<Killed> {
  const place = await prepared(lane, scenario);
  const recordedBefore = place.stack.recorded;
  const before = await viewOf(place);
  const operation = history[position]!;
  const from = history.slice(0, position + 1).filter((call) => call === operation).length;
  await lane.admin.fault({ operation, from, at: done ? "after" : "before", effect: "timeout" });
  const running = command(place, scenario, await lane.process("struck"));
  const isThere = async (): Promise<boolean> =>
    (await lane.admin.requests()).some(({ fault }) => fault !== null) &&
    (!done || isDone(operation, before, await viewOf(place), recordedBefore));
  while (!(await isThere())) await wait(5);
  await lane.replace("struck", "SIGKILL");
  const struck = await running;
  await lane.admin.clearFaults();
  return { place, struck, recordedBefore };
}

interface View {
  ids: string[];
  all: string;
}

async function viewOf({ lane, accountId, endpointId }: Place): Promise<View> {
  const keys = await lane.admin.keys(accountId);
  const shown = keys.map(({ id, name, scopes }) => [id, name, scopes]);
  return { ids: keys.map(({ id }) => id), all: JSON.stringify([shown, await lane.admin.endpointStatus(endpointId)]) };
}

/** Whether the service did what it was asked, seen from outside. */
function isDone(operation: string, before: View, now: View, recordedBefore: Entry | undefined): boolean {
  if (operation.startsWith("POST ")) return now.ids.some((id) => !before.ids.includes(id));
  if (operation.startsWith("DELETE ")) return !now.ids.includes(recordedBefore?.id ?? "");
  return now.all !== before.all;
}
