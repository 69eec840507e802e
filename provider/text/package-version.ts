import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version in the package's own manifest: two folders up in the sources, three in the build. */
export function packageVersion(): string {
  for (const up of ["../..", "../../.."]) {
    try {
      return (JSON.parse(readFileSync(join(__dirname, up, "package.json"), "utf8")) as { version: string }).version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new Error("The package.json of pulumi-payments is missing; install the package again.");
}
