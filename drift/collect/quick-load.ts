/**
 * Node loads this file first in every process of a look (`--require` in NODE_OPTIONS). The Pulumi SDK loads a compiler and an
 * npm client as it starts, 600 ms of a processor for each look, and needs them only to serialize closures: here they are
 * loaded when something of them is first used. Nothing else is touched.
 */
type Load = (request: string, parent: { filename?: string } | undefined, isMain: boolean) => object;
interface Loader {
  _load: Load;
  _resolveFilename: Load;
}

/** What is loaded late, and by which file of the SDK. */
const late: Readonly<Record<string, RegExp>> = {
  "@npmcli/arborist": /[\\/]@pulumi[\\/]pulumi[\\/]runtime[\\/]closure[\\/]codePaths\.js$/,
  typescript: /[\\/]@pulumi[\\/]pulumi[\\/]typescript-shim\.js$/,
};

const loader = require("node:module") as Loader;
const load = loader._load;
loader._load = (...call) => {
  const [request, parent] = call;
  if (!Object.hasOwn(late, request) || late[request]?.test(parent?.filename ?? "") !== true) return load(...call);
  // One that is not installed fails at once, as it would without this file.
  loader._resolveFilename(...call);
  return new Proxy(
    {},
    {
      // With this mark the SDK takes the module as it is, and copies nothing out of it.
      get: (_, name) => (name === "__esModule" ? true : Reflect.get(load(...call), name)),
      has: (_, name) => Reflect.has(load(...call), name),
    },
  );
};
