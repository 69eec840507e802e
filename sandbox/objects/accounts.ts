import { z } from "zod";
import { iso } from "../core/clock";
import { ServiceError } from "../core/errors";
import { withoutKeyValues } from "../core/ids";
import { Memo } from "../core/memo";
import { rememberedColumns } from "../core/tables";
import type { World } from "../core/world";

export const accountKindSchema = z.enum(["partner", "merchant"]);
export type AccountKind = z.output<typeof accountKindSchema>;

export const accountSchema = z
  .object({
    id: z.string().meta({ description: "Unique identifier, prefixed acct_" }),
    kind: accountKindSchema.meta({
      description: "partner: signed up and owns webhook configuration. merchant: connected, acted on behalf of",
    }),
    partner_id: z
      .string()
      .nullable()
      .meta({ description: "The partner that a merchant is connected to; null for a partner" }),
    created_at: z.iso.datetime().meta({ description: "Creation time" }),
  })
  .meta({
    id: "Account",
    description: "An account. Its fields are not shown by the document: assumption `account-record`.",
  });
export type Account = z.output<typeof accountSchema>;

interface AccountRow {
  id: string;
  kind: AccountKind;
  partner_id: string | null;
  created_at: number;
}

/** Which ids `payments-account` may carry for an operation. `owner`: the one that webhook calls need, by `--endpoint-account`. */
export type AccountRule = "merchant" | "any" | "owner";

const columns = rememberedColumns.accounts;

export function createAccount(world: World, kind: AccountKind, partnerId: string | null): Account {
  const row: AccountRow = { id: world.ids.next("acct"), kind, partner_id: partnerId, created_at: world.clock.now() };
  world.store.run(
    "INSERT INTO accounts (id, kind, partner_id, created_at) VALUES (?, ?, ?, ?)",
    row.id,
    row.kind,
    row.partner_id,
    row.created_at,
  );
  return present(row);
}

/** By id. */
const knownAccounts = new Memo<Account>();

export function findAccount(world: World, id: string): Readonly<Account> | undefined {
  return knownAccounts.get(world.store, id, () => {
    const row = world.store.get<AccountRow>(`SELECT ${columns} FROM accounts WHERE id = ?`, id);
    return row && present(row);
  });
}

/** The account itself if it is a partner, else the partner that it is connected to. */
export function partnerIdOf(account: Account): string {
  return account.partner_id ?? account.id;
}

/** Characters of what was sent for an id that a message repeats. */
const longestQuote = 200;

/**
 * The account that a call acts on behalf of: Authentication, rules 2 and 3.
 * @throws ServiceError `account_not_accessible`, alike for an account that does not exist and one of somebody else, so that ids cannot
 * be probed; `operation_not_enabled` for the id of a partner.
 */
export function accountFor(
  world: World,
  keyAccountId: string,
  accountId: string,
  rule: AccountRule,
): Readonly<Account> {
  const account = findAccount(world, accountId);
  if (!account || (account.id !== keyAccountId && account.partner_id !== keyAccountId)) {
    throw new ServiceError(
      "account_not_accessible",
      `The API key cannot act on account "${withoutKeyValues(accountId).slice(0, longestQuote)}".`,
      "payments-account",
    );
  }
  const required = rule === "owner" ? (world.settings.endpointAccount === "partner" ? "partner" : "merchant") : rule;
  if (required !== "any" && required !== account.kind) {
    throw new ServiceError(
      "operation_not_enabled",
      `The operation is not enabled for this account: "${accountId}" is a ${account.kind} account, and this operation needs a ${required} account.`,
      "payments-account",
    );
  }
  return account;
}

/** A partner and the merchants connected to it, or a merchant alone; most recent first. */
export function listAccounts(
  world: World,
  account: Account,
  offset: number,
  limit: number,
): { total: number; items: Account[] } {
  const total =
    world.store.get<{ total: number }>(
      "SELECT count(*) AS total FROM accounts WHERE id = ?1 OR partner_id = ?1",
      account.id,
    )?.total ?? 0;
  const rows = world.store.all<AccountRow>(
    `SELECT ${columns} FROM accounts WHERE id = ?1 OR partner_id = ?1 ORDER BY seq DESC LIMIT ?2 OFFSET ?3`,
    account.id,
    limit,
    offset,
  );
  return { total, items: rows.map(present) };
}

function present(row: AccountRow): Account {
  return { id: row.id, kind: row.kind, partner_id: row.partner_id, created_at: iso(row.created_at) };
}
