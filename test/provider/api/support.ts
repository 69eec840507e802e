import { openPaymentService } from "../../../provider/api/payment-service";
import type { ConnectionSettings, Dependencies, PaymentAccount, PaymentService } from "../../../provider/api/service";
import { type KeyService, type KeyServiceOptions, keyService, type StoredKey } from "./fake-service";

/** Older than any grace for new keys. */
export const longAgo = "2024-01-01T00:00:00Z";
export const credential = "sk_test_credential_0123456789";

export function settingsFor(baseUrl: string, overrides: Partial<ConnectionSettings> = {}): ConnectionSettings {
  return {
    baseUrl,
    apiKey: credential,
    timeouts: { connectMs: 5_000, headersMs: 10_000, bodyMs: 10_000, totalMs: 30_000 },
    maxConcurrency: 8,
    updateMethod: "auto",
    snapshotMaxAgeMs: 30_000,
    absenceConfirmMs: 5_000,
    newKeyGraceMs: 15_000,
    ...overrides,
  };
}

/** A clock that jumps ahead where somebody waits, so that waits cost no time and can be counted. */
export interface TestEdges extends Dependencies {
  said: string[];
  slept: number[];
  advance(ms: number): void;
  /** Done each time somebody begins to wait. */
  whenWaiting(run: () => void): void;
}

export function testDependencies(random = 0.5): TestEdges {
  let nowMs = 1_000_000;
  const said: string[] = [];
  const slept: number[] = [];
  const waiting: (() => void)[] = [];
  return {
    said,
    slept,
    monotonicMs: () => nowMs,
    sleep: async (ms) => {
      slept.push(ms);
      for (const run of waiting) run();
      const targetMs = nowMs + ms;
      // Let everything that is already under way go first, as a real wait would.
      await new Promise((resolve) => setTimeout(resolve, 5));
      nowMs = Math.max(nowMs, targetMs);
    },
    random: () => random,
    say: (line) => {
      said.push(line);
    },
    advance: (ms) => {
      nowMs += ms;
    },
    whenWaiting: (run) => {
      waiting.push(run);
    },
  };
}

const opened: PaymentService[] = [];

export interface OpenedAccount {
  account: PaymentAccount;
  service: PaymentService;
  dependencies: TestEdges;
}

/** An account at a service, closed by `closeAll`. */
export function openAccount(
  baseUrl: string,
  overrides: Partial<ConnectionSettings> = {},
  dependencies = testDependencies(),
): OpenedAccount {
  const service = openPaymentService(settingsFor(baseUrl, overrides), dependencies);
  opened.push(service);
  return { service, account: service.account("acct_1"), dependencies };
}

const started: KeyService[] = [];

/** A service with so many keys of long ago, closed by `closeAll`. */
export async function startKeyService(count = 0, options: KeyServiceOptions = {}): Promise<KeyService> {
  const service = await keyService(options);
  started.push(service);
  for (let index = 0; index < count; index += 1) service.add({ created_at: longAgo });
  return service;
}

/** Hides keys from the list, as a list that lags does. */
export function lagging(hidden: Set<string>): KeyServiceOptions {
  return {
    page: (page) => {
      const items = (page.items as StoredKey[]).filter((key) => !hidden.has(key.id));
      return { ...page, items, total: (page.total as number) - ((page.items as StoredKey[]).length - items.length) };
    },
  };
}

export async function closeAll(closing: { close(): Promise<void> }[] = []): Promise<void> {
  const all = [...opened.splice(0), ...started.splice(0), ...closing.splice(0)];
  await Promise.all(all.map((each) => each.close()));
}
