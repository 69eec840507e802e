import { homedir } from "node:os";
import { join } from "node:path";
import { makePrivateFolder } from "../provider/report/private-folder";

/**
 * The folder in which Node keeps what it compiled. Node runs what it finds there and checks nothing, and by itself it takes one
 * with a known name in the shared folder for temporary files.
 *
 * @throws Error if the folder can't be made, or somebody else could write to it
 */
export function compileCacheFolder({ XDG_CACHE_HOME }: Readonly<Record<string, string | undefined>>): string {
  return makePrivateFolder(join(XDG_CACHE_HOME || join(homedir(), ".cache"), "pulumi-payments", "compiled"));
}
