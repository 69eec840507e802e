import type { Problem } from "../../configuration/problem.js";
import { show } from "../../lifecycle/decide.js";
import type { Scene } from "../../lifecycle/resource.js";
import { maySetKeys } from "./lock-out.js";

/** Where the credential's own key is known, it is seen before a write whether it may write. */
export async function credentialProblems(scene: Scene): Promise<Problem[]> {
  const keys = await scene.account.apiKeys.all();
  const own = keys.find((key) => key.id === scene.connection.apiKeyId);
  if (own === undefined || own.type === "publishable") return [];
  if (maySetKeys(own.scopes)) return [];
  const message = `the credential (API key ${own.id}) holds ${show(own.scopes)} and lacks api_keys:write`;
  return [{ path: scene.connection.credentialKey, message }];
}
