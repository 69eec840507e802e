import type * as pulumi from "@pulumi/pulumi";
import type { GetApiKeyArgs, GetApiKeyResult } from "./generated/get-api-key";
import { type AsInputs, type ReadingOptions, read, readOutput } from "./read";

/**
 * Looks one API key up by its id or its name, without managing it: metadata, never the value. Needs a credential with
 * `api_keys:read` and nothing else.
 *
 * @throws NotFoundError where the key is proven absent
 * @throws ReadingError with the code `ambiguous` where several keys have the name, `unreadable` where nothing is known
 *
 * @example
 * const billing = getApiKey({ name: "billing" });
 * export const billingScopes = billing.then(({ scopes }) => scopes);
 */
export function getApiKey(args: GetApiKeyArgs): Promise<GetApiKeyResult> {
  return read<GetApiKeyResult>("getApiKey", args);
}

/**
 * The same for arguments that may be Outputs. It reads once they are known, and a preview in which they are not shows
 * the result as unknown.
 *
 * @example
 * const shop = new ApiKey("shop", { type: "secret", scopes: ["accounts:read"] });
 * export const shopName = getApiKeyOutput({ id: shop.id }).name;
 */
export function getApiKeyOutput(
  args: AsInputs<GetApiKeyArgs>,
  options?: ReadingOptions,
): pulumi.Output<GetApiKeyResult> {
  return readOutput<GetApiKeyResult>("getApiKey", args, options);
}
