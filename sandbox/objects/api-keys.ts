import { hash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { iso } from "../core/clock";
import { ServiceError } from "../core/errors";
import { withoutKeyValues } from "../core/ids";
import { Memo } from "../core/memo";
import type { World } from "../core/world";
import type { Settings } from "../options";
import { countKey, isNear, keyCount, placeOfKey } from "./api-key-count";
import { scopesSchema } from "./scopes";
import { textSchema } from "./text";

const apiKeyTypeSchema = z.enum(["secret", "publishable"]);

const nameSchema = textSchema(255);

export const apiKeySchema = z
  .object({
    id: z.string().meta({ description: "Unique identifier" }),
    account_id: z.string().meta({ description: "Id of the associated account" }),
    name: z.string().meta({ description: "Label chosen by the caller; defaults to one derived from the type" }),
    type: apiKeyTypeSchema.meta({ description: "secret authenticates every endpoint, publishable a small set" }),
    scopes: z.array(z.string()).meta({ description: "Access scopes; ignored for publishable keys" }),
    value: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "Sent in payments-api-key. Of a secret key it is whole in the creation response only" }),
    last_used: z.iso
      .datetime()
      .optional()
      .meta({ description: "Time the key last authenticated a request; absent before the first" }),
    created_at: z.iso.datetime().meta({ description: "Creation time" }),
    updated_at: z.iso.datetime().meta({ description: "Time of last update" }),
  })
  .meta({ id: "ApiKey", description: "An API key: Resources and their fields, ApiKey." });
export type ApiKey = z.output<typeof apiKeySchema>;

export const createApiKeySchema = z.strictObject({
  type: apiKeyTypeSchema.meta({ description: "Kind of key" }),
  name: nameSchema.optional().meta({ description: "Label, 1 to 255 characters (assumption `name-limits`)" }),
  scopes: scopesSchema
    .optional()
    .meta({ description: 'Access scopes, ["*"] unless given; ignored for publishable keys' }),
});
export type CreateApiKey = z.output<typeof createApiKeySchema>;

export const updateApiKeySchema = z.strictObject({
  name: nameSchema.optional().meta({ description: "New label; unchanged if omitted" }),
  scopes: scopesSchema
    .optional()
    .meta({ description: "New scopes; unchanged if omitted, ignored for publishable keys" }),
});
export type UpdateApiKey = z.output<typeof updateApiKeySchema>;

interface ApiKeyRow {
  id: string;
  account_id: string;
  name: string;
  type: "secret" | "publishable";
  scopes: string;
  public_value: string | null;
  last4: string;
  last_used: number | null;
  created_at: number;
  updated_at: number;
}

/** A key that proved itself. */
export interface Caller {
  keyId: string;
  accountId: string;
  type: "secret" | "publishable";
  scopes: readonly string[];
}

const defaultNames = { secret: "Secret key", publishable: "Publishable key" } as const;

/** The answer carries the whole value: the only one that ever does, for a secret key. */
export function createApiKey(
  world: World,
  accountId: string,
  input: CreateApiKey,
  value = world.ids.keyValue(input.type),
): ApiKey {
  const now = world.clock.now();
  const row: ApiKeyRow = {
    id: world.ids.next("key"),
    account_id: accountId,
    name: input.name ?? defaultNames[input.type],
    type: input.type,
    scopes: JSON.stringify(input.type === "secret" ? (input.scopes ?? ["*"]) : ["*"]),
    public_value: input.type === "publishable" ? value : null,
    last4: value.slice(-4),
    last_used: null,
    created_at: now,
    updated_at: now,
  };
  const seq = world.store.insert(
    "INSERT INTO api_keys (id, account_id, name, type, scopes, public_value, last4, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    row.id,
    row.account_id,
    row.name,
    row.type,
    row.scopes,
    row.public_value,
    row.last4,
    now,
    now,
  );
  countKey(world, accountId, seq, 1);
  acceptValue(world, row.id, value);
  return { ...present(row, world.settings), value };
}

/** Makes `value` authenticate as the key. Only its hash is stored. */
export function acceptValue(world: World, keyId: string, value: string): void {
  world.store.run("INSERT OR IGNORE INTO api_key_values (hash, key_id) VALUES (?, ?)", hashOf(value), keyId);
}

/** Most recently created first. */
export function listApiKeys(
  world: World,
  accountId: string,
  offset: number,
  limit: number,
): { total: number; items: ApiKey[] } {
  const total = keyCount(world, accountId);
  const count = Math.min(limit, Math.max(0, total - offset));
  const older = total - offset - count;
  const rows =
    older < offset && isNear(older)
      ? oldestRows(world, accountId, older, count).reverse()
      : latestRows(world, accountId, offset, count);
  return { total, items: rows.map((row) => present(row, world.settings)) };
}

function latestRows(world: World, accountId: string, offset: number, count: number): ApiKeyRow[] {
  const { belowSeq, skipped } = placeOfKey(world, accountId, offset);
  return world.store.all<ApiKeyRow>(
    "SELECT * FROM api_keys WHERE account_id = ? AND seq < ? ORDER BY seq DESC LIMIT ? OFFSET ?",
    accountId,
    belowSeq,
    count,
    offset - skipped,
  );
}

