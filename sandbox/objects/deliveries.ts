import type { World } from "../core/world";
import { mostAttempts } from "./retry-schedule";

/**
 * How one event stands with one endpoint. queued: its next attempt is a job. held: waits until the endpoint is no longer inactive.
 * skipped: came to nothing because the endpoint was disabled. dropped: its endpoint was deleted before it was through. succeeded:
 * answered with 2xx. exhausted: used up all attempts without success.
 */
export type DeliveryState = "queued" | "held" | "skipped" | "dropped" | "succeeded" | "exhausted";

/** Jobs of this kind make one attempt; their payload is a `DeliveryKey`, written exactly as SQLite's json_array writes it. */
export const attemptJob = "attempt";
export type DeliveryKey = [eventSeq: number, endpointId: string];

/** About two events a second: States and transitions, Webhook endpoint, replay rule 1. */
const replayStaggerMs = 500;

const stateFor = { active: "queued", pending: "queued", inactive: "held", disabled: "skipped" } as const;

/** Starts the delivery of a new event to every endpoint of the partner. */
export function startDeliveries(world: World, eventSeq: number, partnerId: string): void {
  const endpoints = world.store.all<{ id: string; status: keyof typeof stateFor }>(
    "SELECT id, status FROM webhook_endpoints WHERE account_id = ? ORDER BY seq",
    partnerId,
  );
  for (const { id, status } of endpoints) {
    const state = stateFor[status];
    world.store.run(
      "INSERT INTO deliveries (event_seq, endpoint_id, state) VALUES (?, ?, ?)",
      ...[eventSeq, id],
      state,
    );
    if (state === "queued") world.jobs.schedule(world.clock.now(), attemptJob, [eventSeq, id] satisfies DeliveryKey);
  }
  refreshStatus(world, [eventSeq]);
}

/** An endpoint became inactive: what is still to be delivered, retries included, waits. */
export function holdDeliveries(world: World, endpointId: string): void {
  cancelAttempts(world, endpointId);
  moveDeliveries(world, endpointId, ["queued"], "held");
}

/** An endpoint was disabled: it keeps no queue, so nothing of it can be replayed. */
export function skipDeliveries(world: World, endpointId: string): void {
  cancelAttempts(world, endpointId);
  moveDeliveries(world, endpointId, ["queued", "held"], "skipped");
}

/** An endpoint was deleted: what was not through no longer counts (assumption `deleted-endpoint`). */
export function dropDeliveries(world: World, endpointId: string): void {
  cancelAttempts(world, endpointId);
  moveDeliveries(world, endpointId, ["queued", "held", "skipped"], "dropped");
}

/**
 * An inactive endpoint came back: what waited is attempted again, oldest event first, about two a second, and with `--replay-set all` what
 * used up its attempts during the outage too (assumption `replay-set`).
 */
export function replayDeliveries(world: World, endpointId: string): void {
  if (world.settings.replaySet === "all") holdExhausted(world, endpointId);
  // One statement, however many events an outage left behind.
  world.store.run(
    `INSERT INTO jobs (due_at, kind, payload)
     SELECT ?1 + ?2 * (row_number() OVER (ORDER BY event_seq) - 1), ?3, json_array(event_seq, endpoint_id)
     FROM deliveries WHERE endpoint_id = ?4 AND state = 'held' ORDER BY event_seq`,
    world.clock.now(),
    replayStaggerMs,
    attemptJob,
    endpointId,
  );
  moveDeliveries(world, endpointId, ["held"], "queued");
  world.jobs.announce();
}

/** Works out `delivery_status` of these events: Endpoints, Events (assumption `between-statuses` for what is none of the four). */
export function refreshStatus(world: World, eventSeqs: readonly number[]): void {
  refresh(world, "SELECT value AS seq FROM json_each(?3)", JSON.stringify(eventSeqs));
}

/** The same of every event, for those that were stored under another `--undelivered`. */
export function refreshAllStatuses(world: World): void {
  refresh(world, "SELECT seq FROM events");
}

function refresh(world: World, seqs: string, ...values: string[]): void {
  // Most attempts leave it as it is, and writing that again would touch its index.
  world.store.run(
    `UPDATE events SET delivery_status = now.status
     FROM (
       SELECT seq, (
         SELECT CASE
           WHEN count(*) = 0 THEN 'undelivered'
           WHEN sum(counts) = 0 THEN NULL
           WHEN sum(counts AND attempts >= ?1 AND state <> 'succeeded') > 0 THEN 'failed'
           WHEN sum(counts AND state = 'succeeded') = sum(counts) THEN 'succeeded'
           WHEN sum(counts AND attempts > 0) = 0 AND sum(state = 'queued') > 0 THEN 'pending'
           WHEN sum(attempts = 0 AND state IN ('held', 'skipped')) > 0 AND (?2 = 'any' OR sum(counts AND attempts > 0) = 0) THEN 'undelivered' END
         FROM (SELECT state, attempts, state <> 'dropped' AS counts FROM deliveries WHERE event_seq = seq)) AS status
       FROM (${seqs})) AS now
     WHERE events.seq = now.seq AND events.delivery_status IS NOT now.status`,
    mostAttempts,
    world.settings.undelivered,
    ...values,
  );
}

/** Lets what used up its attempts wait like the rest, if it arrived after the last success and after the endpoint was last disabled. */
function holdExhausted(world: World, endpointId: string): void {
  world.store.run(
    `UPDATE deliveries SET state = 'held'
     WHERE endpoint_id = ?1 AND state = 'exhausted' AND event_seq IN (
       SELECT seq FROM events WHERE created_at >= max(
         (SELECT coalesce(max(at), 0) FROM attempts WHERE endpoint_id = ?1 AND outcome = 'succeeded'),
         (SELECT coalesce(max(at), 0) FROM transitions WHERE id = ?1 AND to_status = 'disabled')))`,
    endpointId,
  );
}

function moveDeliveries(world: World, endpointId: string, from: DeliveryState[], to: DeliveryState): void {
  // A replay that is given up leaves an event that had used up its attempts as it was before.
  const moved = world.store.all<{ event_seq: number }>(
    `UPDATE deliveries SET state = CASE WHEN ?1 IN ('skipped', 'dropped') AND attempts >= ?2 THEN 'exhausted' ELSE ?1 END
     WHERE endpoint_id = ?3 AND state IN (SELECT value FROM json_each(?4)) RETURNING event_seq`,
    to,
    mostAttempts,
    endpointId,
    JSON.stringify(from),
  );
  refreshStatus(
    world,
    moved.map(({ event_seq }) => event_seq),
  );
}

function cancelAttempts(world: World, endpointId: string): void {
  world.store.run(
    `DELETE FROM jobs WHERE kind = ? AND payload IN (
       SELECT json_array(event_seq, endpoint_id) FROM deliveries WHERE endpoint_id = ? AND state = 'queued')`,
    attemptJob,
    endpointId,
  );
}
