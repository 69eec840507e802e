import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import type { Problem } from "../../configuration/problem.js";
import { show } from "../../lifecycle/decide.js";
import { Refusal, refuseTwoManagers } from "../../lifecycle/failure.js";
import { generatedName, randomPart } from "../../lifecycle/generated-name.js";
import type { ResourceInput } from "../../lifecycle/inputs.js";
import { createOnce } from "../../lifecycle/lost-create.js";
import type { Made, Scene, Stored } from "../../lifecycle/resource.js";
import { apiKeyUpdate, compareApiKey } from "./compare.js";
import { duplicateName, notHeld, refuseDuplicateName, waysOn } from "./duplicate-name.js";
import { keptAfter } from "./kept-after.js";
import { sayLeftOver } from "./left-over.js";
import { type Held, maySetKeys, narrowingRefusals, selfVerdict } from "./lock-out.js";
import { apiKeyOutputsOf } from "./outputs.js";
import type { ApiKeyArgs, ApiKeyKept } from "./schema.js";
import { shownAsFor } from "./shown-as.js";
import { isWholeValue } from "./whole-value.js";

const everyField = new Set(["name", "scopes"]);
const givenBy = ({ adoptValue }: Partial<ApiKeyArgs>): Held => ({ value: adoptValue, isGiven: true });
const nothingStored: Stored<ApiKeyKept> = { outputs: {}, kept: {} };

/**
 * An id that state holds for this resource already was adopted before: a replacement makes a key of its own. An id that
 * only a refresh of this run met ("") may be given up by the program just now, as where a resource has another name.
 */
function adoptedId(scene: Scene, args: Partial<ApiKeyArgs>, resource: ResourceInput): string | undefined {
  const { adoptId } = args;
  if (adoptId === undefined) return undefined;
  const holder = scene.memory.holder({ account: scene.account, className: "ApiKey", id: adoptId });
  if (holder === undefined || holder === "") return adoptId;
  if (holder === resource.urn) return undefined;
  throw new Refusal(heldAlready(adoptId, holder));
}

/** Why a key that another resource of this stack holds is not adopted, and what to do. */
export const heldAlready = (adoptId: string, holder: string): string =>
  `API key ${adoptId} can't be adopted: ${holder} of this stack holds it already. Declare it in one of the two; where that resource only has another name now, give this one the option aliases: [{ name: "<the old one>" }] in place of adoptId.`;

/** What the argument `path` names is not there. */
export const noSuchKey = (path: string, id: string, accountId: string, why: string): string =>
  `there is no API key ${id} in account ${accountId} (${why}). Check ${path}, and that the account is the right one: 'pulumi-payments keys' lists its keys.`;

/** From now on, before anything is written: a resource that state holds the key for, and that the run meets later, is refused. */
export function claimKey({ account, memory }: Scene, id: string, urn: string): void {
  refuseTwoManagers(memory.manage({ account, className: "ApiKey", id }, urn), `API key ${id}`);
}

/** What is kept for these arguments beside what is kept for life. Pure. */
export function apiKeyKeptFor(args: Partial<ApiKeyArgs>, kept: Partial<ApiKeyKept>): ApiKeyKept {
  const wanted: ApiKeyKept = {};
  if (kept.generatedName) wanted.generatedName = kept.generatedName;
  if (kept.adopted) wanted.adopted = true;
  if (kept.adopted && args.deleteAdopted) wanted.deleteAdopted = true;
  if (args.deletionGuard !== undefined) wanted.deletionGuard = args.deletionGuard;
  const name = args.name ?? kept.generatedName;
  const shownAs = kept.shownAs && shownAsFor(kept.shownAs, { name, scopes: args.scopes });
  if (shownAs !== undefined) wanted.shownAs = shownAs;
  return wanted;
}

