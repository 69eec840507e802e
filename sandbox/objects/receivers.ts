import { iso } from "../core/clock";
import { ServiceError } from "../core/errors";
import { withoutKeyValues } from "../core/ids";
import type { World } from "../core/world";
import { attemptHeader } from "../webhooks/message";
import { answerNext, type ReceiverStep } from "./receiver-script";

interface ReceiverRow {
  id: string;
  script: string;
  step: number;
  step_from: number;
  step_requests: number;
}

/** One request that a receiver got. */
export interface ReceivedRequest {
  at: string;
  headers: Record<string, unknown>;
  body: unknown;
  /** The step of its script that applied. */
  answered: ReceiverStep["status"];
}

/** Makes a scripted receiver of webhooks and answers its id. */
export function createReceiver(world: World, script: ReceiverStep[], id = world.ids.next("rcv")): string {
  world.store.run(
    "INSERT INTO receivers (id, script, step, step_from, step_requests) VALUES (?, ?, 0, ?, 0)",
    id,
    JSON.stringify(script),
    world.clock.now(),
  );
  return id;
}

/**
 * Notes a request and goes on in the script. An attempt that was noted before, and is made again because the end of the process cut it
 * short, is answered as it was: the log is that of an attempt made once.
 * @throws ServiceError `not_found`
 */
export function receive(
  world: World,
  id: string,
  request: Pick<ReceivedRequest, "headers" | "body">,
): ReceiverStep["status"] {
  const row = requireReceiver(world, id);
  const { [attemptHeader]: attempt = null, ...headers } = request.headers;
  const nowMs = world.clock.now();
  const { answer, place } = answerNext(
    JSON.parse(row.script) as ReceiverStep[],
    { step: row.step, fromMs: row.step_from, requests: row.step_requests },
    nowMs,
  );
  const noted = world.store.run(
    "INSERT INTO receiver_requests (receiver_id, attempt, at, headers, body, answered) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    id,
    attempt === null ? null : String(attempt),
    nowMs,
    withoutKeyValues(JSON.stringify(headers)),
    withoutKeyValues(JSON.stringify(request.body ?? null)),
    JSON.stringify(answer),
  );
  if (noted === 0) return notedAnswer(world, id, String(attempt));
  if (place.step !== row.step || place.requests !== row.step_requests) {
    world.store.run(
      "UPDATE receivers SET step = ?, step_from = ?, step_requests = ? WHERE id = ?",
      place.step,
      Math.round(place.fromMs),
      place.requests,
      id,
    );
  }
  return answer;
}

/**
 * Oldest first.
 * @throws ServiceError `not_found`
 */
export function listReceived(world: World, id: string): ReceivedRequest[] {
  requireReceiver(world, id);
  return world.store
    .all<{ at: number; headers: string; body: string; answered: string }>(
      "SELECT at, headers, body, answered FROM receiver_requests WHERE receiver_id = ? ORDER BY seq",
      id,
    )
    .map(({ at, headers, body, answered }) => ({
      at: iso(at),
      headers: JSON.parse(headers) as Record<string, unknown>,
      body: JSON.parse(body) as unknown,
      answered: JSON.parse(answered) as ReceiverStep["status"],
    }));
}

function notedAnswer(world: World, id: string, attempt: string): ReceiverStep["status"] {
  const { answered } = world.store.get<{ answered: string }>(
    "SELECT answered FROM receiver_requests WHERE receiver_id = ? AND attempt = ?",
    id,
    attempt,
  )!;
  return JSON.parse(answered) as ReceiverStep["status"];
}

function requireReceiver(world: World, id: string): ReceiverRow {
  const row = world.store.get<ReceiverRow>("SELECT * FROM receivers WHERE id = ?", id);
  if (row) return row;
  throw new ServiceError("not_found", `No receiver "${withoutKeyValues(id)}".`, "id");
}
