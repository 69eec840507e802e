import { z } from "zod";
import { printable } from "../../text/printable";
import { type ApiKeyType, apiKeyTypes } from "./api-key-type";
import { everyScope } from "./scope";

/**
 * Limits of what one key shows, in characters. No key of this interface comes near them, and state with all of them at
 * once still fits into a partial failure (see failure.ts).
 */
const idMax = 500;
/** A longer name is cut, and a longer time. */
const nameMax = 1_000;
const timeMax = 100;
/** A value is sent in a header. */
const valueMax = 8_000;
/** All scopes of a key together, in bytes. */
const scopesMax = 10_000;

/** Whether every character arrived: U+FFFD stands for one that did not, and then two texts may look alike. */
export const isWhole = (text: string): boolean => !text.includes("\ufffd");

/** Messages show ids as they are: one with a line end would pass for a message of its own. */
const lineEnd = /[\n\r\v\f\u0085\u2028\u2029]/;

/** Ids are opaque strings; a service that sends numbers means the same id. parseJson returns a large number as text. */
export const idSchema = z.union([
  z
    .string()
    .min(1)
    .max(idMax)
    .refine((id) => isWhole(id) && !lineEnd.test(id), "has characters that cannot be read"),
  z.int().transform(String),
]);

const cutTo = (max: number, text: string): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;

export const nameSchema = z.string().transform((name) => cutTo(nameMax, name));
const scopes = z
  .array(z.string())
  .refine((all) => all.reduce((sum, scope) => sum + Buffer.byteLength(scope), 0) <= scopesMax, "too long");

/** Text, or whatever else a service shows in its place, as a short text: that there is something must not get lost. */
const time = z
  .unknown()
  .optional()
  .transform((shown) => {
    if (shown === undefined || shown === null) return undefined;
    return cutTo(timeMax, printable(typeof shown === "string" ? shown : JSON.stringify(shown)));
  });

const shape = {
  id: idSchema,
  account_id: idSchema.nullish().catch(undefined),
  name: nameSchema,
  type: z.enum(apiKeyTypes),
  // Ignored for publishable keys, so that nothing in them costs one.
  scopes: scopes.nullish().catch(undefined),
  // A redaction may be anything; only text can be a value.
  value: z.string().max(valueMax).refine(isWhole).optional().catch(undefined),
  last_used: time,
  created_at: time,
  updated_at: time,
};

/**
 * An API key as the service answers it. Lenient: unknown fields are dropped, and only what decisions need is required.
 * `value` is whatever the service chose to show: whole in the creation response (and always for publishable keys),
 * else masked, cut, null or left out. A malformed optional field counts as left out, a malformed time as a time that
 * cannot be read.
 */
export const apiKeySchema = z
  .object(shape)
  .refine((key) => key.type === "publishable" || Array.isArray(key.scopes), {
    path: ["scopes"],
    message: "a secret key without scopes",
  })
  .transform(recordOf);

/**
 * The key that a creation answers. Its value is shown once, so no other field may cost it: what cannot be read of the
 * type, the name or the scopes is what was asked for.
 */
export function readCreatedKey(body: unknown, asked: CreateApiKeyBody): z.ZodSafeParseResult<ApiKeyRecord> {
  const asShown = apiKeySchema.safeParse(body);
  if (asShown.success) return asShown;
  const asAsked = z
    .object({
      ...shape,
      type: shape.type.catch(asked.type),
      name: nameSchema.catch(asked.name ?? ""),
      scopes: scopes.catch(asked.scopes ?? [everyScope]),
      value: z.string().min(1).max(valueMax).refine(isWhole),
    })
    .transform(recordOf)
    .safeParse(body);
  return asAsked.success ? asAsked : asShown;
}

function recordOf(key: z.output<z.ZodObject<typeof shape>>): ApiKeyRecord {
  const record: ApiKeyRecord = { id: key.id, name: key.name, type: key.type, scopes: key.scopes ?? [] };
  if (key.account_id !== undefined && key.account_id !== null) record.accountId = key.account_id;
  if (key.value !== undefined) record.value = key.value;
  if (key.last_used !== undefined) record.lastUsed = key.last_used;
  if (key.created_at !== undefined) record.createdAt = key.created_at;
  if (key.updated_at !== undefined) record.updatedAt = key.updated_at;
  return record;
}

/** An API key, in the names that the rest of the provider uses. Times are ISO 8601 strings as the service sent them. */
export interface ApiKeyRecord {
  id: string;
  accountId?: string;
  name: string;
  type: ApiKeyType;
  scopes: string[];
  /** Whole only in a creation response or for a publishable key. Never to be shown or logged. */
  value?: string;
  /** What a list shows of a secret key's value around what it masks. */
  visible?: { head: string; tail: string };
  lastUsed?: string;
  createdAt?: string;
  updatedAt?: string;
}

/** Names that a service may take for one: it may trim what it was sent, or compose its characters otherwise. Pure. */
export function sameName(left: string, right: string): boolean {
  return canonicalName(left) === canonicalName(right);
}

/** Whether a name of which not every character arrived (U+FFFD) may be this one. Pure. */
export function mayBeName(shown: string, name: string): boolean {
  const [head = "", ...rest] = canonicalName(shown).split("\ufffd");
  const tail = rest.at(-1);
  return tail !== undefined && canonicalName(name).startsWith(head) && canonicalName(name).endsWith(tail);
}

/** One form for all names that `sameName` takes for one. Pure. */
export function canonicalName(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/g, " ");
}

/**
 * Whether a shown name can be what a service made of a requested one: trimmed, composed, in other letter case, cut at the
 * end, or with its punctuation, its symbols or its letters beyond ASCII changed or left out. Pure.
 */
export function isFormOfName(shown: string, requested: string): boolean {
  if (sameName(shown, requested)) return true;
  return lettersOf(shown).some((left) =>
    lettersOf(requested).some((right) =>
      left === right ? left !== "" : left.length >= cutNameMin && right.startsWith(left),
    ),
  );
}

/** A shorter beginning than this is no proof, in characters. */
const cutNameMin = 16;

/** What services leave of a name, at the least: a symbol or a ligature may become letters, an accent may go. */
function lettersOf(name: string): string[] {
  const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");
  const ascii = (text: string): string => text.replace(/[^a-z0-9]/gi, "");
  const composed = name.normalize("NFKC");
  const decomposed = name.normalize("NFKD");
  const left = [
    letters(composed),
    letters(letters(name.normalize("NFC")).normalize("NFKC")),
    ascii(name),
    ascii(decomposed),
  ];
  // Capitals of some letters are two.
  return left.map((each) => each.toUpperCase().toLowerCase());
}

/** POST /v1/api-keys ("Endpoints", API keys). Strict: nothing that the document does not list is sent. */
export const createApiKeyBodySchema = z.strictObject({
  type: z.enum(apiKeyTypes),
  name: z.string().min(1).optional(),
  scopes: z.array(z.string().min(1)).min(1).optional(),
});
export type CreateApiKeyBody = z.infer<typeof createApiKeyBodySchema>;

/** The update of /v1/api-keys/{id}: omitted fields stay unchanged. */
export const updateApiKeyBodySchema = z
  .strictObject({
    name: z.string().min(1).optional(),
    scopes: z.array(z.string().min(1)).min(1).optional(),
  })
  .refine((body) => body.name !== undefined || body.scopes !== undefined, "an update that changes nothing");
export type UpdateApiKeyBody = z.infer<typeof updateApiKeyBodySchema>;
