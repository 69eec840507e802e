import { z } from "zod";
import type { ApiKeyRecord } from "../api/contract/api-key";
import { apiKeyTypes } from "../api/contract/api-key-type";
import { everyScope } from "../api/contract/scope";
import { PaymentServiceError } from "../api/errors";
import type { ListedKey } from "../api/listed-key";
import { field } from "../lifecycle/inputs";
import { apiKeyMetadata, metadataOf } from "./api-key";
import { placeArgs, placeResult } from "./fields";
import { homeOf, type ReadingDefinition } from "./reading";

/** Which keys: those that every given field fits. */
export const apiKeyFilter = z.strictObject({
  type: field(z.enum(apiKeyTypes).optional(), {
    description: "Keys of this type.",
    typeName: "ApiKeyType",
  }),
  namePrefix: field(z.string().min(1).optional(), {
    description: "Keys whose name begins so, such as `billing-`.",
  }),
  scope: field(z.string().min(1).optional(), {
    description: "Secret keys that hold this scope, or `*`, which is every scope.",
    typeName: "Scope",
  }),
});
export type ApiKeyFilter = z.output<typeof apiKeyFilter>;

const args = z.object({
  filter: field(apiKeyFilter.optional(), {
    description: "Which keys. Default: every key of the account.",
    typeName: "ApiKeyFilter",
  }),
  ...placeArgs,
});
type Args = z.output<typeof args>;

const result = z.object({
  apiKeys: field(z.array(apiKeyMetadata), {
    description: "The keys, newest first; empty where none fits.",
    typeName: "GetApiKeyResult[]",
  }),
  ...placeResult,
});

export const getApiKeys: ReadingDefinition<Args> = {
  functionName: "getApiKeys",
  description: "Lists the API keys of an account, all of them or those that a filter fits, without managing them.",
  args,
  result,
  subject: () => "API keys",
  async read(place, { filter = {} }, freshness) {
    let listed: readonly ListedKey[];
    try {
      listed = await place.account.apiKeys.listed(freshness);
    } catch (error) {
      if (PaymentServiceError.isInstance(error)) return { error };
      throw error;
    }
    const odd = listed.filter((key) => key.record === undefined && mayFit(key, filter));
    if (odd.length > 0) {
      const which = odd.map(({ id, problem }) => `${id} (${problem})`).join(", ");
      const message = `the service lists keys in an unknown form, so the result would be incomplete: ${which}. Install a newer version of pulumi-payments, which may know this form.`;
      return { failure: { code: "unreadable", message } };
    }
    const fitting = listed.flatMap(({ record }) => (record !== undefined && fits(record, filter) ? [record] : []));
    return { result: { apiKeys: fitting.map((key) => metadataOf(key, place)), ...homeOf(place) } };
  },
};

/** Whether a key is one of those that are asked for. Pure. */
export function fits(key: ApiKeyRecord, { type, namePrefix, scope }: ApiKeyFilter): boolean {
  if (type !== undefined && key.type !== type) return false;
  if (namePrefix !== undefined && !key.name.startsWith(namePrefix)) return false;
  if (scope === undefined) return true;
  return key.type === "secret" && (key.scopes.includes(scope) || key.scopes.includes(everyScope));
}

/** Of a key that cannot be read the name alone may be known. */
function mayFit({ name }: ListedKey, { namePrefix = "" }: ApiKeyFilter): boolean {
  return name === undefined || name.startsWith(namePrefix);
}
