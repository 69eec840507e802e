import { z } from "zod";
import { iso } from "../core/clock";
import type { World } from "../core/world";
import { startDeliveries } from "./deliveries";

export const deliveryStatusSchema = z.enum(["succeeded", "failed", "pending", "undelivered"]);
export type DeliveryStatus = z.output<typeof deliveryStatusSchema>;

export const eventSchema = z
  .object({
    id: z.string().meta({ description: "Unique identifier" }),
    account_id: z.string().meta({ description: "The account that it happened to" }),
    type: z.string().meta({ description: "What happened" }),
    data: z.record(z.string(), z.unknown()).meta({ description: "Details, as given when the event was made" }),
    delivery_status: deliveryStatusSchema.nullable().meta({
      description:
        "How its delivery stands, over all endpoints; null while it is none of the four (assumption `between-statuses`)",
    }),
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
  delivery_status: DeliveryStatus | null;
  created_at: number;
}

/** Something happened to a merchant: it is sent to every endpoint of its partner (Events, rule 2). */
export function createEvent(
  world: World,
  partnerId: string,
  input: { accountId: string; type: string; data: Record<string, unknown> },
): PaymentEvent {
  const { seq } = world.store.get<{ seq: number }>(
    "INSERT INTO events (id, account_id, type, data, created_at) VALUES (?, ?, ?, ?, ?) RETURNING seq",
    world.ids.next("evt"),
    input.accountId,
    input.type,
    JSON.stringify(input.data),
    world.clock.now(),
  )!;
  startDeliveries(world, seq, partnerId);
  return present(eventRow(world, seq));
}

/** What endpoints receive, as JSON text; the same bytes at every attempt: assumption `webhook-payload`. */
export function webhookPayload(world: World, eventSeq: number): string {
  const { delivery_status: _now, ...sent } = present(eventRow(world, eventSeq));
  return JSON.stringify(sent);
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

/** Number of events ever made. */
export function countEvents(world: World): number {
  return world.store.get<{ total: number | null }>("SELECT max(seq) AS total FROM events")?.total ?? 0;
}

function eventRow(world: World, seq: number): EventRow {
  return world.store.get<EventRow>("SELECT * FROM events WHERE seq = ?", seq)!;
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
