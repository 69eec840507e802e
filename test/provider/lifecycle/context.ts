import type { ApiKeyRecord } from "../../../provider/api/contract/api-key";
import type { ResourceContext } from "../../../provider/lifecycle/resource";
import { RunRegistry } from "../../../provider/lifecycle/run-registry";
import { type KeyService, type KeyServiceOptions, keyService, type StoredKey } from "../api/fake-service";
import { closeAll, openAccount } from "../api/support";
import { complete, configurationOf } from "../configuration/support";

/** What the list shows of each key beside the plain fields, by id. */
export type Shown = Record<string, { last_used?: string; value?: string }>;

export interface SmallContext {
  context: ResourceContext;
  service: KeyService;
  /** Each line that was said, with how. */
  said: string[];
}

const opened: KeyService[] = [];
export const closeContexts = (): Promise<void> => closeAll(opened);

/** What a resource works with, at the smallest service that there is: nothing of the engine, and of the lifecycle only its memory. */
export async function contextWith(
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
): Promise<SmallContext> {
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
  const context: ResourceContext = {
    account,
    endpointAccount: account,
    connection: configuration.main!,
    configuration,
    log: { info: say("info"), warn: say("warn"), warnOnceARun: say("once a run") },
    clock: { now: () => new Date("2000-01-01T00:00:00Z"), sinceRunStartMs: () => 0, sleep: async () => undefined },
    registry: new RunRegistry(),
  };
  return { context, service, said };
}

export const secretKey = (id: string, more: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  id,
  name: id,
  type: "secret",
  scopes: ["accounts:read"],
  ...more,
});
