/**
 * The insides of the SDK whose dynamic-provider process this is, started as
 * `node <sdk>/cmd/dynamic-provider <engine address>`. Undefined anywhere else, and for a module that an SDK does not have:
 * whoever asks has a way to do without.
 */
export function sdkModule<Module>(path: string): Module | undefined {
  const main = require.main;
  if (!main?.filename.includes("dynamic-provider")) return undefined;
  try {
    return main.require(path) as Module;
  } catch {
    return undefined;
  }
}
