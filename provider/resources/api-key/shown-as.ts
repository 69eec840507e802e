import { z } from "zod";
import { type ApiKeyRecord, sameName } from "../../api/contract/api-key.js";
import { canonicalScopes, everyScope, namespaceOf, sameScopes } from "../../api/contract/scope.js";

/** What a service made of what it was given: a name that it trimmed, a scope that it shows with those it includes. */
export const shownAsSchema = z
  .object({
    name: z.object({ declared: z.string(), shown: z.string() }),
    scopes: z.object({ declared: z.array(z.string()), shown: z.array(z.string()) }),
  })
  .partial();
export type ShownAs = z.output<typeof shownAsSchema>;

type Spelled = Pick<ApiKeyRecord, "name" | "scopes">;
interface Wanted {
  name?: string | undefined;
  scopes?: readonly string[] | undefined;
}

/**
 * What a service shows right after it was written, where it is what was written in another spelling; undefined where
 * there is none, or where it may be something else: what the key held before, or what somebody added. Pure.
 *
 * @param before the key right before the write; left out of a creation
 */
export function shownAsAfter(wanted: Wanted, after: Spelled, before?: Spelled): ShownAs | undefined {
  const spelled: ShownAs = {};
  const { name, scopes } = wanted;
  if (name !== undefined && name !== after.name && sameName(name, after.name)) {
    spelled.name = { declared: name, shown: after.name };
  }
  if (scopes !== undefined && isExpansion(scopes, after.scopes, before?.scopes ?? [])) {
    spelled.scopes = { declared: canonicalScopes(scopes), shown: canonicalScopes(after.scopes) };
  }
  return Object.keys(spelled).length === 0 ? undefined : spelled;
}

/** More than was declared, and only what goes with that; nothing of it may be left from before the write. */
function isExpansion(declared: readonly string[], shown: readonly string[], before: readonly string[]): boolean {
  const isAll = declared.includes(everyScope);
  const extra = shown.filter((scope) => !declared.includes(scope));
  const lost = declared.filter((scope) => !shown.includes(scope) && scope !== everyScope);
  if (extra.length === 0 || lost.length > 0) return false;
  const namespaces = new Set(declared.map(namespaceOf));
  const goesAlong = (scope: string): boolean => isAll || namespaces.has(namespaceOf(scope));
  return extra.every((scope) => goesAlong(scope) && !before.includes(scope));
}

/** Whether the live name is the declared one as this service spells it. Pure. */
export function isNameAsShown({ name }: ShownAs, declared: string, live: string): boolean {
  return name !== undefined && name.declared === declared && name.shown === live;
}

/** The same of scopes. Pure. */
export function areScopesAsShown({ scopes }: ShownAs, declared: readonly string[], live: readonly string[]): boolean {
  return scopes !== undefined && sameScopes(scopes.declared, declared) && sameScopes(scopes.shown, live);
}

/** What still speaks of what the program declares. Pure. */
export function shownAsFor({ name, scopes }: ShownAs, wanted: Wanted): ShownAs | undefined {
  const kept: ShownAs = {};
  if (name !== undefined && name.declared === wanted.name) kept.name = name;
  if (scopes !== undefined && wanted.scopes !== undefined && sameScopes(scopes.declared, wanted.scopes)) {
    kept.scopes = scopes;
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
}

/** For people, when it is recorded. Pure. */
export function shownAsLine(id: string, { name, scopes }: ShownAs): string {
  const spelled = [name, scopes].filter((each) => each !== undefined);
  const parts = spelled.map(({ declared, shown }) => `${JSON.stringify(declared)} as ${JSON.stringify(shown)}`);
  return `the service shows ${parts.join(" and ")} on API key ${id}: that counts as what is declared`;
}