/** Oldest first: the last pages are found from this end at once. */
function oldestRows(world: World, accountId: string, offset: number, count: number): ApiKeyRow[] {
  return world.store.all<ApiKeyRow>(
    "SELECT * FROM api_keys WHERE account_id = ? ORDER BY seq LIMIT ? OFFSET ?",
    accountId,
    count,
    offset,
  );
}

/** Every key, or those of one account, oldest first; for the admin interface. */
export function allApiKeys(world: World, accountId: string | undefined): ApiKey[] {
  const rows = world.store.all<ApiKeyRow>(
    "SELECT * FROM api_keys WHERE ?1 IS NULL OR account_id = ?1 ORDER BY seq",
    accountId ?? null,
  );
  return rows.map((row) => present(row, world.settings));
}

export function findApiKey(world: World, id: string): ApiKey | undefined {
  const row = world.store.get<ApiKeyRow>("SELECT * FROM api_keys WHERE id = ?", id);
  return row && present(row, world.settings);
}

/**
 * A key of one account, by id.
 * @throws ServiceError `not_found`, also for the key of another account.
 */
export function requireApiKey(world: World, accountId: string | undefined, id: string): ApiKey {
  const key = findApiKey(world, id);
  if (key && (accountId === undefined || key.account_id === accountId)) return key;
  throw new ServiceError(
    "not_found",
    `No API key "${withoutKeyValues(id)}"${accountId ? ` in account "${accountId}"` : ""}.`,
    "id",
  );
}

/** Omitted fields stay unchanged; scopes of a publishable key are ignored. */
export function updateApiKey(world: World, key: ApiKey, change: UpdateApiKey): ApiKey {
  const scopes = key.type === "secret" ? (change.scopes ?? key.scopes) : key.scopes;
  world.store.run(
    "UPDATE api_keys SET name = ?, scopes = ?, updated_at = ? WHERE id = ?",
    change.name ?? key.name,
    JSON.stringify(scopes),
    world.clock.now(),
    key.id,
  );
  return findApiKey(world, key.id)!;
}

/** Stands in for a use of the key at another time. */
export function setLastUsed(world: World, keyId: string, ms: number | null): void {
  world.store.run("UPDATE api_keys SET last_used = ?1 WHERE id = ?2 AND last_used IS NOT ?1", ms, keyId);
}

/** From here on its value authenticates nothing. */
export function deleteApiKey(world: World, key: ApiKey): void {
  const { seq } = world.store.get<{ seq: number }>("DELETE FROM api_keys WHERE id = ? RETURNING seq", key.id)!;
  world.store.run("DELETE FROM api_key_values WHERE key_id = ?", key.id);
  countKey(world, key.account_id, seq, -1);
}

/** A key as it authenticates, with the hash of the value that does. */
interface KnownValue {
  hash: Uint8Array;
  caller: Caller;
}

/** By the hash of the value. */
const knownValues = new Memo<KnownValue>();

/**
 * Finds the key that a value belongs to: Authentication, rule 1.
 * @throws ServiceError `invalid_api_key`
 */
export function authenticate(world: World, value: string): Readonly<Caller> {
  const hash = hashOf(value);
  const known = knownValues.get(world.store, hash.toString("latin1"), () => findValue(world, hash));
  if (known && timingSafeEqual(known.hash, hash)) return known.caller;
  throw new ServiceError(
    "invalid_api_key",
    "The API key in payments-api-key is not valid: it never existed or has been deleted.",
    "payments-api-key",
  );
}

function findValue(world: World, hash: Buffer): KnownValue | undefined {
  const row = world.store.get<Pick<ApiKeyRow, "id" | "account_id" | "type" | "scopes"> & { hash: Uint8Array }>(
    "SELECT api_keys.id, account_id, type, scopes, hash FROM api_key_values JOIN api_keys ON api_keys.id = key_id WHERE hash = ?",
    hash,
  );
  if (!row) return undefined;
  const scopes = JSON.parse(row.scopes) as string[];
  return {
    hash: row.hash,
    caller: Object.freeze({ keyId: row.id, accountId: row.account_id, type: row.type, scopes }),
  };
}

/**
 * Notes that the key authenticates a request now: Authentication, rule 7. A data file without room for it takes no more calls that
 * write, but those that read go on.
 */
export function noteUse(world: World, keyId: string): void {
  try {
    setLastUsed(world, keyId, world.clock.now());
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "storage_failed")) throw error;
  }
}

/** The form in which values are stored and looked up. They hold 192 random bits, so that a plain hash cannot be guessed backwards. */
export function hashOf(value: string): Buffer {
  return hash("sha256", value, "buffer");
}

function present(row: ApiKeyRow, settings: Settings): ApiKey {
  const value = row.type === "publishable" ? row.public_value : redacted(row.last4, settings.redaction);
  return {
    id: row.id,
    account_id: row.account_id,
    name: row.name,
    type: row.type,
    scopes: JSON.parse(row.scopes) as string[],
    ...(value === undefined ? {} : { value }),
    ...(row.last_used === null ? {} : { last_used: iso(row.last_used) }),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

/** The document says that a secret value is redacted, not how: assumption `redaction`. */
function redacted(last4: string, form: Settings["redaction"]): string | null | undefined {
  if (form === "omit") return undefined;
  if (form === "null") return null;
  return form === "last4" ? `sk_sandbox_****${last4}` : "sk_sandbox_****";
}
