import type { z } from "zod";
import { ownCommand } from "../text/own-command";
import { knownSecrets } from "../text/secrets";
import { createApiKeys } from "./api-keys";
import { type Call, type Caller, createCaller } from "./call";
import { accountListSchema } from "./contract/account";
import { eventListSchema } from "./contract/event";
import { realDependencies } from "./dependencies";
import { PaymentServiceError } from "./errors";
import { createKeyQueues } from "./key-queue";
import { operations } from "./operations";
import { createRate } from "./rate";
import { issuesOf, parseJson } from "./read-answer";
import type { ConnectionSettings, Dependencies, PaymentAccount, PaymentService } from "./service";
import { normaliseServiceUrl } from "./service-url";
import { createTransport } from "./transport";
import { createUpdateMethodFinder } from "./update-method";
import { createWebhookEndpoints } from "./webhook-endpoints";

export { realDependencies } from "./dependencies";
export { createKeyQueues } from "./key-queue";
export { normaliseServiceUrl } from "./service-url";

/**
 * Opens a service with one credential. Nothing is sent and no connection made before the first operation.
 *
 * @param queues shared by services that are opened with other credentials: writes on one key wait for each other
 * @throws Error if the address is not one (see normaliseServiceUrl).
 */
export function openPaymentService(
  settings: ConnectionSettings,
  dependencies: Partial<Dependencies> = {},
  queues = createKeyQueues(),
): PaymentService {
  const allEdges: Dependencies = { ...realDependencies, ...dependencies };
  const { shareList } = allEdges;
  const serviceUrl = normaliseServiceUrl(settings.baseUrl);
  knownSecrets.learn(settings.apiKey);
  const transport = createTransport(settings, serviceUrl);
  const caller = createCaller({
    settings,
    serviceUrl,
    transport,
    rate: createRate(settings.maxConcurrency, allEdges),
    secrets: knownSecrets,
    dependencies: allEdges,
  });
  const updateMethod = createUpdateMethodFinder(settings.updateMethod);
  const accounts = new Map<string, PaymentAccount>();

  const openAccount = (accountId: string): PaymentAccount => ({
    accountId,
    serviceUrl,
    apiKeys: createApiKeys({
      caller,
      accountId,
      settings,
      updateMethod,
      queue: queues(serviceUrl, accountId),
      share: shareList && ((read) => shareList({ serviceUrl, accountId, apiKey: settings.apiKey }, read)),
      dependencies: allEdges,
    }),
    webhookEndpoints: createWebhookEndpoints(caller, accountId, settings, allEdges),
    accounts: () => listed(caller, { operation: operations.listAccounts, accountId }, accountListSchema),
    events: ({ deliveryStatus } = {}) =>
      listed(
        caller,
        { operation: operations.listEvents, accountId, query: { delivery_status: deliveryStatus } },
        eventListSchema,
      ),
  });

  return {
    serviceUrl,
    account: (accountId) => {
      const account = accounts.get(accountId) ?? openAccount(accountId);
      accounts.set(accountId, account);
      return account;
    },
    close: () => transport.close(),
  };
}

/** A list in one of the forms that are assumed where the document shows none. */
async function listed<T>(caller: Caller, call: Call, schema: z.ZodType<T[]>): Promise<readonly T[]> {
  const answer = await caller.call(call);
  const parsed = schema.safeParse(parseJson(answer.text));
  if (parsed.success) return parsed.data;
  throw new PaymentServiceError({
    code: "malformed-response",
    attempt: caller.attemptOf(call),
    status: answer.status,
    reason: `the response is not a list in a known form (${issuesOf(parsed.error)})`,
    advice: `Run '${ownCommand} doctor', which checks what docs/explanation/assumptions.md assumes of the service.`,
  });
}
