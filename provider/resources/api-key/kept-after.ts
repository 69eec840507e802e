import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import type { Scene } from "../../lifecycle/resource.js";
import { split } from "./compare.js";
import type { ApiKeyArgs, ApiKeyKept } from "./schema.js";
import { shownAsAfter, shownAsLine } from "./shown-as.js";

/** A write that was made, and what the service shows since. */
export interface Written {
  args: Partial<ApiKeyArgs>;
  after: ApiKeyRecord;
  /** Right before the write; left out of a creation. */
  before?: ApiKeyRecord | undefined;
}

/** What is kept once a key was written: with the service's own spelling of what it was given, which is said. */
export async function keptAfter(scene: Scene, kept: ApiKeyKept, { args, after, before }: Written): Promise<ApiKeyKept> {
  const own = (key: ApiKeyRecord): ApiKeyRecord => ({ ...key, scopes: split(key.scopes, args.delegatedScopes).own });
  const wanted = {
    name: args.name ?? kept.generatedName,
    scopes: after.type === "secret" ? args.scopes : undefined,
  };
  const shownAs = shownAsAfter(wanted, own(after), before === undefined ? undefined : own(before));
  if (shownAs === undefined) return kept;
  await scene.voice.info(shownAsLine(after.id, shownAs));
  return { ...kept, shownAs: { ...kept.shownAs, ...shownAs } };
}
