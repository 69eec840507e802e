import * as pulumi from "@pulumi/pulumi";
import { delegationProblem } from "../provider/text/delegation";
import { ApiKey } from "./api-key";
import { type DeclaredKey, declaredKey, keyBehind } from "./declared-keys";
import {
  type ApplePayDomainScopesArgs,
  type ApplePayDomainScopesOutputs,
  applePayDomainScopesOutputNames,
} from "./generated/apple-pay-domain-scopes";
import { PaymentsResource } from "./payments-resource";
import { typeToken } from "./reference";

/**
 * Gives one key its `apple_pay_domains:*` scopes and leaves its others alone; destroy puts back what was found.
 *
 * @example
 * const shop = new ApiKey("shop", { type: "secret", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
 * new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop, access: "readWrite" });
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the outputs are set by the Pulumi SDK, and documented once in the schema
export class ApplePayDomainScopes extends PaymentsResource {
  static readonly __pulumiType = typeToken("ApplePayDomainScopes");

  constructor(name: string, args: ApplePayDomainScopesArgs, options?: pulumi.CustomResourceOptions) {
    const { apiKeyId } = args;
    const key = declaredKey(apiKeyId);
    const problem = key && problemOf(key);
    if (problem !== undefined) {
      throw new pulumi.RunError(`ApplePayDomainScopes ${JSON.stringify(name)}: ${problem}`);
    }
    super({
      className: "ApplePayDomainScopes",
      name,
      args: { ...args, apiKeyId: ApiKey.isInstance(apiKeyId) ? apiKeyId.id : apiKeyId },
      outputs: applePayDomainScopesOutputNames,
      replaceable: ["access", "apiKeyId"],
      options,
    });
    const source = key === undefined ? keyBehind(apiKeyId) : undefined;
    const likely = source && problemOf(source);
    // Computed from a key is not yet the key: the provider refuses once the id is known, which may be in up only.
    if (likely !== undefined) pulumi.log.warn(`If apiKeyId is the id of this key, up will fail: ${likely}`, this);
  }
}
export interface ApplePayDomainScopes extends ApplePayDomainScopesOutputs {}

/** What the declared key itself shows, before there is anything live to look at. Outputs are judged by the provider. */
function problemOf({ className, name, args, ignoreChanges }: DeclaredKey): string | undefined {
  if (args.type === "publishable")
    return "apiKeyId is a publishable key; the service ignores its scopes. Name a secret key.";
  const scopes = knownList(args.scopes);
  if (scopes?.includes("*")) return "apiKeyId holds *, which is every scope already. Give the key explicit scopes.";
  // An ApiKey that leaves its scopes alone undoes nothing.
  if (className === "ApiKey" && (ignoreChanges.includes("scopes") || ignoreChanges.includes("*"))) return undefined;
  const delegatedScopes = knownList(args.delegatedScopes ?? []);
  if (delegatedScopes === undefined) return undefined;
  return delegationProblem({ className, name, scopes, delegatedScopes });
}

/** A list that the program wrote out; undefined where a part of it is known later. */
function knownList(given: unknown): string[] | undefined {
  const isKnown = Array.isArray(given) && given.every((each) => typeof each === "string");
  return isKnown ? given : undefined;
}
