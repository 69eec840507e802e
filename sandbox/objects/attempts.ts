import { iso } from "../core/clock";
import type { World } from "../core/world";
import type { AttemptOutcome, SentAttempt, WebhookMessage, WebhookTarget } from "../webhooks/message";
import type { SendWebhooks } from "../webhooks/send";
import { attemptJob, type DeliveryKey, type DeliveryState, refreshStatus } from "./deliveries";
import { isUnproven, noteAttempt } from "./endpoint-health";
import { webhookPayload } from "./events";
import { delayAfterMs, mostAttempts } from "./retry-schedule";
import { webhookTarget } from "./webhook-endpoints";

/** What an attempt came to, and when it was made. */
type MadeAttempt = SentAttempt & { atMs: number };

/** Bodies of attempts that are made together are this long in all; only the last may be longer. */
const mostTogetherCharacters = 1_048_576;

/** Lets the jobs of deliveries send. */
export function defineAttempts(world: World, send: SendWebhooks): void {
  world.jobs.define<DeliveryKey, MadeAttempt>(attemptJob, {
    async perform(keys) {
      const atMs = world.clock.now();
      const sent = await send(takeTogether(world, keys));
      return sent.map((attempt) => ({ ...attempt, atMs }));
    },
    settle: (key, made, stood) => recordAttempt(world, key, made, stood),
    settled: (keys) =>
      refreshStatus(
        world,
        keys.map(([eventSeq]) => eventSeq),
      ),
  });
}

/**
 * The messages of the first of these attempts, of as many as come to the same made together as one after the other: to receivers of the
 * sandbox, which are reached in this order, or to as many servers outside, each of which sees its events one by one.
 */
function takeTogether(world: World, keys: readonly DeliveryKey[]): WebhookMessage[] {
  const messages: WebhookMessage[] = [];
  const targets = new Map<string, WebhookTarget>();
  const origins = new Set<string>();
  let characters = 0;
  for (const [eventSeq, endpointId] of keys) {
    const target = targets.get(endpointId) ?? webhookTarget(world, endpointId);
    targets.set(endpointId, target);
    if (messages.length > 0 && target.trusted !== messages[0]!.trusted) break;
    if (!target.trusted) {
      const { origin } = new URL(target.url);
      if (origins.has(origin)) break;
      origins.add(origin);
    }
    const number = attemptsMade(world, eventSeq, endpointId) + 1;
    const json = webhookPayload(world, eventSeq);
    messages.push({ ...target, json, attempt: `${eventSeq} ${endpointId} ${number}` });
    characters += json.length;
    // What this one comes to may leave the endpoint inactive, and then the next ones are held.
    if (number % mostAttempts === 0 && isUnproven(world, endpointId)) break;
    if (characters > mostTogetherCharacters) break;
  }
  return messages;
}

function attemptsMade(world: World, ...key: DeliveryKey): number {
  return world.store.get<{ attempts: number }>(
    "SELECT attempts FROM deliveries WHERE event_seq = ? AND endpoint_id = ?",
    ...key,
  )!.attempts;
}

/** Writes an attempt down and schedules the next one, if there is to be one. */
function recordAttempt(world: World, key: DeliveryKey, made: MadeAttempt, stood: boolean): void {
  const succeeded = made.outcome === "succeeded";
  const { state, attempts: number } = world.store.get<{ state: DeliveryState; attempts: number }>(
    `UPDATE deliveries SET attempts = attempts + 1, state = CASE
       WHEN ?1 THEN 'succeeded' WHEN (attempts + 1) % ?2 = 0 AND state IN ('queued', 'held') THEN 'exhausted' ELSE state END
     WHERE event_seq = ?3 AND endpoint_id = ?4 RETURNING state, attempts`,
    succeeded ? 1 : 0,
    mostAttempts,
    ...key,
  )!;
  world.store.run(
    "INSERT INTO attempts (event_seq, endpoint_id, number, at, outcome, status) VALUES (?, ?, ?, ?, ?, ?)",
    ...key,
    number,
    made.atMs,
    made.outcome,
    made.status,
  );
  // If its endpoint was left and re-enabled while this attempt was under way, another one is scheduled already.
  if (state !== "queued") {
    if (!stood) world.jobs.cancel(attemptJob, key);
  } else if (stood || !world.jobs.isScheduled(attemptJob, key))
    world.jobs.schedule(made.atMs + delayAfterMs(number)!, attemptJob, key);
  noteAttempt(world, key[1], { succeeded, exhausted: state === "exhausted", atMs: made.atMs });
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
