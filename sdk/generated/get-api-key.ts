// Made from provider/reading by `npm run generate`; a change belongs there.
import type { ApiKeyType } from "../../provider/api/contract/api-key-type";
import type { Scope } from "../../provider/api/contract/scope";

/** The arguments of getApiKey besides what names the object. */
export interface GetApiKeyOptions {
  /** The merchant (connected) account to read. Default: the account of the profile or of the stack. */
  accountId?: string | undefined;
  /** The profile of `payments:profiles` to read with. Default: the stack's own settings. */
  profile?: string | undefined;
}

/** The arguments of getApiKey. */
export type GetApiKeyArgs = GetApiKeyOptions &
  (
    | {
        /** Id of the key. Either `id` or `name` is given. */
        id: string;
        name?: undefined;
      }
    | {
        id?: undefined;
        /** Label of the key: the whole of it. Spaces and the composition of characters count as the service may write them. Several keys with one name are an error. */
        name: string;
      }
  );

/** What getApiKey found. */
export interface GetApiKeyResult {
  /** Id of the key. */
  readonly id: string;
  /** Label of the key. */
  readonly name: string;
  /** `secret` or `publishable`. */
  readonly type: ApiKeyType;
  /** What the key may do, sorted. The service ignores those of a publishable key. */
  readonly scopes: Scope[];
  /** Creation time by the service, ISO 8601. */
  readonly createdAt?: string | undefined;
  /** Time of the last update by the service, ISO 8601. */
  readonly updatedAt?: string | undefined;
  /** When the key last authenticated, ISO 8601. It moves with every use: an argument made of it changes with it. */
  readonly lastUsed?: string | undefined;
  /** The merchant account that it was read in. */
  readonly accountId: string;
  /** Address of the service that it was read from. */
  readonly serviceUrl: string;
  /** `production` or `sandbox`, where configuration says it. */
  readonly environment?: string | undefined;
}
