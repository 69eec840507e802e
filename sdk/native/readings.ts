import * as pulumi from "@pulumi/pulumi";
import type { GetApiKeyArgs, GetApiKeyResult } from "../generated/get-api-key";
import type { GetApiKeysArgs, GetApiKeysResult } from "../generated/get-api-keys";
import type { GetWebhookEndpointArgs, GetWebhookEndpointResult } from "../generated/get-webhook-endpoint";
import * as own from "../index";
import type { AsInputs, ReadingName } from "../read";
import { version } from "./host";

/** By a provider of the program's own; without one the reading is the program's, with the settings of the stack. */
type Options = pulumi.InvokeOptions | undefined;

const isElsewhere = (options: Options): boolean => options?.provider !== undefined || options?.parent !== undefined;

const invoke = <Result>(name: ReadingName, args: object, options: Options): Promise<Result> =>
  pulumi.runtime.invoke(`payments:index:${name}`, { ...args }, { version, ...options }) as Promise<Result>;

const invokeOutput = <Result>(name: ReadingName, args: object, options: pulumi.InvokeOutputOptions | undefined) =>
  pulumi.runtime.invokeOutput<Result>(`payments:index:${name}`, { ...args }, { version, ...options });

/** Looks one API key up, as `getApiKey` of the dynamic form does. With the option `provider`: in the account of that provider. */
export const getApiKey = (args: GetApiKeyArgs, options?: pulumi.InvokeOptions): Promise<GetApiKeyResult> =>
  isElsewhere(options) ? invoke("getApiKey", args, options) : own.getApiKey(args);

/** The same for arguments that may be Outputs. */
export const getApiKeyOutput = (
  args: AsInputs<GetApiKeyArgs>,
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetApiKeyResult> =>
  isElsewhere(options)
    ? invokeOutput("getApiKey", args, options)
    : own.getApiKeyOutput(args, { dependsOn: options?.dependsOn as pulumi.Resource[] | undefined });

/** Lists API keys, as `getApiKeys` of the dynamic form does. With the option `provider`: in the account of that provider. */
export const getApiKeys = (args: GetApiKeysArgs = {}, options?: pulumi.InvokeOptions): Promise<GetApiKeysResult> =>
  isElsewhere(options) ? invoke("getApiKeys", args, options) : own.getApiKeys(args);

/** The same for arguments that may be Outputs. */
export const getApiKeysOutput = (
  args: AsInputs<GetApiKeysArgs> = {},
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetApiKeysResult> =>
  isElsewhere(options)
    ? invokeOutput("getApiKeys", args, options)
    : own.getApiKeysOutput(args, { dependsOn: options?.dependsOn as pulumi.Resource[] | undefined });

/** Reads a webhook endpoint, as `getWebhookEndpoint` of the dynamic form does. With the option `provider`: by that provider. */
export const getWebhookEndpoint = (
  args: GetWebhookEndpointArgs,
  options?: pulumi.InvokeOptions,
): Promise<GetWebhookEndpointResult> =>
  isElsewhere(options) ? invoke("getWebhookEndpoint", args, options) : own.getWebhookEndpoint(args);

/** The same for arguments that may be Outputs. */
export const getWebhookEndpointOutput = (
  args: AsInputs<GetWebhookEndpointArgs>,
  options?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetWebhookEndpointResult> =>
  isElsewhere(options)
    ? invokeOutput("getWebhookEndpoint", args, options)
    : own.getWebhookEndpointOutput(args, { dependsOn: options?.dependsOn as pulumi.Resource[] | undefined });
