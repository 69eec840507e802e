import { isRefreshAsked } from "../dynamic/ancestors";
import { packageVersion } from "../text/package-version";
import { type Handler, type Serving, serveCalls } from "../wire/server";
import { sdkMessages } from "./sdk-messages";

/**
 * Serves the plugin to the engine at this address. What decides and acts is loaded with the first call: the engine is told
 * the port as soon as there is one.
 */
export function servePlugin(address: string): Promise<Serving> {
  const sdk = sdkMessages();
  const version = packageVersion();
  let handlers: Record<string, Handler> | undefined;
  const load = (): Record<string, Handler> => {
    const { pluginHandlers } = require("./plugin") as typeof import("./plugin");
    handlers ??= pluginHandlers(sdk, version, { address, isRefreshAsked: isRefreshAsked() });
    return handlers;
  };
  const names = [
    ...["handshake", "attach", "getPluginInfo", "getSchema", "checkConfig", "diffConfig", "configure", "invoke"],
    ...["check", "diff", "create", "read", "update", "delete", "cancel"],
  ];
  const later = names.map((name): [string, Handler] => [name, (request) => load()[name]?.(request)]);
  const serving = serveCalls(sdk.service, Object.fromEntries(later));
  void serving.then(() => setImmediate(load));
  return serving;
}
