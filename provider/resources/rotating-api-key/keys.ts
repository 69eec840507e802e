import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import { readTime } from "../../api/contract/time.js";
import { Refusal } from "../../lifecycle/failure.js";
import type { ResourceInput } from "../../lifecycle/inputs.js";
import { createOnce } from "../../lifecycle/lost-create.js";
import type { Scene } from "../../lifecycle/resource.js";
import { logicalNameOf } from "../../text/names.js";
import { isWholeValue } from "../api-key/whole-value.js";
import { keyName } from "./mark.js";
import type { KeptKey, RotatingApiKeyArgs } from "./schema.js";

export interface MadeKey {
  key: KeptKey;
  value: string;
  scopes: readonly string[];
}

/** Makes the key of a generation; one whose answer was lost is found by its mark, deleted and made anew. */
export async function makeKey(
  scene: Scene,
  rotationId: string,
  generation: number,
  args: Pick<RotatingApiKeyArgs, "name" | "scopes">,
  resource: ResourceInput,
): Promise<MadeKey> {
  const { apiKeys } = scene.account;
  const label = args.name ?? logicalNameOf(resource.urn);
  const live = await createOnce({
    name: () => keyName(rotationId, generation, label),
    create: (name) => apiKeys.create({ type: "secret", name, scopes: args.scopes }),
    findByName: (name) => apiKeys.findByNameNow(name),
    discard: async (id) => {
      await apiKeys.delete(id);
    },
    waysOn: () => "",
    doubt: () => undefined,
    say: (line) => scene.voice.warn(line),
  });
  if (!isWholeValue(live.value)) {
    await apiKeys.delete(live.id);
    throw new Refusal(
      `the service created API key ${live.id} and its answer held no value or a redacted one, and it is shown once only; the key was deleted again. Report this to the service.`,
    );
  }
  return { key: keptOf(scene, live), value: live.value, scopes: live.scopes };
}

/** What state remembers of a key that becomes the current one now. */
export function keptOf(scene: Scene, live: ApiKeyRecord): KeptKey {
  const key: KeptKey = { id: live.id, name: live.name, since: sinceOf(scene, live.createdAt) };
  return live.createdAt === undefined ? key : { ...key, createdAt: live.createdAt };
}

/** Now by the service's clock, ISO 8601. */
export function serviceNow({ account, clock }: Pick<Scene, "account" | "clock">): string {
  return new Date(account.apiKeys.serviceNowMs() ?? clock.now().getTime()).toISOString();
}

function sinceOf(scene: Scene, createdAt: string | undefined): string {
  return createdAt !== undefined && !Number.isNaN(readTime(createdAt)) ? createdAt : serviceNow(scene);
}
