import { renameSync, rmSync, writeFileSync } from "node:fs";
import { type Output, runtime } from "@pulumi/pulumi";

/**
 * Writes a file that only its owner can read, in `pulumi up` alone. No resource and no provider is involved, so nothing of
 * it stands in state; the other side of that is that destroy leaves it.
 */
export function writePrivateFile(path: string, content: Output<string>): void {
  content.apply((text) => {
    if (!runtime.isDryRun()) replacePrivately(path, text);
  });
}

/** Whole or not at all, and never readable for others: a file that is there already would keep its mode. */
function replacePrivately(path: string, text: string): void {
  const next = `${path}.${process.pid}.new`;
  rmSync(next, { force: true });
  writeFileSync(next, text, { mode: 0o600, flag: "wx" });
  renameSync(next, path);
}
