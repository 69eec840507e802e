import { z } from "zod";
import { readMeta, writeMeta } from "./core/meta";
import type { World } from "./core/world";
import { createAccount } from "./objects/accounts";
import { acceptValue, createApiKey, findApiKey, hashOf } from "./objects/api-keys";
import { createReceiver } from "./objects/receivers";
import { createUser } from "./objects/users";
import { createWebhookEndpoint, storedReceiverUrl } from "./objects/webhook-endpoints";

const seedSchema = z.object({
  partnerAccountId: z.string(),
  accountId: z.string(),
  apiKeyId: z.string(),
  webhookEndpointId: z.string(),
});
export type Seed = z.output<typeof seedSchema>;

/** Id of the receiver that answers 200 to everything, where the seed's webhook endpoint points. */
const seedReceiverId = "seed";

const readyKey = { type: "secret", name: "Ready key", scopes: ["*"] } as const;

/** What every sandbox begins with: a partner, a merchant connected to it, a key of the partner and a webhook endpoint of it; an owner where one is named. */
export function plantSeed(world: World, value: string): Seed {
  const partner = createAccount(world, "partner", null);
  const merchant = createAccount(world, "merchant", partner.id);
  const key = createApiKey(world, partner.id, { ...readyKey, scopes: [...readyKey.scopes] }, value);
  createReceiver(world, [{ status: 200 }], seedReceiverId);
  const endpoint = createWebhookEndpoint(world, partner.id, storedReceiverUrl(seedReceiverId));
  const { owner } = world.settings;
  if (owner !== undefined) createUser(world, partner.id, { email: owner, role: "owner", technical_emails: true });
  const seed: Seed = {
    partnerAccountId: partner.id,
    accountId: merchant.id,
    apiKeyId: key.id,
    webhookEndpointId: endpoint.id,
  };
  writeMeta(world.store, "seed_objects", JSON.stringify(seed));
  keepReadyValue(world, seed, value);
  return seed;
}

/**
 * The seed of a sandbox that goes on from a data file. Values are stored only as hashes, so the ready line needs a new one: it
 * authenticates as the seed's key, as those of earlier starts go on doing.
 */
export function resumeSeed(world: World, value: string): Seed | undefined {
  const stored = readMeta(world.store, "seed_objects");
  if (stored === undefined) return undefined;
  let seed = seedSchema.parse(JSON.parse(stored));
  if (!findApiKey(world, seed.apiKeyId)) {
    const key = createApiKey(world, seed.partnerAccountId, { ...readyKey, scopes: [...readyKey.scopes] }, value);
    seed = { ...seed, apiKeyId: key.id };
    writeMeta(world.store, "seed_objects", JSON.stringify(seed));
  }
  keepReadyValue(world, seed, value);
  return seed;
}

/** Makes every value ever shown on a ready line authenticate again, after a reset or a restored snapshot took them away. */
export function acceptReadyValues(world: World, seed: Seed): void {
  if (!findApiKey(world, seed.apiKeyId)) return;
  world.store.run(
    "INSERT OR IGNORE INTO api_key_values (hash, key_id) SELECT hash, ? FROM ready_values",
    seed.apiKeyId,
  );
}

function keepReadyValue(world: World, seed: Seed, value: string): void {
  world.store.run("INSERT OR IGNORE INTO ready_values (hash) VALUES (?)", hashOf(value));
  acceptValue(world, seed.apiKeyId, value);
}
