// Made from provider/resources by `npm run generate`; a change belongs there.
import type * as pulumi from "@pulumi/pulumi";
import type { ApiKeyType } from "../../provider/api/contract/api-key-type";
import type { Scope } from "../../provider/api/contract/scope";

/** The arguments of ApiKey that do not depend on its `type`. */
export interface ApiKeyCommonArgs {
  /** Label of the key. Default: `<logical name>-<tag>-<random>`, made once and kept for life; it is how a key whose creation was never answered is found again. The default of an adopted key is its live name. */
  name?: pulumi.Input<string> | undefined;
  /** Id of an existing key to take over in place of creating one. Counts at the first create only; later it is never a difference. */
  adoptId?: pulumi.Input<string> | undefined;
  /** Value of the adopted key, where you have it: the service shows it once only, so without it `value` can't be read. */
  adoptValue?: pulumi.Input<string> | undefined;
  /**
   * Delete an adopted key on destroy. Default: false, it is left in place.
   * @default false
   */
  deleteAdopted?: pulumi.Input<boolean> | undefined;
  /**
   * Create the key though another live key has the declared `name`. Default: false, such a creation is refused, since after a lost answer nothing would tell the two apart.
   * @default false
   */
  allowDuplicateName?: pulumi.Input<boolean> | undefined;
  /** Refuse to delete the key (on destroy, on removal from the program, on replacement) while it was used within so many hours; `"off"` lifts that. Counts once an `up` has recorded it. Default for a secret key: the stack's `payments:deletionGuard`, 24 hours; for a publishable key: off. */
  deletionGuard?: pulumi.Input<"off" | { unusedHours: number }> | undefined;
  /** The merchant (connected) account that it lives in. Default: the account of the profile or of the stack. Another account replaces it. */
  accountId?: pulumi.Input<string> | undefined;
  /** The profile of `payments:profiles` to use: address, credential and account. Default: the stack's own settings. One that leads to another service or account replaces it. */
  profile?: pulumi.Input<string> | undefined;
}

/** The arguments of ApiKey where `type` is "secret". */
export interface SecretApiKeyArgs extends ApiKeyCommonArgs {
  /** `secret`: for servers, limited by its scopes. `publishable`: for frontends, with a small fixed set of operations. Create-only: changing it replaces the key. */
  type: "secret";
  /** What the key may do: a set, order and duplicates never differ. Required for secret keys, refused for publishable ones (the service ignores them there). `*` alone means everything. */
  scopes: pulumi.Input<pulumi.Input<Scope>[]>;
  /** Namespaces of scopes, such as `apple_pay_domains`, that another resource manages on this key: neither compared nor removed here. */
  delegatedScopes?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /**
   * Show `value` as plain text. For publishable keys only, whose value is public by design. Default: false.
   * @default false
   */
  plainValue?: undefined;
}

/** The arguments of ApiKey where `type` is "publishable". */
export interface PublishableApiKeyArgs extends ApiKeyCommonArgs {
  /** `secret`: for servers, limited by its scopes. `publishable`: for frontends, with a small fixed set of operations. Create-only: changing it replaces the key. */
  type: "publishable";
  /** What the key may do: a set, order and duplicates never differ. Required for secret keys, refused for publishable ones (the service ignores them there). `*` alone means everything. */
  scopes?: undefined;
  /** Namespaces of scopes, such as `apple_pay_domains`, that another resource manages on this key: neither compared nor removed here. */
  delegatedScopes?: undefined;
  /**
   * Show `value` as plain text. For publishable keys only, whose value is public by design. Default: false.
   * @default false
   */
  plainValue?: pulumi.Input<boolean> | undefined;
}

/** The arguments of ApiKey where only an Output tells the `type`: what has to stand beside it is checked in the preview. */
export interface ApiKeyArgsOfOutput extends ApiKeyCommonArgs {
  /** `secret`: for servers, limited by its scopes. `publishable`: for frontends, with a small fixed set of operations. Create-only: changing it replaces the key. */
  type: pulumi.Output<ApiKeyType> | Promise<ApiKeyType>;
  /** What the key may do: a set, order and duplicates never differ. Required for secret keys, refused for publishable ones (the service ignores them there). `*` alone means everything. */
  scopes?: pulumi.Input<pulumi.Input<Scope>[]> | undefined;
  /** Namespaces of scopes, such as `apple_pay_domains`, that another resource manages on this key: neither compared nor removed here. */
  delegatedScopes?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /**
   * Show `value` as plain text. For publishable keys only, whose value is public by design. Default: false.
   * @default false
   */
  plainValue?: pulumi.Input<boolean> | undefined;
}

/** The arguments of ApiKey: what may stand beside `type` depends on its value. */
export type ApiKeyArgs = SecretApiKeyArgs | PublishableApiKeyArgs | ApiKeyArgsOfOutput;

/** The outputs of ApiKey. */
export interface ApiKeyOutputs {
  /** `secret` or `publishable`. */
  readonly type: pulumi.Output<ApiKeyType>;
  /** Label of the key, declared or made. */
  readonly name: pulumi.Output<string>;
  /** What the key may do, sorted; with delegated scopes as last read. */
  readonly scopes: pulumi.Output<Scope[]>;
  /** The value sent in the header `payments-api-key`: a Pulumi secret. A secret key's is shown by the service once, at creation, and kept in encrypted state ever after. */
  readonly value: pulumi.Output<string>;
  /** Creation time by the service, ISO 8601. */
  readonly createdAt: pulumi.Output<string | undefined>;
  /** Time of the last update by the service, ISO 8601, as last read. */
  readonly updatedAt: pulumi.Output<string | undefined>;
  /** When the key last authenticated, ISO 8601, as read at `lastUsedObservedAt`. Never a reason for a change. */
  readonly lastUsed: pulumi.Output<string | undefined>;
  /** When `lastUsed` was read: at the last write or refresh, ISO 8601. */
  readonly lastUsedObservedAt: pulumi.Output<string | undefined>;
  /** The merchant account that the key belongs to. */
  readonly accountId: pulumi.Output<string>;
  /** Address of the service that it was made with. */
  readonly serviceUrl: pulumi.Output<string>;
  /** `production` or `sandbox`, where configuration says it. */
  readonly environment: pulumi.Output<string | undefined>;
}

export const apiKeyOutputNames = [
  "type",
  "name",
  "scopes",
  "value",
  "createdAt",
  "updatedAt",
  "lastUsed",
  "lastUsedObservedAt",
  "accountId",
  "serviceUrl",
  "environment",
] as const;
