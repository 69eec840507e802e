import type { ApiKeyRecord } from "../api/contract/api-key.js";
import { Refusal } from "../lifecycle/failure.js";
import type { ResourceDefinition } from "../lifecycle/resource.js";
import { apiKeyUpdate, compareApiKey } from "./api-key/compare.js";
import { apiKeyPreconditions, createApiKey } from "./api-key/create.js";
import { keptAfter } from "./api-key/kept-after.js";
import { sayLeftOver, tagIn } from "./api-key/left-over.js";
import { narrowingRefusals, selfVerdict } from "./api-key/lock-out.js";
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
    if (sight.state === "found") await sayLeftOver(scene, tagIn(stored.kept.generatedName));
    return sight;
  },
  compare: compareApiKey,
  liveOf: apiKeyLiveOf,
  goneAdvice: "It will be created again, and its value will change.",
  create: createApiKey,
  keptFor: apiKeyKeptFor,
  outputsOf: apiKeyOutputsOf,

  async change(scene, id, args, stored, fields) {
    const self = await selfVerdict(scene, id, heldOf(stored));
    let before: ApiKeyRecord | undefined;
    const live = await scene.account.apiKeys.modify(
      id,
      (now) => {
        const body = apiKeyUpdate(args, now, stored, fields);
        const refusals = narrowingRefusals(scene, now, body?.scopes, self);
        if (refusals.length > 0) throw new Refusal(`not changed: ${refusals.join("\n")}`);
        if (body !== undefined) before = now;
        return body;
      },
      lookupOf(stored),
    );
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
