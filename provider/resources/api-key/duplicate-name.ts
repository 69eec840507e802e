import { type ApiKeyRecord, canonicalName, sameName } from "../../api/contract/api-key.js";
import { PaymentServiceError } from "../../api/errors.js";
import type { PaymentAccount } from "../../api/service.js";
import { Refusal } from "../../lifecycle/failure.js";
import type { ResourceInput } from "../../lifecycle/inputs.js";
import type { Memory } from "../../lifecycle/memory.js";
import type { Scene } from "../../lifecycle/resource.js";
import { shellWord } from "../../text/shell-word.js";
import type { ApiKeyArgs } from "./schema.js";

export type Account = Pick<PaymentAccount, "serviceUrl" | "accountId">;
type Candidate = Pick<ApiKeyRecord, "id" | "createdAt">;

/** The two ways on with a key that nobody is proved to own. Pure. */
export function waysOn({ id, createdAt }: Candidate): string {
  return [
    `  - ${id}${createdAt === undefined ? "" : `, created ${createdAt}`}`,
    `      keep it: adoptId: ${JSON.stringify(id)}`,
    `      delete it: pulumi-payments orphans --delete ${shellWord(id)}`,
  ].join("\n");
}

/** Why a key of this name is not created: there are others, and nothing proves that they are not its twins. Pure. */
export function duplicateRefusal(name: string, others: readonly Candidate[], account: Account): string | undefined {
  if (others.length === 0) return undefined;
  return [
    `account ${account.accountId} has ${others.length === 1 ? "a live key" : `${others.length} live keys`} named ${JSON.stringify(name)} already, and this stack is not seen to hold ${others.length === 1 ? "it" : "them"}; one may be left of a creation whose answer was lost:`,
    ...others.map(waysOn),
    'If the key is this stack\'s own and only its resource has another name now, give the resource the option aliases: [{ name: "<the old one>" }]. allowDuplicateName: true creates one more of the same name.',
  ].join("\n");
}

const placeOf = (account: Account, id: string) => ({ account, className: "ApiKey", id });

/** The keys of this name that state, as far as this run has seen it, does not hold. Pure. */
export function notHeld<Key extends Candidate>(
  named: readonly Key[],
  { urn }: Pick<ResourceInput, "urn">,
  name: string | undefined,
  { account, memory }: { account: Account; memory: Pick<Memory, "holder" | "holdsAny" | "stateHasName"> },
): Key[] {
  const others = named.filter(({ id }) => memory.holder(placeOf(account, id)) === undefined);
  // 'pulumi up --replace' asks for no diff, so that of the key that is replaced the name is known and not the id.
  const isReplacedUnseen = name !== undefined && memory.stateHasName(urn, name) && !memory.holdsAny("ApiKey", urn);
  return isReplacedUnseen ? others.slice(0, -1) : others;
}

/** Claims a declared name for one resource of the program; the urn of another one that declares it as well. */
function claimName({ account, memory }: Pick<Scene, "account" | "memory">, name: string, urn: string) {
  return memory.claim(`${account.serviceUrl} ${account.accountId} name ${canonicalName(name)}`, urn);
}

const namesakeLine = (namesake: string, name: string): string =>
  `${namesake} of this program declares the name ${JSON.stringify(name)} as well. Give each key a name of its own, or set allowDuplicateName: true on this one.`;

/** Why an update may not give this name to a key: another resource of the program has it. */
export function renameRefusal(
  scene: Pick<Scene, "account" | "memory" | "urn">,
  { name, allowDuplicateName }: Partial<ApiKeyArgs>,
): string | undefined {
  if (name === undefined || allowDuplicateName) return undefined;
  const namesake = claimName(scene, name, scene.urn ?? "");
  return namesake === undefined ? undefined : namesakeLine(namesake, name);
}

