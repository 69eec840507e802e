import { z } from "zod";
import { iso } from "../core/clock";
import type { World } from "../core/world";

export const deliveryStatusSchema = z.enum(["succeeded", "failed", "pending", "undelivered"]);
export type DeliveryStatus = z.output<typeof deliveryStatusSchema>;

export const eventSchema = z
  .object({
    id: z.string().meta({ description: "Unique identifier" }),
    account_id: z.string().meta({ description: "The account that it happened to" }),
    type: z.string().meta({ description: "What happened" }),
    data: z.record(z.string(), z.unknown()).meta({ description: "Details, as given when the event was made" }),
    delivery_status: deliveryStatusSchema.meta({ description: "How its delivery stands, over all endpoints" }),
    created_at: z.iso.datetime().meta({ description: "When it happened" }),
  })
  .meta({ id: "Event", description: "An event. Its fields are not shown by the document: assumption `event-record`." });
export type PaymentEvent = z.output<typeof eventSchema>;

interface EventRow {
  seq: number;
  id: string;
  account_id: string;
  type: string;
  data: string;
  delivery_status: DeliveryStatus;
  created_at: number;
}

/** How one event stands with one endpoint: queued for delivery, held while the endpoint is inactive, or skipped for good. */
const stateFor = { active: "queued", pending: "queued", inactive: "held", disabled: "skipped" } as const;

export function createEvent(
  world: World,
  partnerId: string,
  input: { accountId: string; type: string; data: Record<string, unknown> },
): PaymentEvent {
  const endpoints = world.store.all<{ id: string; status: keyof typeof stateFor }>(
    "SELECT id, status FROM webhook_endpoints WHERE account_id = ? ORDER BY seq",
    partnerId,
  );
  const states = endpoints.map(({ id, status }) => ({ endpointId: id, state: stateFor[status] }));
  const row = world.store.get<EventRow>(
    "INSERT INTO events (id, account_id, type, data, delivery_status, created_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING *",
    world.ids.next("evt"),
    input.accountId,
    input.type,
    JSON.stringify(input.data),
    states.some(({ state }) => state === "queued") ? "pending" : "undelivered",
    world.clock.now(),
  )!;
  for (const { endpointId, state } of states) {
    world.store.run(
      "INSERT INTO event_endpoints (event_seq, endpoint_id, state) VALUES (?, ?, ?)",
      row.seq,
      endpointId,
      state,
    );
  }
  return present(row);
}

/** Events of one account, or of every merchant of a partner; most recent first (assumption `event-list`). */
export function listEvents(
  world: World,
  query: { accountId: string; deliveryStatus: DeliveryStatus | undefined; offset: number; limit: number },
): { total: number; items: PaymentEvent[] } {
  const where = `(account_id = ?1 OR account_id IN (SELECT id FROM accounts WHERE partner_id = ?1)) AND (?2 IS NULL OR delivery_status = ?2)`;
  const status = query.deliveryStatus ?? null;
  const total =
    world.store.get<{ total: number }>(`SELECT count(*) AS total FROM events WHERE ${where}`, query.accountId, status)
      ?.total ?? 0;
  const rows = world.store.all<EventRow>(
    `SELECT * FROM events WHERE ${where} ORDER BY seq DESC LIMIT ?3 OFFSET ?4`,
    query.accountId,
    status,
    query.limit,
    query.offset,
  );
  return { total, items: rows.map(present) };
}

/** An inactive endpoint came back: what arrived meanwhile is queued for it again. */
export function releaseHeldEvents(world: World, endpointId: string): void {
  world.store.run(
    "UPDATE events SET delivery_status = 'pending' WHERE seq IN (SELECT event_seq FROM event_endpoints WHERE endpoint_id = ? AND state = 'held')",
    endpointId,
  );
  world.store.run("UPDATE event_endpoints SET state = 'queued' WHERE endpoint_id = ? AND state = 'held'", endpointId);
}

/** A disabled endpoint keeps no queue: what was held for it can no longer be replayed. */
export function skipHeldEvents(world: World, endpointId: string): void {
  world.store.run("UPDATE event_endpoints SET state = 'skipped' WHERE endpoint_id = ? AND state = 'held'", endpointId);
}

/** Number of events ever made. */
export function countEvents(world: World): number {
  return world.store.get<{ total: number }>("SELECT count(*) AS total FROM events")?.total ?? 0;
}

function present(row: EventRow): PaymentEvent {
  return {
    id: row.id,
    account_id: row.account_id,
    type: row.type,
    data: JSON.parse(row.data) as Record<string, unknown>,
    delivery_status: row.delivery_status,
    created_at: iso(row.created_at),
  };
}
