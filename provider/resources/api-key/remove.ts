import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import type { ApiKeyLookup } from "../../api/service.js";
import { Refusal } from "../../lifecycle/failure.js";
import type { Scene, Stored } from "../../lifecycle/resource.js";
import { deletionRefusals, guardOf } from "./deletion-guard.js";
import { type Held, lockOutRefusals, selfVerdict } from "./lock-out.js";
import type { ApiKeyKept } from "./schema.js";

/** By its own clock the service made it then: a list may lag behind a key this young. */
export function lookupOf(stored: Stored<ApiKeyKept>): ApiKeyLookup {
  const { createdAt } = stored.outputs;
  return typeof createdAt === "string" ? { createdAt } : {};
}

/** What state holds of the value: of an adopted key it is what somebody gave. */
export const heldOf = ({ outputs, kept }: Stored<ApiKeyKept>): Held => ({
  value: outputs.value,
  isGiven: kept.adopted === true,
});

/** A key that was found and not made is left where it is. */
export const isLeftInPlace = ({ kept }: Stored<ApiKeyKept>): boolean =>
  kept.adopted === true && kept.deleteAdopted !== true;

/** Why a key that was just seen live may not go: it is in use, or is what the run authenticates with. */
export async function removalRefusals(
  scene: Scene,
  live: ApiKeyRecord,
  stored: Stored<ApiKeyKept>,
  doing: "delete" | "replace",
): Promise<string[]> {
  const self = await selfVerdict(scene, live.id, heldOf(stored));
  return [...lockOutRefusals(scene, live, doing, self), ...(await deletionRefusals(scene, live, stored))];
}

export async function removeApiKey(scene: Scene, id: string, stored: Stored<ApiKeyKept>): Promise<string | undefined> {
  if (isLeftInPlace(stored)) {
    return `API key ${id} was adopted, so it is left in place and no longer managed; deleteAdopted: true deletes it`;
  }
  await refuseWhatIsGuarded(scene, id, stored);
  const done = await scene.account.apiKeys.delete(id, lookupOf(stored));
  return done === "already-absent" ? `API key ${id} was gone already` : undefined;
}

/** Reads the key right before it goes, unless nothing that a reading could show would keep it. */
async function refuseWhatIsGuarded(scene: Scene, id: string, stored: Stored<ApiKeyKept>): Promise<void> {
  const { apiKeys } = scene.account;
  if (guardOf(stored, scene.configuration) === "off" && (await selfVerdict(scene, id, heldOf(stored))) === "other")
    return;
  // One that is gone has no guard, and what was seen gone just before is not looked for again, key by key.
  if ((await apiKeys.observe(id, lookupOf(stored))).state === "absent") return;
  const sight = await apiKeys.observeNow(id, lookupOf(stored));
  if (sight.state === "unknown") throw sight.error;
  if (sight.state === "absent") return;
  const refusals = await removalRefusals(scene, sight.live, stored, "delete");
  if (refusals.length > 0) throw new Refusal(`not deleted:\n${refusals.join("\n")}`);
}
