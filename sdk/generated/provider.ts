// Made from provider/configuration/settings.ts by `npm run generate`; a change belongs there.
import type * as pulumi from "@pulumi/pulumi";

/** What stands in `timeouts`. */
export interface ProviderTimeouts {
  /** Until the connection stands. */
  connectMs?: pulumi.Input<number> | undefined;
  /** Until the answer's headers are here. */
  headersMs?: pulumi.Input<number> | undefined;
  /** Between two parts of the answer's body. */
  bodyMs?: pulumi.Input<number> | undefined;
  /** For one operation, all its attempts and waits together. */
  totalMs?: pulumi.Input<number> | undefined;
}

/** An entry of `profiles`. */
export interface ProviderProfile {
  /** Address of the payment service, without `/v1`. */
  baseUrl?: pulumi.Input<string> | undefined;
  /** The credential: the value of a secret key that may do what the program asks for. */
  apiKey?: pulumi.Input<string> | undefined;
  /** The merchant (connected) account that requests act on behalf of. Never the partner account. */
  accountId?: pulumi.Input<string> | undefined;
  /** The partner account that was signed up: owns the webhook endpoints. Lets a mix-up be refused. */
  partnerAccountId?: pulumi.Input<string> | undefined;
  /** The id of the credential itself, where it is known. */
  apiKeyId?: pulumi.Input<string> | undefined;
  /** Which of the service's two environments the address is. Kept in state; a run that says another is refused. */
  environment?: pulumi.Input<"production" | "sandbox"> | undefined;
  /** Which account id webhook endpoint and event calls send (assumption `endpoint-account`). */
  endpointAccount?: pulumi.Input<"merchant" | "partner"> | undefined;
}

/** The arguments of a Provider: the settings of a stack's configuration, by the same names. */
export interface ProviderArgs {
  /** Address of the payment service, without `/v1`. */
  baseUrl?: pulumi.Input<string> | undefined;
  /** The credential: the value of a secret key that may do what the program asks for. */
  apiKey?: pulumi.Input<string> | undefined;
  /** The merchant (connected) account that requests act on behalf of. Never the partner account. */
  accountId?: pulumi.Input<string> | undefined;
  /** The partner account that was signed up: owns the webhook endpoints. Lets a mix-up be refused. */
  partnerAccountId?: pulumi.Input<string> | undefined;
  /** The id of the credential itself, where it is known. */
  apiKeyId?: pulumi.Input<string> | undefined;
  /** Which of the service's two environments the address is. Kept in state; a run that says another is refused. */
  environment?: pulumi.Input<"production" | "sandbox"> | undefined;
  /** Which account id webhook endpoint and event calls send (assumption `endpoint-account`). */
  endpointAccount?: pulumi.Input<"merchant" | "partner"> | undefined;
  /** Named sets of address, key, accounts and environment, for several accounts in one stack. */
  profiles?: pulumi.Input<Record<string, ProviderProfile>> | undefined;
  /** What a preview does where live state can't be read: `strict` fails, `warn` warns and compares with the stored state; `off` never asks the service. `collect` is for `npx pulumi-payments drift` alone, which sets it in the environment. */
  driftCheck?: pulumi.Input<"strict" | "warn" | "off" | "collect"> | undefined;
  /** HTTP method of the update of a key, which the interface document does not show. */
  updateMethod?: pulumi.Input<"auto" | "PATCH" | "PUT" | "POST"> | undefined;
  /** Fail where the service offers no read of webhook endpoints, in place of a warning. */
  requireEndpointRead?: pulumi.Input<boolean> | undefined;
  /** Fail the preview for an endpoint that is unhealthy and not ours to repair. */
  failOnUnhealthy?: pulumi.Input<boolean> | undefined;
  /** Deleting a secret key that was used within so many hours is refused, where the key declares no `deletionGuard` of its own. `off` is for throw-away stacks. */
  deletionGuard?: pulumi.Input<"off" | { unusedHours: number }> | undefined;
  /** What a RotatingApiKey does when a step of its rotation is due: `apply` plans it; `report` says it and plans nothing, so that `pulumi preview --expect-no-changes` finds drift alone. */
  dueRotations?: pulumi.Input<"apply" | "report"> | undefined;
  /** The provider plugin reads its resources before a preview compares them. So `pulumi preview --diff` shows the live value of each field beside the program's. `false` saves a reading of each resource. Drift is found and reported either way. */
  refreshBeforeUpdate?: pulumi.Input<boolean> | undefined;
  /** Allow an http address that is not on this machine. The credential then travels in clear. */
  allowInsecureHttp?: pulumi.Input<boolean> | undefined;
  /** Name of the Pulumi backend that holds the state. Needed if another backend holds a stack of the same organization, project and name for the same account. It becomes part of the tag in generated key names. Set it before the first `up`. */
  backendName?: pulumi.Input<string> | undefined;
  /** Limits of one operation. */
  timeouts?: pulumi.Input<ProviderTimeouts> | undefined;
  /** Requests in flight at the most. */
  maxConcurrency?: pulumi.Input<number> | undefined;
  /** How old a snapshot of the account's keys may be and still serve a decision. */
  snapshotMaxAgeMs?: pulumi.Input<number> | undefined;
  /** Time between the two agreeing readings of the whole list that make a key absent. */
  absenceConfirmMs?: pulumi.Input<number> | undefined;
  /** A key younger than this is looked for again before it is judged: lists may lag. */
  newKeyGraceMs?: pulumi.Input<number> | undefined;
}
