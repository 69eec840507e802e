import { iso } from "../core/clock";
import type { World } from "../core/world";
import type { Engine } from "../engine";
import { attemptJob } from "../objects/deliveries";
import { disabledAfterMs, inactiveAfterMs } from "../objects/health-limits";
import { noticeRecipients } from "../objects/users";
import { listWebhookEndpoints, type WebhookEndpoint } from "../objects/webhook-endpoints";
import type { Attempt, Delivery, Endpoint, Newest, Overview, Subscription } from "./overview-shape";

/** How many of each kind are shown: what is asked for every few seconds must not grow with what is stored. */
const shown = 50;
/** Characters of an event's data. */
const shownData = 2_000;

/** Everything that the page at `/` shows, in one reading. No value of a key is in it. */
export function overview(engine: Engine): Overview {
  const { world, tools, seed } = engine;
  const requests = tools.requests.list();
  const faults = tools.faults.list();
  const { partnerAccountId, accountId, webhookEndpointId } = seed;
  return {
    clock: {
      now: iso(world.clock.now()),
      mode: world.clock.mode,
      next: nextJob(world),
      advancing: engine.progress() ?? null,
    },
    service: { partner_account_id: partnerAccountId, account_id: accountId, webhook_endpoint_id: webhookEndpointId },
    api_keys: newestKeys(world),
    webhook_endpoints: endpoints(world),
    events: newestEvents(world),
    deliveries: newestDeliveries(world),
    subscriptions: newest(
      world,
      "subscriptions",
      "id, account_id, customer_id, status, price, currency, interval_unit, interval_count, next_payment_at",
      (row: Omit<Subscription, "next_payment_at"> & { next_payment_at: number | null }) => ({
        ...row,
        next_payment_at: row.next_payment_at === null ? null : iso(row.next_payment_at),
      }),
    ),
    payment_intents: newest(
      world,
      "payment_intents",
      "id, account_id, amount, currency, status, created_at",
      (row: Timed<Overview["payment_intents"]["items"][number], "created_at">) => ({
        ...row,
        created_at: iso(row.created_at),
      }),
    ),
    transitions: newest(
      world,
      "transitions",
      'seq, kind, id, from_status AS "from", to_status AS "to", at, reason',
      (row: Timed<Overview["transitions"]["items"][number], "at">) => ({ ...row, at: iso(row.at) }),
    ),
    mail: newest(
      world,
      "mail",
      'seq, at, recipient AS "to", subject, text',
      (row: Timed<Overview["mail"]["items"][number], "at">) => ({ ...row, at: iso(row.at) }),
    ),
    requests: { total: requests.length, items: requests.slice(-shown).reverse() },
    faults: {
      total: faults.length,
      items: faults.slice(-shown).map(({ id, operation, effect, at, from, count, seen, struck }) => ({
        ...{ id, operation, effect, at },
        ...{ from, count, seen, struck },
      })),
    },
    recipients: noticeRecipients(world, partnerAccountId).map(({ email }) => email),
  };
}

/** A row as it is stored: its instants are milliseconds. */
type Timed<Item, Instant extends keyof Item> = Omit<Item, Instant> & Record<Instant, number>;

function newest<Row, Item>(world: World, table: string, columns: string, present: (row: Row) => Item): Newest<Item> {
  const rows = world.store.all<Row>(`SELECT ${columns} FROM ${table} ORDER BY ${table}.seq DESC LIMIT ${shown}`);
  return { total: count(world, table), items: rows.map(present) };
}

function count(world: World, table: string): number {
  return world.store.get<{ total: number }>(`SELECT count(*) AS total FROM ${table}`)?.total ?? 0;
}

function nextJob(world: World): Overview["clock"]["next"] {
  const job = world.store.get<{ due_at: number; kind: string }>(
    "SELECT due_at, kind FROM jobs ORDER BY due_at, seq LIMIT 1",
  );
  return job === undefined ? null : { at: iso(job.due_at), kind: job.kind };
}

