import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { asOften } from "../../nightly";
import { type Compiled, compile } from "../compiled";
import { happenings, type Step } from "../happenings";
import type { Harness } from "../harness";
import { endProcesses, type SandboxProcess, startProcess } from "../process";
import { lookInto, wholeState } from "../stored";
import { subscribing } from "../subscribing";

const interruptions = asOften(8, 40);
const until = "2026-01-12T00:00:00Z";
/** Each stretch of the move lasts so long at most. */
const longestStretchMs = 40;

let compiled: Compiled;
let folder: string;
beforeAll(() => {
  compiled = compile();
  folder = mkdtempSync(join(tmpdir(), "sandbox-"));
});
afterAll(() => {
  endProcesses();
  compiled.remove();
  rmSync(folder, { recursive: true, force: true });
});

const start = (data: string): Promise<SandboxProcess> =>
  startProcess(compiled.main, ["--data", data, "--seed", "story", "--webhook-timeout-ms", "2000"]);

/** A sandbox in whose next days much happens: failing and silent receivers, an outage, subscriptions that are paid and that are not. */
async function begin(data: string): Promise<SandboxProcess> {
  const sandbox = await start(data);
  const world = happenings(sandbox as unknown as Harness);
  const { subscribe } = subscribing(sandbox as unknown as Harness);
  const broken: Step[] = [
    ...([
      { status: 500, count: 70 },
      { status: "reset", count: 5 },
      { status: 503, count: 90 },
    ] as const),
    ...([{ status: "timeout", count: 1 }, { status: 500, for_seconds: 5 * 86_400 }, { status: 200 }] as const),
  ];
  await world.endpoint(...broken);
  await world.endpoint({ status: "reset", count: 3 }, { status: 200, count: 50 }, { status: 404 });
  for (let event = 0; event < 200; event++) await world.emit();
  for (const behaviour of ["approve", "decline", ["approve", "decline"]])
    await subscribe({ behaviour, interval_unit: "day", interval_count: 1, billing_cycle_anchor: "2026-01-02" });
  return sandbox;
}

/** Asks for the move of the clock; resolves with the status of the answer, null if there was none. */
async function advance(sandbox: SandboxProcess, signal?: AbortSignal): Promise<number | null> {
  const headers = { authorization: `Bearer ${sandbox.adminToken}`, "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify({ to: until }), ...(signal ? { signal } : {}) };
  const answer = await fetch(`${sandbox.adminUrl}/clock/advance`, request).catch(() => null);
  await answer?.text().catch(() => undefined);
  return answer?.status ?? null;
}

const log = (data: string): string[] => lookInto(data, wholeState);

/** The first lines of two logs that are not the same. */
function differences(one: string[], other: string[]): string[][] {
  const longer = one.length > other.length ? one : other;
  return longer
    .flatMap((_, line) => (one[line] === other[line] ? [] : [[one[line] ?? "", other[line] ?? ""]]))
    .slice(0, 2);
}

test(
  "a move of the clock that is interrupted again and again, whichever way, comes to the same log as one that is not",
  async () => {
    const seed = randomInt(2 ** 31);
    let drawn = seed;
    const below = (limit: number): number => {
      drawn = (drawn * 1_103_515_245 + 12_345) % 2 ** 31;
      return drawn % limit;
    };
    const whole = join(folder, "whole.db");
    const straight = await begin(whole);
    expect(await advance(straight)).toBe(200);
    await straight.end("SIGTERM");

    const pieces = join(folder, "pieces.db");
    let sandbox = await begin(pieces);
    let cut = 0;
    for (let interruption = 0; interruption < interruptions; interruption++) {
      const leave = new AbortController();
      const moving = advance(sandbox, leave.signal);
      await wait(below(longestStretchMs));
      const how = (["leave", "SIGTERM", "SIGKILL"] as const)[below(3)]!;
      if (how === "leave") leave.abort();
      else await sandbox.end(how);
      if ((await moving) !== 200) cut++;
      if (how !== "leave") sandbox = await start(pieces);
    }
    expect(await advance(sandbox)).toBe(200);
    await sandbox.end("SIGTERM");
    expect({ seed, differ: differences(log(pieces), log(whole)) }).toEqual({ seed, differ: [] });
    // Else it was over before it could be interrupted, and this says nothing.
    expect(cut).toBeGreaterThanOrEqual(3);
  },
  asOften(60_000, 300_000),
);
