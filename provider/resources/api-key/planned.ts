import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import type { Problem } from "../../configuration/problem.js";
import type { PlannedWrite, Scene } from "../../lifecycle/resource.js";
import { apiKeyUpdate } from "./compare.js";
import { credentialProblems } from "./credential-problems.js";
import { renameRefusal } from "./duplicate-name.js";
import { narrowingRefusals, selfVerdict } from "./lock-out.js";
import { heldOf, isLeftInPlace, removalRefusals } from "./remove.js";
import type { ApiKeyArgs, ApiKeyKept } from "./schema.js";

/** Why a planned write on a key would be refused: told before anything is created for it. */
export async function apiKeyWriteProblems(
  scene: Scene,
  planned: PlannedWrite<ApiKeyArgs, ApiKeyRecord, ApiKeyKept>,
): Promise<Problem[]> {
  return [...(await credentialProblems(scene)), ...(await guardProblems(scene, planned))];
}

async function guardProblems(
  scene: Scene,
  planned: PlannedWrite<ApiKeyArgs, ApiKeyRecord, ApiKeyKept>,
): Promise<Problem[]> {
  const { id, args, live, stored, fields } = planned;
  if (live === undefined) return [];
  if (planned.replaces) {
    if (!planned.removes || isLeftInPlace(stored)) return [];
    const refusals = await removalRefusals(scene, live, stored, "replace");
    return refusals.map((message) => ({ path: "the replacement", message }));
  }
  const duplicate = fields.has("name") ? renameRefusal(scene, args) : undefined;
  if (duplicate !== undefined) return [{ path: "name", message: duplicate }];
  if (!fields.has("scopes")) return [];
  const next = apiKeyUpdate(args, live, stored, fields)?.scopes;
  const self = await selfVerdict(scene, id, heldOf(stored));
  return narrowingRefusals(scene, live, next, self).map((message) => ({ path: "scopes", message }));
}
