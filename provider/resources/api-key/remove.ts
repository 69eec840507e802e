import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import type { ApiKeyLookup } from "../../api/service.js";
import type { Scene, Stored } from "../../lifecycle/resource.js";
import { deletionRefusals, guardOf } from "./deletion-guard.js";
import type { Held } from "./lock-out.js";
import type { ApiKeyKept } from "./schema.js";
import { deleteKey, deletionFindings, type KeyDeletion } from "./writes.js";

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

/** The deletion of a key that state records. */
function deletionOf(scene: Scene, id: string, stored: Stored<ApiKeyKept>): KeyDeletion {
  const isOff = guardOf(stored, scene.configuration) === "off";
  return {
    id,
    lookup: lookupOf(stored),
    held: heldOf(stored),
    inUse: isOff ? "off" : (live) => deletionRefusals(scene, live, stored),
  };
}

/** Why a key that was just seen live may not go: it is in use, or is what the run authenticates with. */
export async function removalRefusals(
  scene: Scene,
  live: ApiKeyRecord,
  stored: Stored<ApiKeyKept>,
  doing: "delete" | "replace",
): Promise<string[]> {
  const findings = await deletionFindings(scene, live, deletionOf(scene, live.id, stored), doing);
  return findings.map(({ why }) => why);
}

export async function removeApiKey(scene: Scene, id: string, stored: Stored<ApiKeyKept>): Promise<string | undefined> {
  if (isLeftInPlace(stored)) {
    return `API key ${id} was adopted, so it is left in place and no longer managed; deleteAdopted: true deletes it`;
  }
  const done = await deleteKey(scene, deletionOf(scene, id, stored));
  return done === "already-absent" ? `API key ${id} was gone already` : undefined;
}
