import { isDeepStrictEqual } from "node:util";
import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import type { ModifiedKey } from "../../api/service.js";
import type { Scene } from "../../lifecycle/resource.js";
import { type ApiKeyArgs, type ApiKeyKept, split } from "./fields.js";
import { learnShownAs, shownAsLine, unexplainedLine } from "./normalization.js";

/** A write that was made, and what the service shows since. */
export interface Written {
  args: Partial<ApiKeyArgs>;
  after: ModifiedKey;
  /** Right before the write; left out of a creation. */
  before?: ApiKeyRecord | undefined;
  /** The fields that the write was about. Default: all. */
  fields?: ReadonlySet<string> | undefined;
}

/** What is kept once a key was written: with the service's own spelling of what it was given, which is said. */
export async function keptAfter(
  scene: Scene,
  kept: ApiKeyKept,
  { args, after, before, fields }: Written,
): Promise<ApiKeyKept> {
  // Somebody changed the key right after the write: what it shows is not the service's doing alone.
  if (after.changedSince) return kept;
  const own = (key: ApiKeyRecord): ApiKeyRecord => ({ ...key, scopes: split(key.scopes, args.delegatedScopes).own });
  const writesScopes = after.type === "secret" && fields?.has("scopes") !== false;
  const { shownAs: known = {}, ...rest } = kept;
  const { shownAs, unexplained } = learnShownAs({
    wanted: { name: args.name ?? kept.generatedName, scopes: writesScopes ? args.scopes : undefined },
    after: own(after),
    before: before && own(before),
    known,
  });
  if (unexplained.length > 0) await scene.voice.warn(unexplainedLine(after.id, unexplained));
  if (shownAs === undefined) return rest;
  if (!isDeepStrictEqual(shownAs, known)) await scene.voice.info(shownAsLine(after.id, shownAs));
  return { ...rest, shownAs };
}
