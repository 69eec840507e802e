import { ownCommand } from "./own-command";
import { shellWord } from "./shell-word";

/**
 * The two ways to go on with a key that nobody is proved to own. Pure.
 *
 * @param urn of a resource of the stack whose state the command has to read
 */
export function recoveryOptions(
  { id, createdAt }: { id: string; createdAt?: string | undefined },
  urn?: string,
): string {
  const [, stack] = /^urn:pulumi:(.+?)::/.exec(urn ?? "") ?? [];
  const where = stack === undefined ? "" : ` --stack ${shellWord(stack)}`;
  return [
    `  - ${id}${createdAt === undefined ? "" : `, created ${createdAt}`}`,
    `      keep it: adoptId: ${JSON.stringify(id)}`,
    `      delete it: ${ownCommand} orphans${where} --delete ${shellWord(id)}`,
  ].join("\n");
}
