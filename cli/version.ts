import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version in the package's own manifest: one folder up in the sources, two in the build. */
export function version(): string {
  for (const up of ["..", "../.."]) {
    try {
      return (JSON.parse(readFileSync(join(__dirname, up, "package.json"), "utf8")) as { version: string }).version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new Error(
    "The package.json of pulumi-payments is missing, so its version is unknown. Install the package again.",
  );
}