/** Another resource of this program that declares the name for a key that it manages. Pure. */
function namesakeOf(
  named: readonly ApiKeyRecord[],
  { urn }: ResourceInput,
  name: string,
  { account, memory }: Pick<Scene, "account" | "memory">,
): string | undefined {
  for (const { id } of named) {
    const manager = memory.managerOf(placeOf(account, id), urn);
    const declared = memory.declaredOf(placeOf(account, id))?.known as Partial<ApiKeyArgs> | undefined;
    if (manager !== undefined && declared?.name !== undefined && sameName(declared.name, name)) return manager;
  }
  return undefined;
}

/** Why no key of the declared name may be created now. Reads; undefined: nothing stands against it. */
export async function duplicateName(
  scene: Scene,
  { name, allowDuplicateName }: Partial<ApiKeyArgs>,
  resource: ResourceInput,
): Promise<string | undefined> {
  if (name === undefined || allowDuplicateName) return undefined;
  const { account, memory } = scene;
  const { apiKeys } = account;
  // After a creation of this run that may have happened, only a reading that began since proves anything.
  const keys = await (memory.isInDoubt(account, name) ? apiKeys.findByNameNow(name) : apiKeys.findByName(name));
  const namesake = claimName(scene, name, resource.urn) ?? namesakeOf(keys, resource, name, scene);
  if (namesake !== undefined) return namesakeLine(namesake, name);
  return duplicateRefusal(name, notHeld(keys, resource, name, scene), account);
}

/** The same right before a key is created. @throws Refusal */
export async function refuseDuplicateName(scene: Scene, args: ApiKeyArgs, resource: ResourceInput): Promise<void> {
  let refusal: string | undefined;
  try {
    refusal = await duplicateName(scene, args, resource);
  } catch (error) {
    if (!PaymentServiceError.isInstance(error)) throw error;
    refusal = `whether there is another key named ${JSON.stringify(args.name)} could not be looked at: ${error.message} allowDuplicateName: true creates without looking.`;
  }
  if (refusal !== undefined) throw new Refusal(`not created: ${refusal}`);
}

/** Another run may have created a key of this name at the same moment: both are there then, and each run reports the other. */
export async function reportTwins(scene: Scene, live: ApiKeyRecord, name: string): Promise<void> {
  const { account, memory, voice } = scene;
  try {
    for (const { id, record } of await account.apiKeys.newest()) {
      const isTwin = id !== live.id && record !== undefined && sameName(record.name, name);
      if (isTwin && memory.holder(placeOf(account, id)) === undefined)
        await voice.warn(possibleDuplicate(record, live.id));
    }
  } catch (error) {
    if (!PaymentServiceError.isInstance(error)) throw error;
    await voice.warn(
      `whether another run created a key named ${JSON.stringify(name)} at the same moment was not seen: ${error.message} The next preview looks again.`,
    );
  }
}

/** Reports live keys that have the declared name of a key that state records. A list that cannot be read reports nothing here. */
export async function warnAboutDuplicates(scene: Scene, live: ApiKeyRecord): Promise<void> {
  const { account, memory, voice } = scene;
  const declared = memory.declaredOf(placeOf(account, live.id))?.known as Partial<ApiKeyArgs> | undefined;
  if (declared?.name === undefined || declared.allowDuplicateName) return;
  const namesake = claimName(scene, declared.name, scene.urn ?? "");
  if (namesake !== undefined) await voice.warn(namesakeLine(namesake, declared.name));
  const named = await account.apiKeys.findByName(declared.name).catch((error: unknown) => {
    if (PaymentServiceError.isInstance(error)) return [];
    throw error;
  });
  for (const twin of named) {
    if (twin.id !== live.id && memory.holder(placeOf(account, twin.id)) === undefined)
      await voice.warn(possibleDuplicate(twin, live.id));
  }
}

/** Pure. */
function possibleDuplicate(twin: ApiKeyRecord, id: string): string {
  return `possible duplicate: API key ${twin.id} has the same name as ${id}, ${JSON.stringify(twin.name)}, and this stack is not seen to hold it. It may come from a creation whose answer was lost, from another run, or from a colleague; a name does not tell. It is left alone. If nobody needs it:\n${waysOn(twin)}\nallowDuplicateName: true on this resource accepts keys of the same name.`;
}
