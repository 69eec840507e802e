import type { ApiKeyRecord, CreateApiKeyBody } from "../api/contract/api-key";
import { PaymentServiceError } from "../api/errors";
import { isWholeValue } from "../api/whole-value";
import { recoveryOptions } from "../text/recovery-options";
import { createOnce } from "./ambiguous-create";
import { deleteAttempt, GuardRefusal, type KeyAttempt, obey } from "./apply";
import { creationFindings } from "./evidence";
import { notRecorded, reportTwins } from "./namesakes";
import { Refusal } from "./refusal";
import type { ResourceContext } from "./resource";
import { keyPlace } from "./run-registry";

/** A key to create. */
export interface KeyToCreate extends Omit<CreateApiKeyBody, "name"> {
  /** What the user chose; else what makes a name that no other attempt has. */
  name: string | (() => string);
  /** No other key may have the name that the user chose. */
  isUnique?: boolean;
}

/**
 * Creates a key, and records that this run holds it. A secret key is returned with its whole value.
 *
 * @throws GuardRefusal, PaymentServiceError, and a Refusal that says what may be left behind
 */
export async function createKey(
  context: ResourceContext,
  { name, isUnique = false, ...body }: KeyToCreate,
): Promise<ApiKeyRecord> {
  const { account, registry, urn = "" } = context;
  const { apiKeys } = account;
  const declaredName = typeof name === "string" ? name : undefined;
  const uniqueName = isUnique ? declaredName : undefined;
  await refuseDuplicate(context, uniqueName);
  const isRecorded = (id: string): boolean => registry.recordedBy(keyPlace(account, id)) !== undefined;
  let attempt: KeyAttempt | undefined;
  const live = await createOnce({
    name,
    create: (attempted) => {
      const known = apiKeys.baseline();
      // No two resources record one key: what state holds was there before.
      const before = { ...known, knows: (id: string) => known.knows(id) || isRecorded(id) };
      attempt = { type: body.type, name: attempted, before };
      return apiKeys.create({ ...body, name: attempted }, before);
    },
    // A replacement meets the key that it replaces under the same name.
    findByName: async (attempted) => notRecorded(await apiKeys.findByNameNow(attempted), urn, declaredName, context),
    discard: (id) => deleteAttempt(context, id, attempt!),
    recoveryOptions: (found) => recoveryOptions(found, urn),
    doubt: (attempted) => registry.doubt(account, attempted),
    say: (line) => context.log.warn(line),
  });
  if (body.type === "secret" && !isWholeValue(live.value)) await refuseWithoutValue(context, live, attempt!, name);
  registry.record(keyPlace(account, live.id), urn);
  if (uniqueName !== undefined) await reportTwins(context, live, uniqueName);
  return live;
}

/** @throws GuardRefusal for a name that another key has, or that could not be looked for */
async function refuseDuplicate(context: ResourceContext, uniqueName: string | undefined): Promise<void> {
  try {
    await obey(context, "not created:", await creationFindings(context, uniqueName));
  } catch (error) {
    if (!PaymentServiceError.isInstance(error)) throw error;
    throw new Refusal(
      `not created: whether there is another key named ${JSON.stringify(uniqueName)} could not be checked: ${error.message} To create it without the check, declare allowDuplicateName: true.`,
    );
  }
}

/** Nobody will ever know the value of such a key: deletes it where the name proves that this run created it. */
async function refuseWithoutValue(
  context: ResourceContext,
  live: ApiKeyRecord,
  attempt: KeyAttempt,
  name: KeyToCreate["name"],
): Promise<never> {
  const shown = `the service created API key ${live.id} but the response held no whole value, and the service shows a value only once;`;
  if (typeof name === "string") {
    throw new Refusal(
      `${shown} the key was left in place because its name does not prove that this run created it. Report this to the service, and resolve the key:\n${recoveryOptions(live, context.urn)}`,
    );
  }
  const done = await deleteAttempt(context, live.id, attempt).catch((error: unknown) => {
    if (error instanceof GuardRefusal)
      throw new Refusal(`${shown} ${error.message}\n${recoveryOptions(live, context.urn)}`);
    throw error;
  });
  const what = done === "deleted" ? "the key was deleted again" : "no list shows it, so it was not deleted";
  throw new Refusal(`${shown} ${what}. Report this to the service.`);
}
