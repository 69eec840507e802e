import { createRequire, Module } from "node:module";

/**
 * Lets a module be loaded with its first use in place of with those that name it, for what packages load and a command never uses. To
 * whoever uses it, it is the same. Nothing happens where it cannot be found, or is loaded already.
 * @param name as `importer` calls it
 * @param importer a package of ours, for what its own dependencies are
 */
export function loadLater(name: string, importer?: string): void {
  const file = find(name, importer);
  if (file === undefined || require.cache[file]) return;
  const load = (): object => {
    if (require.cache[file] === standIn) delete require.cache[file];
    return require(file) as object;
  };
  const standIn = new Module(file);
  standIn.loaded = true;
  standIn.exports = new Proxy(
    {},
    {
      // Asked of every module by those that import it as a namespace, which is no use of it.
      get: (_, property) => (property === "__esModule" ? true : Reflect.get(load(), property)),
      has: (_, property) => Reflect.has(load(), property),
    },
  );
  require.cache[file] = standIn;
}

function find(name: string, importer: string | undefined): string | undefined {
  try {
    return (importer === undefined ? require : createRequire(require.resolve(importer))).resolve(name);
  } catch {
    return undefined;
  }
}
