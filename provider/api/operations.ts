import type { ErrorCode } from "./errors";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One operation of the interface, as messages name it and retries judge it. */
export interface Operation {
  /** What it does, for a message: `delete an API key`; and with an object that is named: `delete`, as in "delete API key key_1". */
  does: { plain: string; to: string };
  method: HttpMethod;
  /** Path template under the service's address. */
  path: string;
  /** May be sent again though an earlier attempt may have happened: reads, deletes, and writes of whole values. */
  repeatable: boolean;
  /**
   * The scope that it is assumed to need, by the catalogue's names ("Which scope each endpoint needs: not shown";
   * assumption `operation-scopes`). Only ever quoted in a message.
   */
  assumedScope?: string;
  /** What to do about a failure of this operation, beside the advice that any operation gets, by the code of the error. */
  advice?: Readonly<Partial<Record<ErrorCode, string>>>;
}

const apiKeys = "/v1/api-keys";

const whoseEndpoint =
  "Or send the id of the partner account, which owns endpoints: 'pulumi config set payments:endpointAccount partner' and 'pulumi config set payments:partnerAccountId <id of the partner account>'.";
/** Of the operations that are reached by one of two account ids (assumption `endpoint-account`). */
const ofPartner = {
  forbidden: whoseEndpoint,
  "not-found": whoseEndpoint,
  "not-enabled-for-account": whoseEndpoint,
} as const;

/** The operations that this client uses ("Endpoints"). Updates of a key are made by `updateOperation`. */
export const operations = {
  listApiKeys: {
    does: { plain: "list the API keys", to: "look up" },
    method: "GET",
    path: apiKeys,
    repeatable: true,
    assumedScope: "api_keys:read",
  },
  createApiKey: {
    does: { plain: "create an API key", to: "create" },
    method: "POST",
    path: apiKeys,
    repeatable: false,
    assumedScope: "api_keys:write",
    advice: {
      conflict:
        "If the service refuses a second key of that name, use another name. For a replacement, the resource option deleteBeforeReplace: true deletes the old key first; then there is no valid key until the new one is created.",
    },
  },
  deleteApiKey: {
    does: { plain: "delete an API key", to: "delete" },
    method: "DELETE",
    path: `${apiKeys}/{id}`,
    repeatable: true,
    assumedScope: "api_keys:write",
  },
  readWebhookEndpoint: {
    does: { plain: "read a webhook endpoint", to: "read" },
    method: "GET",
    path: "/v1/webhook-endpoints/{id}",
    repeatable: true,
    advice: ofPartner,
  },
  enableWebhookEndpoint: {
    does: { plain: "re-enable a webhook endpoint", to: "re-enable" },
    method: "PATCH",
    path: "/v1/webhook-endpoints/{id}",
    repeatable: true,
    advice: ofPartner,
  },
  listAccounts: {
    does: { plain: "list the accounts", to: "list" },
    method: "GET",
    path: "/v1/accounts",
    repeatable: true,
    assumedScope: "accounts:read",
  },
  listEvents: {
    does: { plain: "list the events", to: "list" },
    method: "GET",
    path: "/v1/events",
    repeatable: true,
    advice: ofPartner,
  },
} as const satisfies Record<string, Operation>;

/** The update of a key, whose method the document does not show. It sets whole values, so it may be repeated whatever the method. */
export function updateOperation(method: "PATCH" | "PUT" | "POST"): Operation {
  const does = { plain: "update an API key", to: "update" };
  return { does, method, path: `${apiKeys}/{id}`, repeatable: true, assumedScope: "api_keys:write" };
}