/** Reads only: what would stand against a create, said in preview. */
export async function apiKeyPreconditions(
  scene: Scene,
  args: Partial<ApiKeyArgs>,
  resource: ResourceInput,
): Promise<Problem[]> {
  await sayLeftOver(scene, resource.tag);
  const adoptId = adoptedId(scene, args, resource);
  if (adoptId === undefined) {
    const duplicate = await duplicateName(scene, args, resource);
    const problems = await credentialProblems(scene);
    return duplicate === undefined ? problems : [...problems, { path: "name", message: duplicate }];
  }
  claimKey(scene, adoptId, resource.urn);
  const sight = await scene.account.apiKeys.observe(adoptId);
  if (sight.state === "unknown") throw sight.error;
  if (sight.state === "absent") {
    return [
      {
        path: "adoptId",
        message: noSuchKey("adoptId", adoptId, scene.account.accountId, sight.why),
      },
    ];
  }
  const { live } = sight;
  if (args.type !== undefined && live.type !== args.type) {
    return [{ path: "adoptId", message: `API key ${adoptId} is ${live.type}, and the program says ${args.type}` }];
  }
  const { differences } = compareApiKey(args, live, nothingStored);
  const changes = differences.map(({ field, live: now, wanted }) => `${field}: ${show(now)} -> ${show(wanted)}`);
  await scene.voice.info(
    changes.length === 0
      ? `adopts API key ${adoptId} as it is`
      : `adopts API key ${adoptId} and changes on it: ${changes.join("; ")}`,
  );
  if (differences.length === 0) return [];
  const next = apiKeyUpdate(args, live, nothingStored, everyField)?.scopes;
  const refusals = narrowingRefusals(scene, live, next, await selfVerdict(scene, adoptId, givenBy(args)));
  return [...(await credentialProblems(scene)), ...refusals.map((message) => ({ path: "scopes", message }))];
}

/** Where the credential's own key is known, it is seen before a write whether it may write. */
export async function credentialProblems(scene: Scene): Promise<Problem[]> {
  const keys = await scene.account.apiKeys.all();
  const own = keys.find((key) => key.id === scene.connection.apiKeyId);
  if (own === undefined || own.type === "publishable") return [];
  if (maySetKeys(own.scopes)) return [];
  const message = `the credential (API key ${own.id}) holds ${show(own.scopes)} and lacks api_keys:write`;
  return [{ path: scene.connection.credentialKey, message }];
}

export async function createApiKey(scene: Scene, args: ApiKeyArgs, resource: ResourceInput): Promise<Made<ApiKeyKept>> {
  const adoptId = adoptedId(scene, args, resource);
  if (adoptId === undefined) return makeKey(scene, args, resource);
  claimKey(scene, adoptId, resource.urn);
  return adoptKey(scene, args, adoptId);
}

async function makeKey(scene: Scene, args: ApiKeyArgs, resource: ResourceInput): Promise<Made<ApiKeyKept>> {
  const { apiKeys } = scene.account;
  const scopes = args.type === "secret" ? args.scopes : undefined;
  await refuseDuplicateName(scene, args, resource);
  const live = await createOnce({
    name: args.name ?? (() => generatedName(resource.urn, resource.tag, randomPart())),
    create: (name) => apiKeys.create({ type: args.type, name, ...(scopes ? { scopes } : {}) }),
    // A replacement meets the key that it replaces under the same name.
    findByName: async (name) => notHeld(await apiKeys.findByNameNow(name), resource, name, scene),
    discard: async (id) => {
      await apiKeys.delete(id);
    },
    waysOn: (found) => waysOn(found, scene.account),
    doubt: (name) => scene.memory.doubt(scene.account, name),
    say: (line) => scene.voice.warn(line),
  });
  if (args.type === "secret" && !isWholeValue(live.value)) {
    await apiKeys.delete(live.id);
    throw new Refusal(
      `the service created API key ${live.id} and its answer held no value or a redacted one, and it is shown once only; the key was deleted again. Report this to the service.`,
    );
  }
  const outputs = apiKeyOutputsOf(live, { outputs: { value: live.value }, kept: {} }, scene.clock.now().toISOString());
  const kept = apiKeyKeptFor(args, args.name === undefined ? { generatedName: live.name } : {});
  return { id: live.id, outputs, kept: await keptAfter(scene, kept, { args, after: live }) };
}

async function adoptKey(scene: Scene, args: ApiKeyArgs, adoptId: string): Promise<Made<ApiKeyKept>> {
  const self = await selfVerdict(scene, adoptId, givenBy(args));
  let before: ApiKeyRecord | undefined;
  const live = await scene.account.apiKeys.modify(adoptId, (now) => {
    if (now.type !== args.type)
      throw new Refusal(`API key ${adoptId} is ${now.type}, and the program says ${args.type}`);
    const body = apiKeyUpdate(args, now, nothingStored, everyField);
    const refusals = narrowingRefusals(scene, now, body?.scopes, self);
    if (refusals.length > 0) throw new Refusal(`not adopted: ${refusals.join("\n")}`);
    if (body !== undefined) before = now;
    return body;
  });
  const value = args.adoptValue === undefined ? {} : { value: args.adoptValue };
  const outputs = apiKeyOutputsOf(live, { outputs: value, kept: {} }, scene.clock.now().toISOString());
  const kept = apiKeyKeptFor(args, { adopted: true });
  return {
    id: adoptId,
    outputs,
    kept: before === undefined ? kept : await keptAfter(scene, kept, { args, after: live, before }),
  };
}