function newestKeys(world: World): Overview["api_keys"] {
  interface Row {
    id: string;
    account_id: string;
    name: string;
    type: string;
    scopes: string;
    last_used: number | null;
  }
  const rows = world.store.all<Row>(
    "SELECT id, account_id, name, type, scopes, last_used FROM api_keys ORDER BY seq DESC LIMIT ?",
    shown,
  );
  const total = world.store.get<{ total: number }>("SELECT sum(key_count) AS total FROM accounts")?.total ?? 0;
  return {
    total,
    items: rows.map((row) => ({
      ...row,
      scopes: JSON.parse(row.scopes) as string[],
      last_used: row.last_used === null ? null : iso(row.last_used),
    })),
  };
}

function endpoints(world: World): Newest<Endpoint> {
  const counts = world.store.all<{ endpoint_id: string; state: string; total: number }>(
    "SELECT endpoint_id, state, count(*) AS total FROM deliveries GROUP BY endpoint_id, state",
  );
  const failing = new Map(
    world.store
      .all<{ id: string; failing_since: number }>(
        "SELECT id, failing_since FROM webhook_endpoints WHERE failing_since IS NOT NULL",
      )
      .map(({ id, failing_since }) => [id, failing_since]),
  );
  const all = listWebhookEndpoints(world).reverse();
  const items = all.slice(0, shown).map((endpoint) => ({
    id: endpoint.id,
    url: endpoint.url,
    status: endpoint.status,
    deliveries: Object.fromEntries(
      counts.filter(({ endpoint_id }) => endpoint_id === endpoint.id).map(({ state, total }) => [state, total]),
    ),
    next: fate(endpoint, failing.get(endpoint.id)),
  }));
  return { total: all.length, items };
}

/** What becomes of a failing endpoint, and when. A pending one has no time limit (assumption `health-restart`). */
function fate({ status }: WebhookEndpoint, failingSinceMs: number | undefined): Endpoint["next"] {
  if (failingSinceMs === undefined) return null;
  const failing_since = iso(failingSinceMs);
  if (status === "active") return { failing_since, status: "inactive", at: iso(failingSinceMs + inactiveAfterMs) };
  if (status === "inactive") return { failing_since, status: "disabled", at: iso(failingSinceMs + disabledAfterMs) };
  return null;
}

function newestEvents(world: World): Overview["events"] {
  return newest(
    world,
    "events",
    `id, account_id, type, delivery_status, created_at, substr(data, 1, ${shownData}) AS data, length(data) AS length, (
       SELECT CASE WHEN sum(state = 'queued') > 0 THEN 'under way' WHEN sum(state = 'held') > 0 THEN 'held' ELSE 'over' END
       FROM deliveries WHERE event_seq = events.seq) AS standing`,
    ({
      length,
      ...row
    }: Timed<Overview["events"]["items"][number], "created_at"> & {
      length: number;
    }) => ({
      ...row,
      created_at: iso(row.created_at),
      data: length > shownData ? `${row.data} … (${length} characters)` : row.data,
    }),
  );
}

function newestDeliveries(world: World): Newest<Delivery> {
  const rows = world.store.all<Omit<Delivery, "attempts" | "next_at"> & { attempts: string; next_at: number | null }>(
    `SELECT events.id AS event_id, events.type AS event_type, endpoint_id, state, jobs.due_at AS next_at, (
       SELECT json_group_array(json_object('number', number, 'at', at, 'outcome', outcome, 'status', status) ORDER BY number)
       FROM attempts WHERE attempts.event_seq = events.seq AND attempts.endpoint_id = deliveries.endpoint_id) AS attempts
     FROM deliveries JOIN events ON events.seq = event_seq
     LEFT JOIN jobs ON jobs.kind = ?1 AND jobs.payload = json_array(event_seq, endpoint_id)
     ORDER BY event_seq DESC, endpoint_id LIMIT ?2`,
    attemptJob,
    shown,
  );
  const items = rows.map((row) => ({
    ...row,
    attempts: (JSON.parse(row.attempts) as (Omit<Attempt, "at"> & { at: number })[]).map((attempt) => ({
      ...attempt,
      at: iso(attempt.at),
    })),
    next_at: row.next_at === null ? null : iso(row.next_at),
  }));
  return { total: count(world, "deliveries"), items };
}
