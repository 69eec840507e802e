import type { ApiKeyRecord } from "../../api/contract/api-key";
import type { Observation } from "../../api/service";
import { readGeneratedName } from "../../lifecycle/generated-name";
import type { Reading, RecordedState, ResourceContext } from "../../lifecycle/resource";
import { keyPlace } from "../../lifecycle/run-registry";
import { isNamed, logicalNameOf } from "../../text/names";
import type { Emergency, LiveRotation, RecordedKey, RotatingApiKeyArgs, RotatingApiKeyPrivateState } from "./fields";
import { bearsMark } from "./mark";
import { lookupOf } from "./planned-writes";
import { privateStateIn } from "./private-state";

/** What is live of a rotation. Its own existence is state's alone, so it is never absent: its keys may be. */
export async function observeRotation(
  context: ResourceContext,
  id: string,
  recorded: RecordedState<RotatingApiKeyPrivateState>,
  reading: Reading,
): Promise<Observation<LiveRotation>> {
  const { apiKeys } = context.account;
  const { current, retiring } = privateStateIn(recorded);
  const seen = async (key: RecordedKey | undefined): Promise<Observation<ApiKeyRecord> | undefined> =>
    key === undefined ? undefined : apiKeys[reading](key.id, lookupOf(key));
  const currentObservation = (await seen(current)) ?? { state: "absent" as const, why: "state names no current key" };
  if (currentObservation.state === "unknown") return currentObservation;
  const retiringObservation = await seen(retiring);
  if (retiringObservation?.state === "unknown") return retiringObservation;
  const leftOver = await leftOverKeys(context, id, recorded);
  const live: LiveRotation = {
    current: currentObservation,
    retiring: retiringObservation,
    leftOver,
    urn: context.urn,
    emergency: emergencyOf(context),
    forced: context.configuration.force,
    nowMs: momentMs(context),
  };
  const isSeen = [currentObservation, retiringObservation].some((key) => key?.state === "found");
  return { state: "found", live, byStateAlone: !isSeen };
}

/** Live keys that were made for this rotation and that state is not seen to hold. They are reported, and left alone. */
export async function leftOverKeys(
  { account, registry, urn = "" }: Pick<ResourceContext, "account" | "registry" | "urn">,
  id: string,
  recorded: RecordedState<RotatingApiKeyPrivateState>,
): Promise<ApiKeyRecord[]> {
  const { current, retiring, generation = 1 } = privateStateIn(recorded);
  const own = new Set([current?.id, retiring?.id]);
  const declared = registry.object({ account, className: "RotatingApiKey", id }).declared
    ?.known as Partial<RotatingApiKeyArgs>;
  const labels = [
    logicalNameOf(urn),
    declared?.name,
    ...[current, retiring].map((key) => readGeneratedName(key?.name ?? "")?.logical),
  ].filter((label) => label !== undefined);
  const isRecorded = (key: ApiKeyRecord): boolean =>
    own.has(key.id) || registry.recordedBy(keyPlace(account, key.id)) !== undefined;
  const keys = await account.apiKeys.all();
  return keys.filter((key) => bearsMark(key.name, id, { generation, labels }) && !isRecorded(key));
}

/**
 * The moment of this run, in milliseconds since 1970: the start of the engine, which the preview and the write of one
 * `pulumi up` share, by the service's clock where its answers tell it. So what was not due in the preview is not due after
 * the confirmation either.
 */
function momentMs({ account, clock }: Pick<ResourceContext, "account" | "clock">): number {
  return (account.apiKeys.serviceNowMs() ?? clock.now().getTime()) - clock.sinceRunStartMs();
}

function emergencyOf({ urn, configuration }: ResourceContext): Emergency | undefined {
  if (urn === undefined || urn === "") return undefined;
  if (isNamed(urn, configuration.revokeNow)) return "revoke";
  return isNamed(urn, configuration.rotateNow) ? "rotate" : undefined;
}
