// Made from provider/resources by `npm run generate`; a change belongs there.
import type * as pulumi from "@pulumi/pulumi";
import type { Scope } from "../../provider/api/contract/scope";
import type { ApiKey } from "../api-key";

/** The arguments of ApplePayDomainScopes. */
export interface ApplePayDomainScopesArgs {
  /** The secret key that gets the scopes: an id, or an `ApiKey` that names `apple_pay_domains` in its `delegatedScopes`. Create-only: another key replaces the resource. */
  apiKeyId: pulumi.Input<string> | ApiKey;
  /** `read`, `write` or `readWrite`: which of `apple_pay_domains:read` and `apple_pay_domains:write` the key holds. */
  access: pulumi.Input<"read" | "write" | "readWrite">;
  /** The merchant (connected) account that it lives in. Default: the account of the profile or of the stack. Another account replaces it. */
  accountId?: pulumi.Input<string> | undefined;
  /** The profile of `payments:profiles` to use: address, credential and account. Default: the stack's own settings. One that leads to another service or account replaces it. */
  profile?: pulumi.Input<string> | undefined;
}

/** The outputs of ApplePayDomainScopes. */
export interface ApplePayDomainScopesOutputs {
  /** Id of the key. */
  readonly apiKeyId: pulumi.Output<string>;
  /** The access that the scopes stand for, as last applied or read. */
  readonly access: pulumi.Output<"read" | "write" | "readWrite">;
  /** The `apple_pay_domains` scopes that the key holds, as last read, sorted. */
  readonly scopes: pulumi.Output<Scope[]>;
  /** The merchant account that the key belongs to. */
  readonly accountId: pulumi.Output<string>;
  /** Address of the service that it was made with. */
  readonly serviceUrl: pulumi.Output<string>;
  /** `production` or `sandbox`, where configuration says it. */
  readonly environment: pulumi.Output<string | undefined>;
}

export const applePayDomainScopesOutputNames = [
  "apiKeyId",
  "access",
  "scopes",
  "accountId",
  "serviceUrl",
  "environment",
] as const;
