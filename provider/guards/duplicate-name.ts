import type { ApiKeyRecord } from "../api/contract/api-key";
import { recoveryOptions } from "../text/recovery-options";
import type { Guard } from "./guard";

/** No key gets a declared name that another key has: after a lost answer nothing would tell the two apart. */
export const duplicateName: Guard = {
  name: "duplicate-name",
  needsLive: () => false,
  check(write, { accountId, namesakes }) {
    if (!("uniqueName" in write) || write.uniqueName === undefined || namesakes === undefined) return [];
    const { uniqueName: name } = write;
    const refuse = (why: string) => [{ path: "name", why }];
    if (namesakes.declaredBy !== undefined) return refuse(namesakeLine(namesakes.declaredBy, name));
    const why = duplicateRefusal(name, namesakes.keys, accountId, namesakes.urn);
    return why === undefined ? [] : refuse(why);
  },
};

export const namesakeLine = (namesake: string, name: string): string =>
  `${namesake} of this program also declares the name ${JSON.stringify(name)}. Give each key its own name, or set allowDuplicateName: true on this one.`;

/** Why a key of this name is not created: there are others, and nothing proves that they are not its twins. Pure. */
export function duplicateRefusal(
  name: string,
  others: readonly Pick<ApiKeyRecord, "id" | "createdAt">[],
  accountId: string,
  urn?: string,
): string | undefined {
  if (others.length === 0) return undefined;
  return [
    `account ${accountId} has ${others.length === 1 ? "a live key" : `${others.length} live keys`} named ${JSON.stringify(name)} already, and this stack's state does not record ${others.length === 1 ? "it" : "them"}. One may come from a create whose response was lost:`,
    ...others.map((other) => recoveryOptions(other, urn)),
    'If the key belongs to this stack and only its resource was renamed, give the resource the option aliases: [{ name: "<the old one>" }]. To create one more of the same name, declare allowDuplicateName: true.',
  ].join("\n");
}
