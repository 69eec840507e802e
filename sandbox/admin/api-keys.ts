import { z } from "zod";
import { instantSchema } from "../core/calendar";
import { ServiceError } from "../core/errors";
import type { World } from "../core/world";
import { findAccount } from "../objects/accounts";
import {
  type ApiKey,
  allApiKeys,
  createApiKey,
  createApiKeySchema,
  deleteApiKey,
  findApiKey,
  requireApiKey,
  setLastUsed,
  updateApiKey,
  updateApiKeySchema,
} from "../objects/api-keys";
import { adminRoute } from "./route";

const params = z.object({ id: z.string() });
const accountId = z.string().min(1).meta({ description: "Account that the key belongs to" });

/** Changes made elsewhere, as by a colleague in the dashboard. */
export const apiKeyRoutes = [
  adminRoute({
    method: "GET",
    path: "/api-keys",
    summary: "lists every API key, also of other accounts, without its value",
    query: z.strictObject({ account_id: accountId.optional() }),
    handle: ({ world }, { query: { account_id } }) => allApiKeys(world, account_id).map(metadataOf),
  }),
  adminRoute({
    method: "POST",
    path: "/api-keys",
    summary: "makes a key, as a colleague does in the dashboard",
    status: 201,
    body: createApiKeySchema.extend({ account_id: accountId }),
    handle({ world }, { body: { account_id, ...key } }) {
      requireAccount(world, account_id);
      return createApiKey(world, account_id, key);
    },
  }),
  adminRoute({
    method: "PATCH",
    path: "/api-keys/{id}",
    summary: "changes a key, as a colleague does: this makes drift; `last_used` says when it was used last",
    params,
    body: updateApiKeySchema.extend({ last_used: instantSchema.nullable().optional() }),
    handle({ world }, { params: { id }, body: { last_used, ...change } }) {
      const key = requireApiKey(world, undefined, id);
      if (last_used !== undefined) setLastUsed(world, id, last_used);
      return Object.keys(change).length > 0 ? updateApiKey(world, key, change) : findApiKey(world, id);
    },
  }),
  adminRoute({
    method: "DELETE",
    path: "/api-keys/{id}",
    summary: "deletes a key, as a colleague does",
    status: 204,
    params,
    handle: ({ world }, { params: { id } }) => deleteApiKey(world, requireApiKey(world, undefined, id)),
  }),
];

/** @throws ServiceError `invalid_parameter` */
function requireAccount(world: World, id: string): void {
  if (!findAccount(world, id)) throw new ServiceError("invalid_parameter", `No account "${id}".`, "account_id");
}

function metadataOf({ value: _value, ...metadata }: ApiKey): Omit<ApiKey, "value"> {
  return metadata;
}
