import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import { PaymentServiceError } from "../../api/errors.js";
import type { PaymentAccount } from "../../api/service.js";
import { Refusal } from "../../lifecycle/failure.js";
import type { ResourceInput } from "../../lifecycle/inputs.js";
import type { Memory } from "../../lifecycle/memory.js";
import type { Scene } from "../../lifecycle/resource.js";
import type { ApiKeyArgs } from "./schema.js";

export type Account = Pick<PaymentAccount, "serviceUrl" | "accountId">;
type Candidate = Pick<ApiKeyRecord, "id" | "createdAt">;

/** The two ways on with a key of which nothing proves whose it is. Pure. */
export function waysOn({ id, createdAt }: Candidate, { serviceUrl, accountId }: Account): string {
  const address = `${serviceUrl}/v1/api-keys/${encodeURIComponent(id)}`;
  const headers = `-H "payments-api-key: $PAYMENTS_API_KEY" -H "payments-account: ${accountId}"`;
  return [
    `  - ${id}${createdAt === undefined ? "" : `, created ${createdAt}`}`,
    `      keep it: adoptId: ${JSON.stringify(id)}`,
    `      delete it: curl -X DELETE ${headers} ${address}`,
  ].join("\n");
}

/** Why a key of this name is not created: there are others, and nothing proves that they are not its twins. Pure. */
export function duplicateRefusal(name: string, others: readonly Candidate[], account: Account): string | undefined {
  if (others.length === 0) return undefined;
  return [
    `account ${account.accountId} has ${others.length === 1 ? "a live key" : `${others.length} live keys`} named ${JSON.stringify(name)} already, and this stack is not seen to hold ${others.length === 1 ? "it" : "them"}; one may be left of a creation whose answer was lost:`,
    ...others.map((other) => waysOn(other, account)),
    'If the key is this stack\'s own and only its resource has another name now, give the resource the option aliases: [{ name: "<the old one>" }]. allowDuplicateName: true creates one more of the same name.',
  ].join("\n");
}

/** The keys of this name that state, as far as this run has seen it, does not hold. Pure. */
export function notHeld<Key extends Candidate>(
  named: readonly Key[],
  { urn }: Pick<ResourceInput, "urn">,
  name: string,
  { account, memory }: { account: Account; memory: Pick<Memory, "holder" | "holdsAny" | "stateHasName"> },
): Key[] {
  const others = named.filter(({ id }) => memory.holder({ account, className: "ApiKey", id }) === undefined);
  // 'pulumi up --replace' asks for no diff, so that of the key that is replaced the name is known and not the id.
  const isReplacedUnseen = memory.stateHasName(urn, name) && !memory.holdsAny("ApiKey", urn);
  return isReplacedUnseen ? others.slice(0, -1) : others;
}

/** Why no key of the declared name may be created now. Reads; undefined: nothing stands against it. */
export async function duplicateName(
  scene: Scene,
  { name, allowDuplicateName }: Partial<ApiKeyArgs>,
  resource: ResourceInput,
): Promise<string | undefined> {
  if (name === undefined || allowDuplicateName) return undefined;
  const { account, memory } = scene;
  // After a creation of this run that may have happened, only a reading that began since proves anything.
  const { apiKeys } = account;
  const keys = await (memory.isInDoubt(account, name) ? apiKeys.findByNameNow(name) : apiKeys.findByName(name));
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
