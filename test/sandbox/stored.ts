import { copyFileSync, existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { stateTables } from "../../sandbox/core/tables";
import type { Kind, Ledger } from "./writers";

/** What a data file holds at this moment, looked at in a copy: opening the file itself would fix it. */
export function lookInto<Result>(data: string, look: (db: DatabaseSync) => Result): Result {
  const copy = `${data}-copy`;
  for (const end of ["", "-wal"]) if (existsSync(data + end)) copyFileSync(data + end, copy + end);
  const db = new DatabaseSync(copy);
  try {
    return look(db);
  } finally {
    db.close();
  }
}

/** The state of one thing; undefined if there is no such thing. */
const states: Record<Kind, string> = {
  key: "SELECT name AS state FROM api_keys WHERE id = ?",
  customer: "SELECT 'there' AS state FROM customers WHERE id = ?",
  payment_method: "SELECT state FROM payment_methods WHERE id = ?",
  payment_intent: "SELECT status AS state FROM payment_intents WHERE id = ?",
  subscription: "SELECT 'there' AS state FROM subscriptions WHERE id = ?",
  event: "SELECT 'there' AS state FROM events WHERE id = ?",
};

/** What was acknowledged and is not there, or not as it was acknowledged. */
export function missing(db: DatabaseSync, ledger: Ledger): string[] {
  return [...ledger].flatMap(([what, allowed]) => {
    const [kind, id] = what.split(" ") as [Kind, string];
    const { state = "gone" } = (db.prepare(states[kind]).get(id) ?? {}) as { state?: string };
    return allowed.includes(state) ? [] : [`${what} is ${state}, not ${allowed.join(" or ")}`];
  });
}

/** Each finds what is half done; all find nothing in a file that is whole. */
const halves: Record<string, string> = {
  "an event that was not started on its way to both endpoints":
    "SELECT id FROM events WHERE (SELECT count(*) FROM deliveries WHERE event_seq = seq) <> 2",
  "a delivery that is queued but no job, or a job for one that is not":
    "SELECT event_seq, state FROM deliveries WHERE (state = 'queued') <> ((SELECT count(*) FROM jobs WHERE kind = 'attempt' AND payload = json_array(event_seq, endpoint_id)) = 1)",
  "a delivery whose attempts are not those written down":
    "SELECT event_seq FROM deliveries WHERE attempts <> (SELECT count(*) FROM attempts WHERE attempts.event_seq = deliveries.event_seq AND attempts.endpoint_id = deliveries.endpoint_id)",
  "a number of keys that is not that of the keys":
    "SELECT id FROM accounts WHERE key_count <> (SELECT count(*) FROM api_keys WHERE account_id = accounts.id) OR key_count <> (SELECT coalesce(sum(keys), 0) FROM api_key_blocks WHERE account_id = accounts.id)",
  "a key without a value, or a value without a key":
    "SELECT id FROM api_keys FULL JOIN api_key_values ON key_id = id WHERE key_id IS NULL OR id IS NULL",
  "a payment without its transition":
    "SELECT id FROM payment_intents WHERE subscription_id IS NULL AND (status = 'succeeded') <> ((SELECT count(*) FROM transitions WHERE transitions.id = payment_intents.id) = 1)",
  "a payment that was not received whole":
    "SELECT id FROM payment_intents WHERE status = 'succeeded' AND amount_received IS NOT amount",
  "a token without its end, or one that has it still":
    "SELECT id FROM payment_methods WHERE (state = 'single_use') <> ((SELECT count(*) FROM jobs WHERE kind = 'payment_method_expiry' AND payload = json_quote(id)) = 1)",
  "a payment method attached to nobody":
    "SELECT id FROM payment_methods WHERE state = 'attached' AND customer_id NOT IN (SELECT id FROM customers)",
  "a subscription whose next payment is not planned":
    "SELECT id FROM subscriptions WHERE (SELECT max(due_at) FROM jobs WHERE kind = 'subscription_payment' AND payload = json_quote(id)) IS NOT next_payment_at",
  "a counter that is not that of its things":
    "SELECT value FROM counters WHERE kind = 'evt' AND value <> (SELECT max(seq) FROM events)",
};

/** What is half done in a data file, and what SQLite itself finds wrong with it. */
export function halfDone(db: DatabaseSync): string[] {
  const broken = Object.entries(halves).flatMap(([what, sql]) => {
    const rows = db.prepare(sql).all();
    return rows.length === 0 ? [] : [`${what}: ${JSON.stringify(rows.slice(0, 3))}`];
  });
  const { integrity_check: integrity } = db.prepare("PRAGMA integrity_check(1)").get() as { integrity_check: string };
  return integrity === "ok" ? broken : [...broken, integrity];
}

/** Every row of everything that a sandbox is, as text: its whole log. Only the port and the wall's time are left out. */
export function wholeState(db: DatabaseSync): string[] {
  return stateTables.flatMap((table) =>
    db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map(
        (row) =>
          `${table} ${JSON.stringify({ ...row, wall_ms: 0 }, bytesAsHex).replace(/127\.0\.0\.1:\d+/g, "sandbox")}`,
      ),
  );
}

function bytesAsHex(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
}
