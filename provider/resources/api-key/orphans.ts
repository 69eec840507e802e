import type { ApiKeyRecord } from "../../api/contract/api-key";
import { PaymentServiceError } from "../../api/errors";
import { madeFor, madeForOf } from "../../lifecycle/generated-name";
import type { ResourceInput } from "../../lifecycle/inputs";
import type { Declarations, ResourceContext } from "../../lifecycle/resource";
import { keyPlace, type RunRegistry } from "../../lifecycle/run-registry";
import { logicalNameOf } from "../../text/names";
import { printable } from "../../text/printable";
import { recoveryOptions } from "../../text/recovery-options";

type NamedKey = Pick<ApiKeyRecord, "id" | "name" | "createdAt">;

/**
 * Live keys whose whole name was made for this resource and that state is not seen to hold: what a run leaves that was
 * stopped between a creation and the saving of state. Pure.
 *
 * @param prefixes `<logical name>-<tag>` of the resource, and those that it had before
 */
export function leftOver<Key extends NamedKey>(
  keys: readonly Key[],
  prefixes: readonly string[],
  { account, registry }: { account: Declarations["account"]; registry: Pick<RunRegistry, "recordedBy"> },
): Key[] {
  const isRecorded = (id: string): boolean => registry.recordedBy(keyPlace(account, id)) !== undefined;
  const byPrefix = indexOf(keys);
  return [...new Set(prefixes)].flatMap((prefix) => (byPrefix.get(prefix) ?? []).filter(({ id }) => !isRecorded(id)));
}

/** A thousand resources look at one list: it is read by prefix once. */
const indexes = new WeakMap<readonly NamedKey[], ReadonlyMap<string, NamedKey[]>>();

function indexOf<Key extends NamedKey>(keys: readonly Key[]): ReadonlyMap<string, Key[]> {
  const known = indexes.get(keys);
  if (known !== undefined) return known as ReadonlyMap<string, Key[]>;
  const index = new Map<string, Key[]>();
  for (const key of keys) {
    const prefix = madeForOf(key.name);
    if (prefix === undefined) continue;
    const same = index.get(prefix);
    if (same === undefined) index.set(prefix, [key]);
    else same.push(key);
  }
  indexes.set(keys, index);
  return index;
}

/** What the names of a resource's keys begin with, now and before it was renamed. Pure. */
export const prefixesOf = ({ urn, tag, former }: ResourceInput, label?: string): string[] =>
  [{ name: logicalNameOf(urn), tag }, ...former]
    .filter((each) => each.tag !== "")
    .map((each) => madeFor(label ?? each.name, each.tag));

/** Reports each such key, and touches none: another state of the same stack may hold it. A list that cannot be read reports nothing here. */
export async function warnAboutOrphans(context: ResourceContext, prefixes: readonly string[]): Promise<void> {
  const { account, registry, urn = "", log } = context;
  // 'pulumi up --replace' asks for no diff: the key that state holds may be any of them.
  const isUnobservedReplacement = registry.inputsInState({ urn }) !== undefined && !registry.recordsAny("ApiKey", urn);
  if (prefixes.length === 0 || isUnobservedReplacement) return;
  const keys = await account.apiKeys.all().catch((error: unknown) => {
    if (PaymentServiceError.isInstance(error)) return [];
    throw error;
  });
  for (const key of leftOver(keys, prefixes, context)) await log.warn(orphanLine(key, urn));
}

/** Pure. */
export function orphanLine(key: NamedKey, urn?: string): string {
  return `orphan: API key ${key.id}, named ${printable(JSON.stringify(key.name))}, was created for this resource, but state does not record it. A run may have stopped before it saved its state; then the value is lost. The provider leaves the key alone: the command below reads every state that you name, and deletes it only if none holds it.\n${recoveryOptions(key, urn)}`;
}
