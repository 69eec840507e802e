import { iso } from "../core/clock";
import type { World } from "../core/world";
import type { AttemptOutcome, SendWebhook, SentAttempt } from "../webhooks/send";
import { attemptJob, type DeliveryKey, type DeliveryState, refreshStatus } from "./deliveries";
import { noteAttempt } from "./endpoint-health";
import { webhookPayload } from "./events";
import { delayAfterMs } from "./retry-schedule";
import { webhookTarget } from "./webhook-endpoints";

/** What an attempt came to, and when it was made. */
type MadeAttempt = SentAttempt & { atMs: number };

/** Lets the jobs of deliveries send. */
export function defineAttempts(world: World, send: SendWebhook): void {
  world.jobs.define<DeliveryKey, MadeAttempt>(attemptJob, {
    async perform([eventSeq, endpointId]) {
      const atMs = world.clock.now();
      const sent = await send(webhookTarget(world, endpointId), webhookPayload(world, eventSeq));
      return { ...sent, atMs };
    },
    settle: (key, made) => recordAttempt(world, key, made),
  });
}

/** Writes an attempt down and schedules the next one, if there is to be one. */
function recordAttempt(world: World, key: DeliveryKey, made: MadeAttempt): void {
  const { state, attempts } = world.store.get<{ state: DeliveryState; attempts: number }>(
    "SELECT state, attempts FROM deliveries WHERE event_seq = ? AND endpoint_id = ?",
    ...key,
  )!;
  const number = attempts + 1;
  world.store.run(
    "INSERT INTO attempts (event_seq, endpoint_id, number, at, outcome, status) VALUES (?, ?, ?, ?, ?, ?)",
    ...key,
    number,
    made.atMs,
    made.outcome,
    made.status,
  );
  const delayMs = delayAfterMs(number);
  const next = stateAfter(state, made.outcome, delayMs === undefined);
  world.store.run(
    "UPDATE deliveries SET state = ?, attempts = ? WHERE event_seq = ? AND endpoint_id = ?",
    next,
    number,
    ...key,
  );
  // While this attempt was under way its endpoint may have been left and re-enabled, which scheduled another one.
  if (next !== "queued") world.jobs.cancel(attemptJob, key);
  else if (delayMs !== undefined && !world.jobs.isScheduled(attemptJob, key))
    world.jobs.schedule(made.atMs + delayMs, attemptJob, key);
  refreshStatus(world, [key[0]]);
  noteAttempt(world, key[1], {
    succeeded: next === "succeeded",
    exhausted: next === "exhausted",
    atMs: made.atMs,
  });
}

function stateAfter(state: DeliveryState, outcome: AttemptOutcome, last: boolean): DeliveryState {
  if (outcome === "succeeded") return "succeeded";
  return last && (state === "queued" || state === "held") ? "exhausted" : state;
}

/** Number of attempts ever made. */
export function countAttempts(world: World): number {
  return world.store.get<{ total: number | null }>("SELECT max(seq) AS total FROM attempts")?.total ?? 0;
}

/** A delivery as the admin interface shows it. */
export interface Delivery {
  event_id: string;
  endpoint_id: string;
  state: DeliveryState;
  attempts: { number: number; at: string; outcome: AttemptOutcome; status: number | null }[];
  /** When the next attempt is due; null if none is. */
  next_at: string | null;
}

/** Deliveries of one event, of one endpoint, or all; oldest event first. */
export function listDeliveries(world: World, eventId: string | undefined, endpointId: string | undefined): Delivery[] {
  const rows = world.store.all<Omit<Delivery, "attempts" | "next_at"> & { attempts: string; next_at: number | null }>(
    `SELECT events.id AS event_id, endpoint_id, state, jobs.due_at AS next_at, (
       SELECT json_group_array(json_object('number', number, 'at', at, 'outcome', outcome, 'status', status) ORDER BY number)
       FROM attempts WHERE attempts.event_seq = events.seq AND attempts.endpoint_id = deliveries.endpoint_id) AS attempts
     FROM deliveries JOIN events ON events.seq = event_seq
     LEFT JOIN jobs ON jobs.kind = ?3 AND jobs.payload = json_array(event_seq, endpoint_id)
     WHERE (?1 IS NULL OR events.id = ?1) AND (?2 IS NULL OR endpoint_id = ?2)
     ORDER BY event_seq, endpoint_id`,
    eventId ?? null,
    endpointId ?? null,
    attemptJob,
  );
  return rows.map((row) => ({
    ...row,
    attempts: (
      JSON.parse(row.attempts) as { number: number; at: number; outcome: AttemptOutcome; status: number }[]
    ).map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
    next_at: row.next_at === null ? null : iso(row.next_at),
  }));
}
