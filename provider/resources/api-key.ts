import type { ApiKeyRecord } from "../api/contract/api-key.js";
import { madeForOf } from "../lifecycle/generated-name.js";
import type { ResourceDefinition } from "../lifecycle/resource.js";
import { apiKeyUpdate, compareApiKey } from "./api-key/compare.js";
import { apiKeyPreconditions, createApiKey } from "./api-key/create.js";
import { warnAboutDuplicates } from "./api-key/duplicate-name.js";
import { keptAfter } from "./api-key/kept-after.js";
import { warnAboutOrphans } from "./api-key/left-over.js";
import { apiKeyKeptFor, apiKeyLiveOf, apiKeyOutputsOf } from "./api-key/outputs.js";
import { apiKeyWriteProblems } from "./api-key/planned.js";
import { heldOf, lookupOf, removeApiKey } from "./api-key/remove.js";
import {
  type ApiKeyArgs,
  type ApiKeyKept,
  apiKeyArgs,
  apiKeyKept,
  apiKeyOutputs,
  apiKeyProblems,
} from "./api-key/schema.js";
import { updateKey } from "./api-key/writes.js";
import { scopeConflicts } from "./scope-conflicts.js";

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
  conflicts: (run, read, object) => scopeConflicts(run, "ApiKey", read, object && [object.id]),
  // The value of a publishable key is shown in every reading.
  lacksValue: ({ account, memory }, { known, unusable }) =>
    known.type === "secret" &&
    known.adoptId !== undefined &&
    !memory.holder({ account, className: "ApiKey", id: known.adoptId }) &&
    known.adoptValue === undefined &&
    !unusable.has("adoptValue"),
  preconditions: apiKeyPreconditions,
  writeProblems: apiKeyWriteProblems,
  async observe(scene, id, stored) {
    const sight = await scene.account.apiKeys.observe(id, lookupOf(stored));
    if (sight.state !== "found") return sight;
    const madeFor = madeForOf(stored.kept.generatedName ?? "");
    if (madeFor !== undefined) await warnAboutOrphans(scene, [madeFor]);
    await warnAboutDuplicates(scene, sight.live);
    return sight;
  },
  compare: compareApiKey,
  liveOf: apiKeyLiveOf,
  goneAdvice: "It will be created again, and its value will change.",
  create: createApiKey,
  keptFor: apiKeyKeptFor,
  outputsOf: apiKeyOutputsOf,

  async change(scene, id, args, stored, fields) {
    let before: ApiKeyRecord | undefined;
    const live = await updateKey(scene, {
      id,
      lookup: lookupOf(stored),
      held: heldOf(stored),
      merge: (now) => {
        const body = apiKeyUpdate(args, now, stored, fields);
        if (body !== undefined) before = now;
        return body;
      },
    });
    const outputs = apiKeyOutputsOf(live, stored, scene.clock.now().toISOString());
    const kept = apiKeyKeptFor(args, stored.kept);
    return {
      id,
      outputs,
      kept: before === undefined ? kept : await keptAfter(scene, kept, { args, after: live, before, fields }),
    };
  },

  remove: removeApiKey,
};
