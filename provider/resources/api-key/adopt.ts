import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import type { Problem } from "../../configuration/problem.js";
import { show } from "../../lifecycle/decide.js";
import { Refusal, refuseTwoManagers } from "../../lifecycle/failure.js";
import type { ResourceInput } from "../../lifecycle/inputs.js";
import type { Made, Scene, Stored } from "../../lifecycle/resource.js";
import { apiKeyUpdate, compareApiKey } from "./compare.js";
import { credentialProblems } from "./credential-problems.js";
import { keptAfter } from "./kept-after.js";
import { type Held, narrowingRefusals, selfVerdict } from "./lock-out.js";
import { apiKeyKeptFor, apiKeyOutputsOf } from "./outputs.js";
import type { ApiKeyArgs, ApiKeyKept } from "./schema.js";
import { updateKey } from "./writes.js";

const everyField = new Set(["name", "scopes"]);
const givenBy = ({ adoptValue }: Partial<ApiKeyArgs>): Held => ({ value: adoptValue, isGiven: true });
const nothingStored: Stored<ApiKeyKept> = { outputs: {}, kept: {} };

/**
 * The resource of this stack that holds the key. One that only a refresh of this run met ("") may be given up by the program
 * just now, as where a resource has another name.
 */
export function holderOf({ account, memory }: Scene, id: string): string | undefined {
  return memory.holder({ account, className: "ApiKey", id }) || undefined;
}

/** An id that state holds for this resource already was adopted before: a replacement makes a key of its own. */
export function adoptedId(scene: Scene, args: Partial<ApiKeyArgs>, resource: ResourceInput): string | undefined {
  const { adoptId } = args;
  if (adoptId === undefined) return undefined;
  const holder = holderOf(scene, adoptId);
  if (holder === undefined) return adoptId;
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

/** Reads only: what would stand against taking over this key, and what it would change. */
export async function adoptionProblems(
  scene: Scene,
  args: Partial<ApiKeyArgs>,
  adoptId: string,
  resource: ResourceInput,
): Promise<Problem[]> {
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

/** Takes over a key as it is, and changes on it what the program wants otherwise. */
export async function adoptKey(
  scene: Scene,
  args: ApiKeyArgs,
  adoptId: string,
  resource: ResourceInput,
): Promise<Made<ApiKeyKept>> {
  claimKey(scene, adoptId, resource.urn);
  let before: ApiKeyRecord | undefined;
  const live = await updateKey(scene, {
    id: adoptId,
    held: givenBy(args),
    merge: (now) => {
      if (now.type !== args.type)
        throw new Refusal(`API key ${adoptId} is ${now.type}, and the program says ${args.type}`);
      const body = apiKeyUpdate(args, now, nothingStored, everyField);
      if (body !== undefined) before = now;
      return body;
    },
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
