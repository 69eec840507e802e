import type * as pulumi from "@pulumi/pulumi";
import type { GetApiKeysArgs, GetApiKeysResult } from "./generated/get-api-keys";
import { type AsInputs, type ReadingOptions, read, readOutput } from "./read";

/**
 * Lists the API keys of an account, newest first: metadata, never a value. A list that can't be read whole is an error,
 * never a shorter list.
 *
 * @throws ReadingError with the code `unreadable` where the list, or a key that may fit, could not be read
 *
 * @example
 * const writers = getApiKeys({ filter: { type: "secret", scope: "accounts:write" } });
 * export const writerNames = writers.then(({ apiKeys }) => apiKeys.map(({ name }) => name));
 */
export function getApiKeys(args: GetApiKeysArgs = {}): Promise<GetApiKeysResult> {
  return read<GetApiKeysResult>("getApiKeys", args);
}

/** The same for arguments that may be Outputs: see getApiKeyOutput. */
export function getApiKeysOutput(
  args: AsInputs<GetApiKeysArgs> = {},
  options?: ReadingOptions,
): pulumi.Output<GetApiKeysResult> {
  return readOutput<GetApiKeysResult>("getApiKeys", args, options);
}
