import type { World } from "../core/world";

/** Keys are counted in blocks of so many numbers: of a list of 100,000, a page far down skips some hundred blocks, not every key. */
const blockSize = 1_024;

/** Number of an account's keys. */
export function keyCount(world: World, accountId: string): number {
  return (
    world.store.get<{ key_count: number }>("SELECT key_count FROM accounts WHERE id = ?", accountId)?.key_count ?? 0
  );
}

/** Notes that the key of number `seq` was created or deleted: the number of keys, in all and in each block, is kept beside them. */
export function countKey(world: World, accountId: string, seq: number, by: 1 | -1): void {
  world.store.run("UPDATE accounts SET key_count = key_count + ? WHERE id = ?", by, accountId);
  world.store.run(
    "INSERT INTO api_key_blocks (account_id, block, keys) VALUES (?, ?, ?) ON CONFLICT (account_id, block) DO UPDATE SET keys = keys + excluded.keys",
    accountId,
    Math.floor(seq / blockSize),
    by,
  );
}

/** Whether so many keys are skipped one by one sooner than by blocks. */
export function isNear(keys: number): boolean {
  return keys < blockSize;
}

/** Below which number to look for the key at `offset`, most recent first, and how many newer ones that leaves out. */
export function placeOfKey(world: World, accountId: string, offset: number): { belowSeq: number; skipped: number } {
  if (isNear(offset)) return { belowSeq: Number.MAX_SAFE_INTEGER, skipped: 0 };
  const place = world.store.get<{ block: number; skipped: number }>(
    `SELECT block, through - keys AS skipped
     FROM (SELECT block, keys, sum(keys) OVER (ORDER BY block DESC) AS through FROM api_key_blocks WHERE account_id = ?)
     WHERE through > ? ORDER BY block DESC LIMIT 1`,
    accountId,
    offset,
  );
  // There is no such key.
  if (!place) return { belowSeq: 0, skipped: offset };
  return { belowSeq: (place.block + 1) * blockSize, skipped: place.skipped };
}
