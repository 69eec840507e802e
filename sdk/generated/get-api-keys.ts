// Made from provider/reading by `npm run generate`; a change belongs there.
import type { ApiKeyType } from "../../provider/api/contract/api-key-type";
import type { Scope } from "../../provider/api/contract/scope";
import type { GetApiKeyResult } from "./get-api-key";

/** Which ones: those that every given field fits. */
export interface ApiKeyFilter {
  /** Keys of this type. */
  type?: ApiKeyType | undefined;
  /** Keys whose name begins so, such as `billing-`. */
  namePrefix?: string | undefined;
  /** Secret keys that hold this scope, or `*`, which is every scope. */
  scope?: Scope | undefined;
}

/** The arguments of getApiKeys. */
export interface GetApiKeysArgs {
  /** Which keys. Default: every key of the account. */
  filter?: ApiKeyFilter | undefined;
  /** The merchant (connected) account to read. Default: the account of the profile or of the stack. */
  accountId?: string | undefined;
  /** The profile of `payments:profiles` to read with. Default: the stack's own settings. */
  profile?: string | undefined;
}

/** What getApiKeys found. */
export interface GetApiKeysResult {
  /** The keys, newest first; empty where none fits. */
  readonly apiKeys: GetApiKeyResult[];
  /** The merchant account that it was read in. */
  readonly accountId: string;
  /** Address of the service that it was read from. */
  readonly serviceUrl: string;
  /** `production` or `sandbox`, where configuration says it. */
  readonly environment?: string | undefined;
}
