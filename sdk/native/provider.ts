import * as pulumi from "@pulumi/pulumi";
import type { ProviderArgs } from "../generated/provider";
import { version } from "./host";

/**
 * One account of one payment service, for programs with several. Pass it as the option `provider`. What it is not given has
 * its default: the environment never sets its address, account or credential.
 *
 * @example
 * const apiKey = new pulumi.Config("eu").requireSecret("apiKey");
 * const eu = new Provider("eu", { baseUrl: "https://eu.payments.example.com", accountId: "acct_eu", apiKey });
 * new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] }, { provider: eu });
 */
export class Provider extends pulumi.ProviderResource {
  static readonly __pulumiType = "payments";

  /** True for a Provider, even of another copy of this package. */
  static override isInstance(value: unknown): value is Provider {
    const type = (value as { __pulumiType?: unknown } | undefined)?.__pulumiType;
    return pulumi.Resource.isInstance(value) && type === "pulumi:providers:payments";
  }

  constructor(name: string, args: ProviderArgs, options?: pulumi.ResourceOptions) {
    const { apiKey, profiles, ...others } = args;
    // A provider's own inputs are texts: structures travel as JSON.
    const inputs = Object.fromEntries(Object.entries(others).map(([input, value]) => [input, asText(value)]));
    if (apiKey !== undefined) inputs.apiKey = pulumi.secret(apiKey);
    if (profiles !== undefined) inputs.profiles = pulumi.secret(asText(profiles));
    super(Provider.__pulumiType, name, inputs, { version, ...options });
  }
}

function asText(value: pulumi.Input<unknown>): pulumi.Output<string | undefined> {
  const known = pulumi.all([value]) as pulumi.Output<unknown[]>;
  return known.apply(([each]) => (each === undefined || typeof each === "string" ? each : JSON.stringify(each)));
}
