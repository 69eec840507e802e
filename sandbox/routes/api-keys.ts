import { z } from "zod";
import { defineOperation, type Method, type Operation } from "../http/operation";
import {
  apiKeySchema,
  createApiKey,
  createApiKeySchema,
  deleteApiKey,
  listApiKeys,
  requireApiKey,
  updateApiKey,
  updateApiKeySchema,
} from "../objects/api-keys";
import { pageQuery, pageSchema, pageWindow, toPage } from "./page";

const params = z.object({ id: z.string().max(200).meta({ description: "Id of the key" }) });
const common = { source: "Endpoints, API keys", keys: "secret", account: "merchant" } as const;

export function apiKeyOperations(updateMethod: Method): Operation[] {
  return [
    defineOperation({
      ...common,
      method: "GET",
      path: "/v1/api-keys",
      summary: "List API keys, most recently created first",
      assumptions: ["scope-table", "default-limit", "page-max", "redaction", "strict-parameters"],
      scope: "api_keys:read",
      status: 200,
      query: z.strictObject(pageQuery),
      response: pageSchema(apiKeySchema, "A page of API keys"),
      handle({ world, account, query }) {
        const window = pageWindow(world, query);
        return toPage(window, listApiKeys(world, account.id, window.offset, window.limit));
      },
    }),
    defineOperation({
      ...common,
      method: "POST",
      path: "/v1/api-keys",
      summary: "Create an API key; the only answer with the full value of a secret key",
      assumptions: ["scope-table", "default-names", "name-limits", "scope-syntax", "strict-parameters"],
      scope: "api_keys:write",
      status: 201,
      body: createApiKeySchema,
      response: apiKeySchema,
      handle: ({ world, account, body }) => createApiKey(world, account.id, body),
    }),
    defineOperation({
      ...common,
      method: updateMethod,
      path: "/v1/api-keys/{id}",
      summary: "Update an API key; omitted fields stay unchanged",
      assumptions: ["update-method", "scope-table", "redaction", "strict-parameters"],
      scope: "api_keys:write",
      status: 200,
      params,
      body: updateApiKeySchema,
      response: apiKeySchema,
      handle: ({ world, account, params: { id }, body }) =>
        updateApiKey(world, requireApiKey(world, account.id, id), body),
    }),
    defineOperation({
      ...common,
      method: "DELETE",
      path: "/v1/api-keys/{id}",
      summary: "Delete an API key; cannot be undone",
      assumptions: ["scope-table"],
      scope: "api_keys:write",
      status: 204,
      params,
      handle({ world, account, params: { id } }) {
        deleteApiKey(world, requireApiKey(world, account.id, id));
        return undefined;
      },
    }),
  ];
}
