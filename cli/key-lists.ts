import { createCaller } from "../provider/api/call";
import { realDependencies } from "../provider/api/dependencies";
import { createKeyList, type KeyList } from "../provider/api/key-list";
import { createRate } from "../provider/api/rate";
import { createTransport } from "../provider/api/transport";
import type { Connection } from "../provider/configuration/connection";
import { knownSecrets } from "../provider/text/secrets";

/** The lists of keys that one credential reads, item by item: also those that can't be understood. It only reads. */
export interface KeyLists {
  of(accountId: string): KeyList;
  close(): Promise<void>;
}

export function openKeyLists({ settings, serviceUrl }: Connection): KeyLists {
  const transport = createTransport({ ...settings, readOnly: true }, serviceUrl);
  const rate = createRate(settings.maxConcurrency, realDependencies);
  knownSecrets.learn(settings.apiKey);
  const caller = createCaller({
    settings,
    serviceUrl,
    transport,
    rate,
    secrets: knownSecrets,
    dependencies: realDependencies,
  });
  return { of: (accountId) => createKeyList(caller, accountId, realDependencies), close: () => transport.close() };
}
