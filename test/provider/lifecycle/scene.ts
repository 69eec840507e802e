import type { ApiKeyRecord } from "../../../provider/api/contract/api-key.js";
import { Memory } from "../../../provider/lifecycle/memory.js";
import type { Scene } from "../../../provider/lifecycle/resource.js";
import { type KeyService, type KeyServiceOptions, keyService, type StoredKey } from "../api/fake-service.js";
import { closeAll, openAccount } from "../api/support.js";
import { complete, configurationOf } from "../configuration/support.js";

/** What the list shows of each key beside the plain fields, by id. */
export type Shown = Record<string, { last_used?: string; value?: string }>;

export interface SmallScene {
  scene: Scene;
  service: KeyService;
  /** Each line that was said, with how. */
  said: string[];
}

const opened: KeyService[] = [];
export const closeScenes = (): Promise<void> => closeAll(opened);

/** What a resource works with, at the smallest service that there is: nothing of the engine, and of the lifecycle only its memory. */
export async function sceneWith(
  keys: Partial<StoredKey>[],
  {
    shown = {},
    environment = {},
    config = {},
    options = {},
  }: Partial<{
    shown: Shown;
    environment: Record<string, string>;
    config: Record<string, string>;
    options: KeyServiceOptions;
  }> = {},
): Promise<SmallScene> {
  const page: KeyServiceOptions["page"] = (plain) => ({
    ...plain,
    items: (plain.items as StoredKey[]).map((key) => ({ ...key, ...shown[key.id] })),
  });
  const service = await keyService({ page, ...options });
  opened.push(service);
  for (const key of keys) service.add(key);
  const { account } = openAccount(service.url);
  const settings = { ...complete, "payments:baseUrl": service.url, "payments:accountId": "acct_1", ...config };
  const configuration = configurationOf(settings, environment);
  const said: string[] = [];
  const say = (how: string) => async (line: string) => {
    said.push(`${how}: ${line}`);
  };
  const scene: Scene = {
    account,
    endpointAccount: account,
    connection: configuration.main!,
    configuration,
    voice: { info: say("info"), warn: say("warn"), warnOnceARun: say("once a run") },
    clock: { now: () => new Date("2000-01-01T00:00:00Z"), sinceRunStartMs: () => 0, sleep: async () => undefined },
    memory: new Memory(),
  };
  return { scene, service, said };
}

export const secretKey = (id: string, more: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  id,
  name: id,
  type: "secret",
  scopes: ["accounts:read"],
  ...more,
});
