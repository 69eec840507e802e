import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The package's own manifest: two folders up in the sources, three in the build. */
export function packageManifest(): { version: string; repository?: unknown } {
  for (const up of ["../..", "../../.."]) {
    try {
      return JSON.parse(readFileSync(join(__dirname, up, "package.json"), "utf8")) as { version: string };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new Error(
    "The package.json of pulumi-payments is missing, so its version is unknown. Install the package again.",
  );
}

/** The version that it names. */
export const packageVersion = (): string => packageManifest().version;
