/** Tables that hold what a sandbox is at one moment: exactly these are emptied by a reset and copied by a snapshot. */
export const stateTables = [
  "counters",
  "clock",
  "accounts",
  "api_keys",
  "api_key_blocks",
  "api_key_values",
  "webhook_endpoints",
  "events",
  "deliveries",
  "attempts",
  "receivers",
  "receiver_requests",
  "users",
  "mail",
  "customers",
  "payment_methods",
  "payment_intents",
  "subscriptions",
  "transitions",
  "jobs",
] as const;

/** What is looked up with every request, by table: `Store.changes` tells whether it may be another. */
export const rememberedColumns = {
  accounts: "id, kind, partner_id, created_at",
  api_keys: "id, account_id, type, scopes",
  api_key_values: "hash, key_id",
} as const;

/** Number of the layout below. A data file of another layout is refused; raise it with every change. */
export const layoutVersion = 5;

/** Instants are integers, milliseconds since 1970 UTC. `seq` orders rows by creation; it is never shown. */
export const tableDefinitions = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ready_values (hash BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS counters (kind TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY CHECK (id = 1), virtual_ms INTEGER NOT NULL, wall_ms INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS accounts (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, partner_id TEXT, key_count INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS accounts_of_partner ON accounts (partner_id, seq);
  CREATE TABLE IF NOT EXISTS api_keys (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, scopes TEXT NOT NULL,
    public_value TEXT, last4 TEXT NOT NULL, last_used INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS api_keys_of_account ON api_keys (account_id, seq);
  CREATE TABLE IF NOT EXISTS api_key_blocks (account_id TEXT NOT NULL, block INTEGER NOT NULL, keys INTEGER NOT NULL, PRIMARY KEY (account_id, block)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS api_key_values (hash BLOB PRIMARY KEY, key_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS api_key_values_of_key ON api_key_values (key_id);
  CREATE TABLE IF NOT EXISTS webhook_endpoints (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL, url TEXT NOT NULL, status TEXT NOT NULL,
    failing_since INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL,
    delivery_status TEXT, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_of_account ON events (account_id, delivery_status, seq);
  CREATE TABLE IF NOT EXISTS deliveries (
    event_seq INTEGER NOT NULL, endpoint_id TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (event_seq, endpoint_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS deliveries_of_endpoint ON deliveries (endpoint_id, state, event_seq);
  CREATE TABLE IF NOT EXISTS attempts (
    seq INTEGER PRIMARY KEY, event_seq INTEGER NOT NULL, endpoint_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,
    outcome TEXT NOT NULL, status INTEGER, UNIQUE (event_seq, endpoint_id, number)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS receivers (
    id TEXT PRIMARY KEY, script TEXT NOT NULL, step INTEGER NOT NULL, step_from INTEGER NOT NULL, step_requests INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS receiver_requests (
    seq INTEGER PRIMARY KEY, receiver_id TEXT NOT NULL, attempt TEXT, at INTEGER NOT NULL, headers TEXT NOT NULL, body TEXT NOT NULL, answered TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS receiver_requests_of_receiver ON receiver_requests (receiver_id, seq);
  CREATE UNIQUE INDEX IF NOT EXISTS receiver_requests_by_attempt ON receiver_requests (receiver_id, attempt) WHERE attempt IS NOT NULL;
  CREATE TABLE IF NOT EXISTS users (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL, email TEXT NOT NULL, role TEXT NOT NULL, technical_emails INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS mail (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, endpoint_id TEXT NOT NULL, recipient TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS customers (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL, email TEXT, first_name TEXT, last_name TEXT,
    metadata TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS payment_methods (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL, state TEXT NOT NULL, customer_id TEXT,
    brand TEXT NOT NULL, last4 TEXT NOT NULL, exp_month INTEGER NOT NULL, exp_year INTEGER NOT NULL, billing_details TEXT NOT NULL,
    behaviour TEXT NOT NULL, charges INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS payment_intents (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL, amount INTEGER NOT NULL, currency TEXT NOT NULL,
    status TEXT NOT NULL, payment_method_id TEXT, subscription_id TEXT, amount_received INTEGER, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS payment_intents_of_subscription ON payment_intents (subscription_id, status);
  CREATE TABLE IF NOT EXISTS subscriptions (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL, customer_id TEXT NOT NULL, payment_method_id TEXT NOT NULL,
    currency TEXT NOT NULL, price INTEGER NOT NULL, interval_unit TEXT NOT NULL, interval_count INTEGER NOT NULL, anchor INTEGER NOT NULL,
    status TEXT NOT NULL, paused_in TEXT, cycle INTEGER NOT NULL, declines INTEGER NOT NULL, next_payment_at INTEGER, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS transitions (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, from_status TEXT NOT NULL, to_status TEXT NOT NULL, at INTEGER NOT NULL, reason TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS jobs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, due_at INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS jobs_by_time ON jobs (due_at, seq);
  CREATE INDEX IF NOT EXISTS jobs_by_payload ON jobs (kind, payload);
  CREATE TABLE IF NOT EXISTS snapshots (name TEXT PRIMARY KEY, at INTEGER NOT NULL, tools TEXT NOT NULL) STRICT, WITHOUT ROWID;
  ${stateTables
    .map(
      (table) => `CREATE TABLE IF NOT EXISTS saved_${table} AS SELECT '' AS snapshot, * FROM ${table} WHERE 0;
  CREATE INDEX IF NOT EXISTS saved_${table}_by_name ON saved_${table} (snapshot);`,
    )
    .join("\n  ")}
`;
