import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import { PaymentServiceError } from "../../api/errors.js";
import { readGeneratedName } from "../../lifecycle/generated-name.js";
import type { Memory } from "../../lifecycle/memory.js";
import type { Scene } from "../../lifecycle/resource.js";
import { printable } from "../../text/printable.js";
import { type Account, waysOn } from "./duplicate-name.js";

/**
 * Live keys whose name was made for this resource and that state is not seen to hold: what a run leaves that was stopped
 * between a creation and the saving of state. Pure.
 */
export function leftOver(
  keys: readonly Pick<ApiKeyRecord, "id" | "name" | "createdAt">[],
  tag: string,
  { account, memory }: { account: Account; memory: Pick<Memory, "holder"> },
): Pick<ApiKeyRecord, "id" | "name" | "createdAt">[] {
  const isHeld = (id: string): boolean => memory.holder({ account, className: "ApiKey", id }) !== undefined;
  return keys.filter(({ id, name }) => tagIn(name) === tag && !isHeld(id));
}

/** The tag of the resource that a name was made for. Pure. */
export const tagIn = (generatedName = ""): string | undefined => readGeneratedName(generatedName)?.tag;

/** Tells of each such key, and touches none: another state of the same stack may hold it. A list that can't be read tells nothing here. */
export async function sayLeftOver(scene: Scene, tag: string | undefined): Promise<void> {
  if (tag === undefined || tag === "") return;
  const { account, voice } = scene;
  const keys = await account.apiKeys.all().catch((error: unknown) => {
    if (PaymentServiceError.isInstance(error)) return [];
    throw error;
  });
  for (const key of leftOver(keys, tag, scene)) {
    await voice.warn(
      `left over: API key ${key.id}, named ${printable(key.name)}, was made for this resource, and state is not seen to hold it. A run may have been stopped before its state was saved; then its value is lost. Unless state holds it to delete it ('pulumi-payments orphans' tells), settle it:\n${waysOn(key, account)}`,
    );
  }
}
