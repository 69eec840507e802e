import { type ApiKeyRecord, canonicalName, sameName } from "../api/contract/api-key";
import { PaymentServiceError } from "../api/errors";
import { namesakeLine } from "../guards/duplicate-name";
import type { Evidence } from "../guards/guard";
import { recoveryOptions } from "../text/recovery-options";
import type { Declarations, ResourceContext } from "./resource";
import { keyPlace, type RunRegistry } from "./run-registry";

/** The declared name of a key that the program manages, where no other key may have it. */
function uniqueNameOf({ account, registry }: Declarations, id: string): string | undefined {
  const declared = registry.object(keyPlace(account, id)).declared?.known as
    | { name?: string; allowDuplicateName?: boolean }
    | undefined;
  return declared?.allowDuplicateName ? undefined : declared?.name;
}

/** The keys of this name that state, as far as this run has seen it, does not record. Pure. */
export function notRecorded<Key extends Pick<ApiKeyRecord, "id" | "createdAt">>(
  named: readonly Key[],
  urn: string,
  name: string | undefined,
  {
    account,
    registry,
  }: { account: Declarations["account"]; registry: Pick<RunRegistry, "recordedBy" | "recordsAny" | "inputsInState"> },
): Key[] {
  const others = named.filter(({ id }) => registry.recordedBy(keyPlace(account, id)) === undefined);
  // 'pulumi up --replace' asks for no diff, so that of the key that is replaced the name is known and not the id.
  const isUnobservedReplacement =
    name !== undefined && registry.inputsInState({ urn })?.name === name && !registry.recordsAny("ApiKey", urn);
  return isUnobservedReplacement ? others.slice(0, -1) : others;
}

/** Claims a declared name for one resource of the program; the urn of another one that declares it as well. */
export function claimName({ account, registry, urn = "" }: Declarations & { urn?: string | undefined }, name: string) {
  return registry.claim(`${account.serviceUrl} ${account.accountId} name ${canonicalName(name)}`, urn);
}

/** Another resource of this program that declares the name for a key that it manages. */
function managerOfNamed(named: readonly ApiKeyRecord[], context: ResourceContext, name: string): string | undefined {
  const { account, registry, urn = "" } = context;
  for (const { id } of named) {
    const manager = registry.managerOf(keyPlace(account, id), urn);
    const declared = registry.object(keyPlace(account, id)).declared?.known as { name?: string } | undefined;
    if (manager !== undefined && declared?.name !== undefined && sameName(declared.name, name)) return manager;
  }
  return undefined;
}

/** What the guard of duplicate names decides from, for a creation under a declared name. */
export async function namesakesOf(context: ResourceContext, name: string): Promise<NonNullable<Evidence["namesakes"]>> {
  const { account, registry, urn = "" } = context;
  const { apiKeys } = account;
  // After a creation of this run that may have happened, only a reading that began since proves anything.
  const named = await (registry.isInDoubt(account, name) ? apiKeys.findByNameNow(name) : apiKeys.findByName(name));
  const declaredBy = claimName(context, name) ?? managerOfNamed(named, context, name);
  return { declaredBy, keys: notRecorded(named, urn, name, context), urn: context.urn };
}

/** Another run may have created a key of this name at the same moment: both are there then, and each run reports the other. */
export async function reportTwins(context: ResourceContext, live: ApiKeyRecord, name: string): Promise<void> {
  const { account, registry, log } = context;
  try {
    for (const { id, record } of await account.apiKeys.newest()) {
      const isTwin = id !== live.id && record !== undefined && sameName(record.name, name);
      if (isTwin && registry.recordedBy(keyPlace(account, id)) === undefined)
        await log.warn(possibleDuplicate(record, live.id, context.urn));
    }
  } catch (error) {
    if (!PaymentServiceError.isInstance(error)) throw error;
    await log.warn(
      `whether another run created a key named ${JSON.stringify(name)} at the same moment is unknown: ${error.message} The next preview checks again.`,
    );
  }
}

/** Reports live keys that have the declared name of a key that state records. A list that cannot be read reports nothing here. */
export async function warnAboutDuplicates(context: ResourceContext, live: ApiKeyRecord): Promise<void> {
  const { account, registry, log } = context;
  const name = uniqueNameOf(context, live.id);
  if (name === undefined) return;
  const namesake = claimName(context, name);
  if (namesake !== undefined) await log.warn(namesakeLine(namesake, name));
  const named = await account.apiKeys.findByName(name).catch((error: unknown) => {
    if (PaymentServiceError.isInstance(error)) return [];
    throw error;
  });
  for (const twin of named) {
    if (twin.id !== live.id && registry.recordedBy(keyPlace(account, twin.id)) === undefined)
      await log.warn(possibleDuplicate(twin, live.id, context.urn));
  }
}

/** Pure. */
function possibleDuplicate(twin: ApiKeyRecord, id: string, urn: string | undefined): string {
  return `possible duplicate: API key ${twin.id} has the same name as ${id}, ${JSON.stringify(twin.name)}, and this stack's state does not record it. It may come from a create whose response was lost, from another run, or from a colleague. The provider leaves it alone. If nobody needs it:\n${recoveryOptions(twin, urn)}\nallowDuplicateName: true on this resource accepts keys of the same name.`;
}
