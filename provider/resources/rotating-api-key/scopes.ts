import type { ModifiedKey } from "../../api/service.js";
import type { KeyUpdate } from "../../guards/guard.js";
import { updateKey } from "../../lifecycle/apply.js";
import type { Scene } from "../../lifecycle/resource.js";
import { learnShownAs, type ShownAs, shownAsLine, unexplainedLine } from "../api-key/normalization.js";
import { areDeclaredScopes } from "./compare.js";

/** Makes the scopes of one key of a rotation the declared ones, and learns what the service makes of them. */
export async function writeDeclaredScopes(
  scene: Scene,
  scopes: readonly string[],
  known: ShownAs | undefined,
  key: Pick<KeyUpdate, "id" | "lookup" | "known" | "adopts">,
): Promise<{ live: ModifiedKey; shownAs: ShownAs | undefined }> {
  let before: string[] | undefined;
  const live = await updateKey(scene, {
    ...key,
    write: "update",
    path: "scopes",
    merge: (now) => {
      if (areDeclaredScopes(now.scopes, scopes, { shownAs: known })) return undefined;
      before = now.scopes;
      return { scopes: [...scopes] };
    },
  });
  // Nothing was written, or somebody changed the key right after: then it shows nothing of the service's own.
  if (before === undefined || live.changedSince) return { live, shownAs: known };
  const { name } = live;
  const { shownAs, unexplained } = learnShownAs({
    wanted: { scopes },
    after: { name, scopes: live.scopes },
    before: { name, scopes: before },
    known,
  });
  if (unexplained.length > 0) await scene.voice.warn(unexplainedLine(live.id, unexplained));
  return { live, shownAs };
}

/** What a creation shows of the scopes that it was given; undefined: those themselves. */
export async function shownByCreation(
  scene: Scene,
  key: { id: string; name: string; scopes: readonly string[] },
  scopes: readonly string[],
): Promise<ShownAs | undefined> {
  const { shownAs } = learnShownAs({ wanted: { scopes }, after: { name: key.name, scopes: [...key.scopes] } });
  if (shownAs !== undefined) await scene.voice.info(shownAsLine(key.id, shownAs));
  return shownAs;
}
