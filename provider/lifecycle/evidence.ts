import type { ApiKeyRecord } from "../api/contract/api-key";
import { sameAddress } from "../configuration/address";
import { type Credential, narrows, selfVerdictOf } from "../guards/credential";
import type { Evidence, KeyDeletion, KeyUpdate, KnownValue, SelfVerdict } from "../guards/guard";
import { findingsOf } from "../guards/index";
import { claimName, namesakesOf } from "./namesakes";
import type { ResourceContext } from "./resource";
import { keyPlace } from "./run-registry";

/** What the guards of a write on a key need of whoever writes. */
export type KeyWriteContext = Pick<ResourceContext, "account" | "connection" | "configuration" | "log" | "clock">;

/** The credentials of this run at one service, each once. */
function credentialsOf({
  connection,
  configuration,
}: Pick<ResourceContext, "connection" | "configuration">): Credential[] {
  const all = [configuration.main, ...configuration.profiles.values()].filter(
    (each) => each !== undefined && sameAddress(each.serviceUrl, connection.serviceUrl),
  );
  const byValue = new Map<string, Credential>();
  for (const each of [connection, ...all]) {
    const value = each!.settings.apiKey;
    byValue.set(value, { value, apiKeyId: byValue.get(value)?.apiKeyId ?? each!.apiKeyId });
  }
  return [...byValue.values()];
}

/** Whether a key is one that the run authenticates with. Asks the service only where nothing else tells. */
export async function selfVerdict(
  context: Pick<ResourceContext, "account" | "connection" | "configuration">,
  id: string,
  { value, isGiven }: KnownValue,
): Promise<SelfVerdict> {
  const recordedValue = typeof value === "string" ? value : undefined;
  const evidence = { id, recordedValue, credentials: credentialsOf(context) };
  const verdict = selfVerdictOf({ ...evidence, shown: [] });
  if (verdict === "self" || (verdict === "other" && !isGiven)) return verdict;
  return selfVerdictOf({ ...evidence, shown: await context.account.apiKeys.all() });
}

/** What every evidence holds. */
export function evidenceOf({ account, configuration, connection }: KeyWriteContext, id: string): Evidence {
  return { accountId: account.accountId, connection, selfAllowed: configuration.allowSelf.has(id) };
}

/** For the guards of a deletion, about the key as it was just read. */
export async function deletionEvidence(
  context: KeyWriteContext,
  deletion: KeyDeletion,
  live: ApiKeyRecord,
): Promise<Evidence> {
  const { id, known } = deletion;
  const self = deletion.self ?? (await selfVerdict(context, id, known));
  const evidence = { ...evidenceOf(context, id), live, self };
  if (deletion.deletionGuard === "off") return evidence;
  const { account, clock, configuration } = context;
  const lastUses = [live.lastUsed, deletion.recordedUse].filter((time) => time !== undefined);
  const isShown = lastUses.length > 0 || (await account.apiKeys.showsLastUse());
  const nowMs = account.apiKeys.serviceNowMs() ?? clock.now().getTime();
  return { ...evidence, use: { lastUses, isShown, nowMs, forced: configuration.force.has(id) } };
}

/** Who has the key that a write adopts. Claims it: a resource that the run meets later is refused. */
export function adoptionEvidence(
  { account, registry, urn = "" }: ResourceContext,
  { id, adopts }: KeyUpdate,
): Partial<Evidence> {
  if (adopts === undefined) return {};
  const place = keyPlace(account, id);
  // A resource that only a refresh of this run met ("") may be given up by the program just now.
  const recordedBy = registry.recordedBy(place) || undefined;
  return recordedBy === undefined ? { managedBy: registry.manage(place, urn) } : { recordedBy };
}

/** Who has the key and the name that an update takes. Claims both, as far as the update takes them. */
export function claimEvidence(context: ResourceContext, update: KeyUpdate): Evidence {
  const { id, uniqueName } = update;
  const declaredBy = uniqueName === undefined ? undefined : claimName(context, uniqueName);
  return { ...evidenceOf(context, id), ...adoptionEvidence(context, update), namesakes: { declaredBy, keys: [] } };
}

/** For the guards of an update, about the key as the snapshot shows it. */
export async function updateEvidence(
  context: ResourceContext,
  update: KeyUpdate,
  live: ApiKeyRecord,
): Promise<Evidence> {
  const body = update.merge(live);
  const self = narrows(live.scopes, body?.scopes) ? { self: await selfVerdict(context, update.id, update.known) } : {};
  return { ...claimEvidence(context, update), live, body, ...self };
}

/** What the guards say of a creation. */
export async function creationFindings(context: ResourceContext, uniqueName: string | undefined) {
  if (uniqueName === undefined) return [];
  const { account, connection } = context;
  const namesakes = await namesakesOf(context, uniqueName);
  return findingsOf({ write: "create", uniqueName }, { accountId: account.accountId, connection, namesakes });
}
