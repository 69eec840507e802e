/** Oldest Node with everything that this package uses: the `engines` of package.json. */
const oldestNode = "22.19.0";

/** Why this package can't run on a Node of this version; undefined where it can. Pure. */
export function oldNode(version: string): string | undefined {
  if (version.localeCompare(oldestNode, "en", { numeric: true }) >= 0) return undefined;
  return `pulumi-payments needs Node ${oldestNode} or later; this is ${version}. Install a newer Node, or put it first on PATH.`;
}
