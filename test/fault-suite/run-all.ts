import { type Lane, openLane } from "./lane";
import { type Case, historyOf, nameOf, runCase } from "./run-case";
import { type Scenario, scenarios } from "./scenarios";
import type { Host } from "./sdk-wire";

export async function historiesOf(lane: Lane): Promise<Map<Scenario, readonly string[]>> {
  const histories = new Map<Scenario, readonly string[]>();
  for (const scenario of scenarios) histories.set(scenario, await historyOf(lane, scenario));
  return histories;
}

/** Runs cases side by side, each lane with a service of its own; everything that was not as promised. */
export async function runAll(
  cases: readonly Case[],
  lanes: readonly Lane[],
  done: (each: Case, problems: readonly string[]) => void,
): Promise<string[]> {
  const waiting = [...cases];
  const problems: string[] = [];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
        const found = await runCase(lane, each).catch((error: unknown) => [
          `${nameOf(each!)}: could not be run: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
        ]);
        problems.push(...found);
        done(each, found);
      }
    }),
  );
  return problems;
}

export function openLanes(count: number, host: Host): Promise<Lane[]> {
  return Promise.all(Array.from({ length: count }, () => openLane(host)));
}
