import type { ApiKeyRecord } from "../../api/contract/api-key";
import { readTime } from "../../api/contract/time";
import type { ModifiedKey } from "../../api/service";
import type { KeyUpdate } from "../../guards/guard";
import { updateKey } from "../../lifecycle/apply";
import { createKey } from "../../lifecycle/create-key";
import type { ResourceInput } from "../../lifecycle/inputs";
import type { ResourceContext } from "../../lifecycle/resource";
import { logicalNameOf } from "../../text/names";
import { learnFromWrite, type ShownAs } from "../api-key/normalization";
import { areDeclaredScopes } from "./compare";
import type { RecordedKey, RotatingApiKeyArgs } from "./fields";
import { keyName } from "./mark";

export interface MadeKey {
  key: RecordedKey;
  value: string | undefined;
  scopes: readonly string[];
  shownAs: ShownAs | undefined;
}

/** Creates the key of a generation; one whose answer was lost is found by its exact name, deleted and created again. */
export async function makeKey(
  context: ResourceContext,
  rotationId: string,
  generation: number,
  args: Pick<RotatingApiKeyArgs, "name" | "scopes">,
  resource: ResourceInput,
): Promise<MadeKey> {
  const label = args.name ?? logicalNameOf(resource.urn);
  const live = await createKey(context, {
    type: "secret",
    name: () => keyName(rotationId, generation, label),
    scopes: args.scopes,
  });
  const shownAs = await learnFromWrite(context, { desired: { scopes: args.scopes }, after: live });
  return { key: recordedKeyOf(context, live), value: live.value, scopes: live.scopes, shownAs };
}

/** What state remembers of a key that becomes the current one now. */
export function recordedKeyOf(context: ResourceContext, live: ApiKeyRecord): RecordedKey {
  const key: RecordedKey = { id: live.id, name: live.name, since: sinceOf(context, live.createdAt) };
  return live.createdAt === undefined ? key : { ...key, createdAt: live.createdAt };
}

/** Now by the service's clock, ISO 8601. */
export function serviceNow({ account, clock }: Pick<ResourceContext, "account" | "clock">): string {
  return new Date(account.apiKeys.serviceNowMs() ?? clock.now().getTime()).toISOString();
}

function sinceOf(context: ResourceContext, createdAt: string | undefined): string {
  return createdAt !== undefined && !Number.isNaN(readTime(createdAt)) ? createdAt : serviceNow(context);
}

/** Makes the scopes of one key of a rotation the declared ones, and learns what the service makes of them. */
export async function writeDeclaredScopes(
  context: ResourceContext,
  scopes: readonly string[],
  known: ShownAs | undefined,
  key: Pick<KeyUpdate, "id" | "lookup" | "known" | "adopts">,
): Promise<{ live: ModifiedKey; shownAs: ShownAs | undefined }> {
  let before: ApiKeyRecord | undefined;
  const live = await updateKey(context, {
    ...key,
    write: "update",
    path: "scopes",
    merge: (now) => {
      if (areDeclaredScopes(now.scopes, scopes, { shownAs: known })) return undefined;
      before = now;
      return { scopes: [...scopes] };
    },
  });
  if (before === undefined) return { live, shownAs: known };
  return { live, shownAs: await learnFromWrite(context, { desired: { scopes }, after: live, before, known }) };
}
