import { packageVersion } from "../../provider/text/package-version";
import { dynamicTypeToken, nativeTypeToken } from "../../provider/text/type-token";
import type { Host } from "../host";

/** The package's own version, which the plugin of the same installation has too. */
export const version = packageVersion();

/** The provider plugin of this package. Resources of the dynamic form become its own without a step. */
export const nativeHost: Host = {
  typeToken: nativeTypeToken,
  properties: () => ({}),
  told: ({ import: id }) => ({ version, ...(id !== undefined && { import: id }) }),
  options: (className) => ({ version, aliases: [{ type: dynamicTypeToken(className) }] }),
  refused: (_, { customTimeouts }) =>
    customTimeouts === undefined
      ? []
      : ["the option customTimeouts is not available. Set payments:timeouts, or timeouts of the provider"],
};
