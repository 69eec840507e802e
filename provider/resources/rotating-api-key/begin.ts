import { canonicalScopes } from "../../api/contract/scope.js";
import type { Problem } from "../../configuration/problem.js";
import { Refusal } from "../../lifecycle/failure.js";
import type { ResourceInput } from "../../lifecycle/inputs.js";
import type { Made, Scene } from "../../lifecycle/resource.js";
import { claimKey, heldAlready, holderOf, noSuchKey } from "../api-key/adopt.js";
import { credentialProblems } from "../api-key/credential-problems.js";
import { prefixesOf, warnAboutOrphans } from "../api-key/left-over.js";
import { heldValueOf, scopeRefusals } from "./guards.js";
import { keptOf, type MadeKey, makeKey } from "./keys.js";
import { rotationIdOf } from "./mark.js";
import { rotationKeptFor, rotationOutputs } from "./outputs.js";
import type { RotatingApiKeyArgs, RotatingApiKeyKept } from "./schema.js";
import { writeDeclaredScopes } from "./scopes.js";

/** Reads only: what would stand against the first key, said in preview. */
export async function rotationPreconditions(
  scene: Scene,
  args: Partial<RotatingApiKeyArgs>,
  resource: ResourceInput,
): Promise<Problem[]> {
  const isReplacement = isHeldAlready(scene, resource);
  if (!isReplacement)
    await warnAboutOrphans(scene, [...prefixesOf(resource), ...(args.name ? prefixesOf(resource, args.name) : [])]);
  const problems = await credentialProblems(scene);
  const { adoptId } = args;
  if (adoptId !== undefined && isReplacement)
    await scene.voice.info(`adoptId ${adoptId} counted at the first create: the replacement makes a key of its own`);
  if (adoptId === undefined || isReplacement) return problems;
  const refuse = (message: string): Problem[] => [...problems, { path: "adoptId", message }];
  const holder = holderOf(scene, adoptId);
  if (holder !== undefined) return refuse(heldAlready(adoptId, holder));
  claimKey(scene, adoptId, resource.urn);
  const sight = await scene.account.apiKeys.observe(adoptId);
  if (sight.state === "unknown") throw sight.error;
  if (sight.state === "absent") return refuse(noSuchKey("adoptId", adoptId, scene.account.accountId, sight.why));
  if (sight.live.type !== "secret") return refuse(notSecret(adoptId));
  await scene.voice.info(`adopts API key ${adoptId} as the current one, and rotates it away when it is due`);
  if (args.scopes === undefined) return problems;
  const refusals = await scopeRefusals(scene, sight.live, given(adoptId, args.adoptValue), args.scopes);
  return [...problems, ...refusals.map((message) => ({ path: "scopes", message }))];
}

/** Makes or adopts the first key. */
export async function beginRotation(
  scene: Scene,
  args: RotatingApiKeyArgs,
  resource: ResourceInput,
): Promise<Made<RotatingApiKeyKept>> {
  const id = rotationIdOf(resource.tag);
  const { adoptId } = args;
  const first: First =
    adoptId === undefined || isHeldAlready(scene, resource)
      ? await makeKey(scene, id, 1, args, resource)
      : await adopt(scene, args, adoptId);
  const kept = rotationKeptFor(args, { current: first.key, generation: 1, shownAs: first.shownAs });
  const outputs = {
    ...(first.value === undefined ? {} : { value: first.value }),
    scopes: canonicalScopes(first.scopes),
  };
  return { id, kept, outputs: rotationOutputs(outputs, kept, args.rotation) };
}

/** State holds a rotation for this resource: this is its replacement. */
const isHeldAlready = ({ memory }: Scene, { urn }: ResourceInput): boolean =>
  urn !== "" && memory.holdsAny("RotatingApiKey", urn);

type First = Omit<MadeKey, "value"> & { value?: string | undefined };

async function adopt(scene: Scene, args: RotatingApiKeyArgs, adoptId: string): Promise<First> {
  const holder = holderOf(scene, adoptId);
  if (holder !== undefined) throw new Refusal(heldAlready(adoptId, holder));
  claimKey(scene, adoptId, scene.urn ?? "");
  const sight = await scene.account.apiKeys.observeNow(adoptId);
  if (sight.state === "unknown") throw sight.error;
  if (sight.state === "absent") throw new Refusal(`there is no API key ${adoptId} (${sight.why})`);
  if (sight.live.type !== "secret") throw new Refusal(notSecret(adoptId));
  const { live, shownAs } = await writeDeclaredScopes(scene, args.scopes, undefined, {
    id: adoptId,
    held: heldValueOf(given(adoptId, args.adoptValue)),
  });
  // An ApiKey that held it and leaves the program in this run must not take it away.
  scene.memory.made({ account: scene.account, className: "ApiKey", id: adoptId });
  return { key: { ...keptOf(scene, live), adopted: true }, value: args.adoptValue, scopes: live.scopes, shownAs };
}

const notSecret = (id: string): string =>
  `API key ${id} is publishable: its value is public, and only secret keys rotate`;

const given = (id: string, value: string | undefined) => ({
  key: { id, name: "", since: "", adopted: true as const },
  value,
});
