import { chmodSync, chownSync, renameSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";

const nobody = 65534;

/** Ways in which somebody else can get hold of a folder that we are about to trust. */
export const takeovers: readonly (readonly [string, (folder: string) => void])[] = [
  ["everybody can write to", (folder) => chmodSync(folder, 0o777)],
  ["a group can write to", (folder) => chmodSync(folder, 0o770)],
  [
    "is a symbolic link",
    (folder) => {
      renameSync(folder, `${folder}.elsewhere`);
      symlinkSync(`${folder}.elsewhere`, folder);
    },
  ],
  ["is in a folder that everybody can write to", (folder) => chmodSync(dirname(folder), 0o777)],
  // Only root can give a folder away.
  ...(process.getuid?.() === 0
    ? [["another user owns", (folder: string) => chownSync(folder, nobody, nobody)] as const]
    : []),
];
