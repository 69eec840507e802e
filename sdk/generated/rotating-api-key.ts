// Made from provider/resources by `npm run generate`; a change belongs there.
import type * as pulumi from "@pulumi/pulumi";
import type { Scope } from "../../provider/api/contract/scope";

/** The arguments of RotatingApiKey. */
export interface RotatingApiKeyArgs {
  /** What each of its keys may do: a set, order and duplicates never differ. A change is written to the current and to the retiring key. */
  scopes: pulumi.Input<pulumi.Input<Scope>[]>;
  /** `everyDays`: a key becomes due that many days after it became the current one. `trigger`: any change of the text rotates. `overlapHours`: how long the key before it stays at least; it goes in a later `up` once it was not used for that long. */
  rotation: pulumi.Input<
    { everyDays: number; overlapHours: number } | { trigger: pulumi.Input<string>; overlapHours: number }
  >;
  /** What the names of its keys begin with; `-<tag>-<random>` follows. Default: the logical name. A change counts from the next rotation on. */
  name?: pulumi.Input<string> | undefined;
  /** Id of an existing secret key to begin with in place of a new one. It is rotated away like any other. Counts at the first create only. */
  adoptId?: pulumi.Input<string> | undefined;
  /** Value of the adopted key, where you have it: the service shows it once only, so without it `value` can't be read. */
  adoptValue?: pulumi.Input<string> | undefined;
  /**
   * Delete the adopted key on destroy, while it is still the current one. Default: false, it is left in place. Once it was rotated away it is deleted like any other.
   * @default false
   */
  deleteAdopted?: pulumi.Input<boolean> | undefined;
  /** Refuse to delete the key (on destroy, on removal from the program, on replacement) while it was used within so many hours; `"off"` lifts that. Counts once an `up` has recorded it. Default for a secret key: the stack's `payments:deletionGuard`, 24 hours; for a publishable key: off. */
  deletionGuard?: pulumi.Input<"off" | { unusedHours: number }> | undefined;
  /** The merchant (connected) account that it lives in. Default: the account of the profile or of the stack. Another account replaces it. */
  accountId?: pulumi.Input<string> | undefined;
  /** The profile of `payments:profiles` to use: address, credential and account. Default: the stack's own settings. One that leads to another service or account replaces it. */
  profile?: pulumi.Input<string> | undefined;
}

/** The outputs of RotatingApiKey. */
export interface RotatingApiKeyOutputs {
  /** What the key may do, sorted; with delegated scopes as last read. */
  readonly scopes: pulumi.Output<Scope[]>;
  /** The value of the current key, for the header `payments-api-key`: a Pulumi secret. Changes with each rotation. */
  readonly value: pulumi.Output<string>;
  /** The value of the retiring key while there is one: a Pulumi secret. */
  readonly retiringValue: pulumi.Output<string | undefined>;
  /** The current key: `id`, `name`, `since` (when it became current, ISO 8601). */
  readonly current: pulumi.Output<{ id: string; name: string; since: string }>;
  /** The key before it, until it is deleted: `id`, `name`, `since` (when it became current, ISO 8601), and `mayGoAt`, when its overlap is over. */
  readonly retiring: pulumi.Output<{ id: string; name: string; since: string; mayGoAt: string } | undefined>;
  /** When the next rotation is due, ISO 8601; absent with `trigger`. */
  readonly rotatesAt: pulumi.Output<string | undefined>;
  /** The merchant account that its keys belong to. */
  readonly accountId: pulumi.Output<string>;
  /** Address of the service that it was made with. */
  readonly serviceUrl: pulumi.Output<string>;
  /** `production` or `sandbox`, where configuration says it. */
  readonly environment: pulumi.Output<string | undefined>;
}

export const rotatingApiKeyOutputNames = [
  "scopes",
  "value",
  "retiringValue",
  "current",
  "retiring",
  "rotatesAt",
  "accountId",
  "serviceUrl",
  "environment",
] as const;
