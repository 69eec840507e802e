import { shellWord } from "./shell-word.js";

/** The two ways to go on with a key that nobody is proved to own. Pure. */
export function recoveryOptions({ id, createdAt }: { id: string; createdAt?: string | undefined }): string {
  return [
    `  - ${id}${createdAt === undefined ? "" : `, created ${createdAt}`}`,
    `      keep it: adoptId: ${JSON.stringify(id)}`,
    `      delete it: pulumi-payments orphans --delete ${shellWord(id)}`,
  ].join("\n");
}
