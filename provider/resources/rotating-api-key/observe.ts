import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import type { Observation } from "../../api/service.js";
import { readGeneratedName } from "../../lifecycle/generated-name.js";
import type { Reading, Scene, Stored } from "../../lifecycle/resource.js";
import { isNamed, logicalNameOf } from "../../text/names.js";
import type { Emergency, KeptKey, LiveRotation, RotatingApiKeyArgs, RotatingApiKeyKept } from "./fields.js";
import { lookupOf } from "./held-keys.js";
import { keptIn } from "./kept-in.js";
import { bearsMark } from "./mark.js";

/** What is live of a rotation. Its own existence is state's alone, so it is never absent: its keys may be. */
export async function observeRotation(
  scene: Scene,
  id: string,
  stored: Stored<RotatingApiKeyKept>,
  reading: Reading,
): Promise<Observation<LiveRotation>> {
  const { apiKeys } = scene.account;
  const { current, retiring } = keptIn(stored);
  const seen = async (key: KeptKey | undefined): Promise<Observation<ApiKeyRecord> | undefined> =>
    key === undefined ? undefined : apiKeys[reading](key.id, lookupOf(key));
  const currentSight = (await seen(current)) ?? { state: "absent" as const, why: "state names no current key" };
  if (currentSight.state === "unknown") return currentSight;
  const retiringSight = await seen(retiring);
  if (retiringSight?.state === "unknown") return retiringSight;
  const leftOver = await leftOverKeys(scene, id, stored);
  const live: LiveRotation = {
    current: currentSight,
    retiring: retiringSight,
    leftOver,
    urn: scene.urn,
    emergency: emergencyOf(scene),
    forced: scene.configuration.force,
    nowMs: momentMs(scene),
  };
  return { state: "found", live };
}

/** Live keys that were made for this rotation and that state is not seen to hold. They are reported, and left alone. */
export async function leftOverKeys(
  { account, memory, urn = "" }: Pick<Scene, "account" | "memory" | "urn">,
  id: string,
  stored: Stored<RotatingApiKeyKept>,
): Promise<ApiKeyRecord[]> {
  const { current, retiring, generation = 1 } = keptIn(stored);
  const own = new Set([current?.id, retiring?.id]);
  const declared = memory.object({ account, className: "RotatingApiKey", id }).declared
    ?.known as Partial<RotatingApiKeyArgs>;
  const labels = [
    logicalNameOf(urn),
    declared?.name,
    ...[current, retiring].map((key) => readGeneratedName(key?.name ?? "")?.logical),
  ].filter((label) => label !== undefined);
  const isHeld = (key: ApiKeyRecord): boolean =>
    own.has(key.id) || memory.holder({ account, className: "ApiKey", id: key.id }) !== undefined;
  const keys = await account.apiKeys.all();
  return keys.filter((key) => bearsMark(key.name, id, { generation, labels }) && !isHeld(key));
}

/**
 * The moment of this run, in milliseconds since 1970: the start of the engine, which the preview and the write of one
 * `pulumi up` share, by the service's clock where its answers tell it. So what was not due in the preview is not due after
 * the confirmation either.
 */
function momentMs({ account, clock }: Pick<Scene, "account" | "clock">): number {
  return (account.apiKeys.serviceNowMs() ?? clock.now().getTime()) - clock.sinceRunStartMs();
}

function emergencyOf({ urn, configuration }: Scene): Emergency | undefined {
  if (urn === undefined || urn === "") return undefined;
  if (isNamed(urn, configuration.revokeNow)) return "revoke";
  return isNamed(urn, configuration.rotateNow) ? "rotate" : undefined;
}
