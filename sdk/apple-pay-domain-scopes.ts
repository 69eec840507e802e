import * as pulumi from "@pulumi/pulumi";
import { applePayNamespace } from "../provider/api/contract/scope.js";
import { ApiKey, argsOf } from "./api-key.js";
import {
  type ApplePayDomainScopesArgs,
  type ApplePayDomainScopesOutputs,
  applePayDomainScopesOutputNames,
} from "./generated/apple-pay-domain-scopes.js";
import { PaymentsResource } from "./payments-resource.js";
import { typeToken } from "./reference.js";

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
    if (ApiKey.isInstance(apiKeyId)) refuseKey(name, apiKeyId);
    super({
      className: "ApplePayDomainScopes",
      name,
      args: { ...args, apiKeyId: ApiKey.isInstance(apiKeyId) ? apiKeyId.id : apiKeyId },
      outputs: applePayDomainScopesOutputNames,
      replaceable: ["access", "apiKeyId"],
      options,
    });
  }
}
export interface ApplePayDomainScopes extends ApplePayDomainScopesOutputs {}

/** What the declared key itself shows, before there is anything live to look at. Outputs are judged by the provider. */
function refuseKey(name: string, key: ApiKey): void {
  const args = argsOf(key);
  if (args === undefined) return;
  const refuse = (why: string): never => {
    throw new pulumi.RunError(`ApplePayDomainScopes ${JSON.stringify(name)}: ${why}`);
  };
  if (args.type === "publishable")
    refuse("apiKeyId is a publishable key; the service ignores its scopes. Name a secret key.");
  if (Array.isArray(args.scopes) && args.scopes.includes("*")) {
    refuse("apiKeyId holds *, which is every scope already. Give the key explicit scopes.");
  }
  const delegated = args.delegatedScopes;
  const isKnown = Array.isArray(delegated) && delegated.every((each) => typeof each === "string");
  if (delegated === undefined || (isKnown && !delegated.includes(applePayNamespace))) {
    const line = `delegatedScopes: ["${applePayNamespace}"]`;
    refuse(`the key does not delegate the namespace, so both would write it. Add ${line} to the ApiKey.`);
  }
}
