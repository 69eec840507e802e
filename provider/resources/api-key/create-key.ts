import type { ApiKeyRecord, CreateApiKeyBody } from "../../api/contract/api-key.js";
import { Refusal } from "../../lifecycle/failure.js";
import { createOnce } from "../../lifecycle/lost-create.js";
import type { Scene } from "../../lifecycle/resource.js";
import { waysOn } from "./duplicate-name.js";
import { isWholeValue } from "./whole-value.js";
import { deleteAttempt, GuardRefusal, type KeyAttempt } from "./writes.js";

/** A key to create. */
export interface KeyToCreate extends Omit<CreateApiKeyBody, "name"> {
  /** What the user chose; else what makes a name that no other attempt has. */
  name: string | (() => string);
  /** Which of these keys may be what a lost answer left. Default: all of them. */
  mayBeOurs?(named: readonly ApiKeyRecord[]): readonly ApiKeyRecord[];
}

/**
 * Creates a key, and records that this run holds it. A secret key is returned with its whole value.
 *
 */
export async function createKey(
  scene: Scene,
  { name, mayBeOurs = (named) => named, ...wanted }: KeyToCreate,
): Promise<ApiKeyRecord> {
  const { account, memory } = scene;
  const { apiKeys } = account;
  const isHeld = (id: string): boolean => memory.holder({ account, className: "ApiKey", id }) !== undefined;
  let attempt: KeyAttempt | undefined;
  const live = await createOnce({
    name,
    create: (attempted) => {
      const known = apiKeys.baseline();
      // No two resources record one key: what state holds was there before.
      const before = { ...known, knows: (id: string) => known.knows(id) || isHeld(id) };
      attempt = { type: wanted.type, name: attempted, before };
      return apiKeys.create({ ...wanted, name: attempted }, before);
    },
    findByName: async (attempted) => mayBeOurs(await apiKeys.findByNameNow(attempted)),
    discard: (id) => deleteAttempt(scene, id, attempt!),
    waysOn,
    doubt: (attempted) => memory.doubt(account, attempted),
    say: (line) => scene.voice.warn(line),
  });
  if (wanted.type === "secret" && !isWholeValue(live.value)) {
    const shown = `the service created API key ${live.id} and its answer held no value or a redacted one, and it is shown once only;`;
    if (typeof name !== "string") {
      const done = await deleteAttempt(scene, live.id, attempt!).catch((error: unknown) => {
        if (error instanceof GuardRefusal) throw new Refusal(`${shown} ${error.message}\n${waysOn(live)}`);
        throw error;
      });
      const what = done === "deleted" ? "the key was deleted again" : "no list shows it, so it was not deleted";
      throw new Refusal(`${shown} ${what}. Report this to the service.`);
    }
    throw new Refusal(
      `${shown} the key was left in place, since its name does not prove that this run created it. Report this to the service, and settle the key:\n${waysOn(live)}`,
    );
  }
  memory.hold({ account, className: "ApiKey", id: live.id }, scene.urn ?? "");
  return live;
}
