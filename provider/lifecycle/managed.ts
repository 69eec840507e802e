import { describeProblems } from "../configuration/problem";
import { twoManagersLine } from "../guards/adopt";
import type { Naming } from "./accounts";
import type { PreviewRequest } from "./preview-request";
import { Refusal } from "./refusal";
import { keyPlace, type ObjectPlace } from "./run-registry";
import { scopeConflicts } from "./scope-conflicts";

/**
 * What the program manages through this resource from now on: its object, and the keys that state holds in it. Nothing
 * where the program does not declare the resource, as in a refresh.
 *
 * @throws Refusal where another resource of the program manages one of them, or declares what can't stand beside this
 */
export function manageAll<Args extends Naming, Live, Private extends object>({
  definition,
  context,
  id,
  read,
  recorded,
}: PreviewRequest<Args, Live, Private>): ObjectPlace[] {
  const { registry, account } = context;
  if (!registry.isDeclared(read.resource)) return [];
  const own = { account, className: definition.className, id, label: `${definition.noun} ${id}` };
  const keyIds = definition.keys?.heldBy?.(recorded) ?? [];
  const keys = keyIds.map((keyId) => ({ ...keyPlace(account, keyId), label: `API key ${keyId}` }));
  const managed = [own, ...keys];
  for (const each of managed) {
    const other = registry.manage(each, context.urn ?? "");
    if (other !== undefined) throw new Refusal(twoManagersLine(each.label, other));
  }
  const conflicts = scopeConflicts(definition, context, read, { id, recorded });
  if (conflicts.length > 0) throw new Refusal(describeProblems("refused before any write:", conflicts));
  return managed;
}
