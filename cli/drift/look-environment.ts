import { compileCacheFolder } from "../compile-cache";
import { printError } from "../terminal";

/**
 * What every look adds to the environment. The provider records, and refuses all but GET; what lets a single run write
 * more than usual is taken out. The program is compiled without a check of its types, which is not drift's concern, and
 * Node keeps what it compiled from one look to the next.
 */
export function lookEnvironment(given: NodeJS.ProcessEnv): Record<string, string> {
  return {
    PAYMENTS_DRIFT_CHECK: "collect",
    PAYMENTS_READ_ONLY: "1",
    ...Object.fromEntries(loosening.map((name) => [name, ""])),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_NODEJS_TRANSPILE_ONLY: given.PULUMI_NODEJS_TRANSPILE_ONLY ?? "true",
    ...(given.NODE_COMPILE_CACHE === undefined && compileCache(given)),
  };
}

/** A look starts several processes, each of which compiles the SDK. */
function compileCache(given: NodeJS.ProcessEnv): Record<string, string> {
  try {
    return { NODE_COMPILE_CACHE: compileCacheFolder(given) };
  } catch (error) {
    printError(`Compiled code is not kept, which costs time: ${(error as Error).message}.\n`);
    return {};
  }
}

const loosening = [
  "PAYMENTS_FORCE",
  "PAYMENTS_ALLOW_SELF",
  "PAYMENTS_REHOME",
  "PAYMENTS_ROTATE_NOW",
  "PAYMENTS_REVOKE_NOW",
];
