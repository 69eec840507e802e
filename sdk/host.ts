import type * as pulumi from "@pulumi/pulumi";
import { dynamicTypeToken, nativeTypeToken } from "../provider/text/type-token";
import { type ResourceClassName, referenceTo } from "./reference";

/** How the resources of a class reach their provider. */
export interface Host {
  /** The type token of a class. */
  typeToken(className: ResourceClassName): string;
  /** Properties that the provider needs beside the arguments. */
  properties(className: ResourceClassName): object;
  /** What the provider is told of a resource beside what every host is told. */
  told(options: pulumi.CustomResourceOptions): object;
  /** Options that the engine needs beside the program's own. */
  options(className: ResourceClassName): pulumi.CustomResourceOptions;
  /** Options of the program that this host can't honor: a reason for each. */
  refused(className: ResourceClassName, options: pulumi.CustomResourceOptions): string[];
}

/** What serves whoever looks for a resource that exists already, by class. */
const existing: Readonly<Record<ResourceClassName, string>> = {
  ApiKey:
    "To look up a key that the program does not manage, use getApiKey({ id }). To manage it, declare it with the argument adoptId: new ApiKey(name, { adoptId: id, … })",
  RotatingApiKey:
    "To look up a key that the program does not manage, use getApiKey({ id }). To rotate it, declare it with the argument adoptId: new RotatingApiKey(name, { adoptId: id, … })",
  WebhookEndpoint:
    "To look up an endpoint, use getWebhookEndpoint({ id }). To keep it active, declare it: new WebhookEndpoint(name, { endpointId: id, … })",
  ApplePayDomainScopes:
    "To look up the scopes of a key, use getApiKey({ id }). To manage those for Apple Pay, declare them: new ApplePayDomainScopes(name, { apiKeyId: id, … })",
};

/** Why a dynamic resource can't be read by its id. */
export const getRefused = (className: ResourceClassName): string =>
  `${className}.get is not available. ${existing[className]}`;

/** Pulumi's dynamic provider: state holds a constant reference to the installed package, never code. */
export const dynamicHost: Host = {
  typeToken: dynamicTypeToken,
  properties: (className) => ({ __provider: referenceTo(className) }),
  told: () => ({}),
  // A resource of the provider plugin becomes this one without a step.
  options: (className) => ({ aliases: [{ type: nativeTypeToken(className) }] }),
  refused(className, options) {
    const problems: string[] = [];
    if (options.import !== undefined) {
      problems.push(
        "the option import is not available to dynamic providers. Name the key with the argument adoptId (ApiKey), or its id (others)",
      );
    }
    if (options.id !== undefined) problems.push(`reading by the option id is not available. ${existing[className]}`);
    if (options.customTimeouts !== undefined) {
      problems.push(
        "the option customTimeouts never reaches a dynamic provider. Set payments:timeouts in the stack's configuration",
      );
    }
    return problems;
  },
};
