import type { ApiKeyRecord } from "../api/contract/api-key.js";
import type { ResourceDefinition, Stored } from "../lifecycle/resource.js";
import { apiKeyUpdate, compareApiKey } from "./api-key/compare.js";
import { apiKeyKeptFor, apiKeyPreconditions, createApiKey, credentialProblems } from "./api-key/create.js";
import { apiKeyLiveOf, apiKeyOutputsOf } from "./api-key/outputs.js";
import {
  type ApiKeyArgs,
  type ApiKeyKept,
  apiKeyArgs,
  apiKeyKept,
  apiKeyOutputs,
  apiKeyProblems,
} from "./api-key/schema.js";

/** By its own clock the service made it then: a list may lag behind a key this young. */
function createdAtOf(stored: Stored<ApiKeyKept>): { createdAt?: string } {
  const { createdAt } = stored.outputs;
  return typeof createdAt === "string" ? { createdAt } : {};
}

export const apiKey: ResourceDefinition<ApiKeyArgs, ApiKeyRecord, ApiKeyKept> = {
  className: "ApiKey",
  noun: "API key",
  description:
    "A key of an account: its type, name and scopes. Captures the value, which the service shows once, as a Pulumi secret.",
  args: apiKeyArgs,
  outputs: apiKeyOutputs,
  kept: apiKeyKept,
  problems: apiKeyProblems,
  claims: ({ adoptId }) => (adoptId === undefined ? [] : [`adoptId ${adoptId}`]),
  preconditions: apiKeyPreconditions,
  writeProblems: credentialProblems,
  observe: (scene, id, stored) => scene.account.apiKeys.observe(id, createdAtOf(stored)),
  compare: compareApiKey,
  liveOf: apiKeyLiveOf,
  goneAdvice: "It will be created again, and its value will change.",
  create: createApiKey,
  keptFor: apiKeyKeptFor,
  outputsOf: apiKeyOutputsOf,

  async change(scene, id, args, stored, fields) {
    const { apiKeys } = scene.account;
    const live = await apiKeys.modify(id, (now) => apiKeyUpdate(args, now, stored, fields), createdAtOf(stored));
    const outputs = apiKeyOutputsOf(live, stored, scene.clock.now().toISOString());
    return { id, outputs, kept: apiKeyKeptFor(args, stored.kept) };
  },

  async remove(scene, id, stored) {
    const { adopted, deleteAdopted } = stored.kept;
    if (adopted && !deleteAdopted) {
      return `API key ${id} was adopted, so it is left in place and no longer managed; deleteAdopted: true deletes it`;
    }
    const done = await scene.account.apiKeys.delete(id, createdAtOf(stored));
    return done === "already-absent" ? `API key ${id} was gone already` : undefined;
  },
};
