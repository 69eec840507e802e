import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type ApiKeyRecord, sameName } from "../../api/contract/api-key";
import { canonicalScopes, everyScope, namespaceOf, sameScopes } from "../../api/contract/scope";
import type { ModifiedKey } from "../../api/service";
import type { ResourceContext } from "../../lifecycle/resource";

/** What a service made of what it was given: a name that it trimmed, a scope that it shows with those it includes. */
export const shownAsSchema = z
  .object({
    name: z.object({ declared: z.string(), shown: z.string() }),
    scopes: z.object({ declared: z.array(z.string()), shown: z.array(z.string()) }),
  })
  .partial();
export type ShownAs = z.output<typeof shownAsSchema>;

type Spelled = Pick<ApiKeyRecord, "name" | "scopes">;
interface DesiredSpelling {
  name?: string | undefined;
  scopes?: readonly string[] | undefined;
}

/** A write, and the key around it. */
export interface ObservedWrite {
  desired: DesiredSpelling;
  after: Spelled;
  /** Right before the write; left out of a creation. */
  before?: Spelled | undefined;
  /** What an earlier write taught, of these or of other wanted values. */
  known?: ShownAs | undefined;
}

/** What a write taught. */
export interface Learned {
  shownAs?: ShownAs | undefined;
  /** Scopes that the write left out and the service shows all the same, for a reason that nothing tells. */
  unexplained: string[];
}

/**
 * What a service makes of what was just written: the same in another spelling. What the key held before, or what somebody
 * added, is never part of it. Pure.
 */
export function learnShownAs({ desired, after, before, known = {} }: ObservedWrite): Learned {
  const { name, scopes } = desired;
  const shownAs: ShownAs = { ...known };
  if (name !== undefined && name !== after.name && sameName(name, after.name)) {
    shownAs.name = { declared: name, shown: after.name };
  }
  if (scopes === undefined) return { shownAs: someOf(shownAs), unexplained: [] };
  const learned = learnScopes(scopes, after.scopes, { before: before?.scopes ?? [], known: known.scopes });
  return { shownAs: someOf({ ...shownAs, scopes: learned.scopes }), unexplained: learned.unexplained };
}

/** Without what says nothing; undefined: nothing does. */
function someOf({ name, scopes }: ShownAs): ShownAs | undefined {
  if (name === undefined && scopes === undefined) return undefined;
  return { ...(name && { name }), ...(scopes && { scopes }) };
}

/**
 * The service shows a scope that was not written. It is part of what was written if it goes with that, and one of these
 * tells that it is not left from before:
 *
 * - It was not there before the write.
 * - An earlier write showed that the service adds it by itself.
 * - The same write took away another scope of its namespace, so the service does take away what is left out.
 *
 * One that nothing tells about stays a difference: the service may have ignored that it was left out. While there is one,
 * nothing is learned, since it may be what brings the others along.
 */
function learnScopes(
  declared: readonly string[],
  shown: readonly string[],
  { before, known }: { before: readonly string[]; known: ShownAs["scopes"] },
): { scopes?: ShownAs["scopes"]; unexplained: string[] } {
  const isAll = declared.includes(everyScope);
  const extra = canonicalScopes(shown.filter((scope) => !declared.includes(scope)));
  const isTaken = declared.every((scope) => shown.includes(scope) || scope === everyScope);
  const namespaces = new Set(declared.map(namespaceOf));
  const isNew = (scope: string): boolean => !before.includes(scope);
  const goesAlong = (scope: string): boolean => isAll || namespaces.has(namespaceOf(scope));
  const taken = before.filter((scope) => !shown.includes(scope) && !declared.includes(scope)).map(namespaceOf);
  const isExplained = (scope: string): boolean =>
    isNew(scope) || isAddedByService(known, scope) || taken.includes(namespaceOf(scope));
  // Beside every scope nothing is too much: that the write was taken is all that there is to tell.
  const isPart = (scope: string): boolean => goesAlong(scope) && (isAll ? shown.some(isNew) : isExplained(scope));
  const unexplained = extra.filter((scope) => !isPart(scope));
  if (!isTaken || unexplained.length > 0)
    return { scopes: known && without(known, declared), unexplained: isTaken ? unexplained : [] };
  if (extra.length === 0) return { unexplained };
  return { scopes: { declared: canonicalScopes(declared), shown: canonicalScopes(shown) }, unexplained };
}

type ShownScopes = NonNullable<ShownAs["scopes"]>;

/** Of what it makes of * nothing follows for other scopes. */
const isAddedByService = (known: ShownScopes | undefined, scope: string): boolean =>
  known !== undefined &&
  !known.declared.includes(everyScope) &&
  !known.declared.includes(scope) &&
  known.shown.includes(scope);

/** What is declared since is no longer known to come from the service alone. */
const without = ({ declared, shown }: ShownScopes, since: readonly string[]): ShownScopes => ({
  declared,
  shown: shown.filter((scope) => declared.includes(scope) || !since.includes(scope)),
});

/** Whether the live name is the declared one as this service spells it. Pure. */
export function isNameAsShown({ name }: ShownAs, declared: string, live: string): boolean {
  return name !== undefined && name.declared === declared && name.shown === live;
}

/** The same of scopes. Pure. */
export function areScopesAsShown({ scopes }: ShownAs, declared: readonly string[], live: readonly string[]): boolean {
  return scopes !== undefined && sameScopes(scopes.declared, declared) && sameScopes(scopes.shown, live);
}

/** What is kept for what the program declares. Of other scopes it counts for nothing, but teaches the next write. Pure. */
export function shownAsFor({ name, scopes }: ShownAs, desired: DesiredSpelling): ShownAs | undefined {
  return someOf({
    name: name?.declared === desired.name ? name : undefined,
    scopes: desired.scopes === undefined ? undefined : scopes,
  });
}

/** Learns from a write what the service makes of what it was given, and reports it. */
export async function learnFromWrite(
  { log }: Pick<ResourceContext, "log">,
  {
    desired,
    after,
    before,
    known,
  }: ObservedWrite & { after: Pick<ModifiedKey, "id" | "name" | "scopes" | "changedSince"> },
): Promise<ShownAs | undefined> {
  // Somebody changed the key right after the write: what it shows is not the service's doing alone.
  if (after.changedSince) return known;
  const { shownAs, unexplained } = learnShownAs({ desired, after, before, known });
  if (unexplained.length > 0) {
    await log.warn(
      `API key ${after.id} shows ${JSON.stringify(unexplained)} in addition to the scopes that were just written. Either the service adds them, or it did not remove them. If it adds them, declare them in scopes too; otherwise remove them in the dashboard.`,
    );
  }
  if (shownAs !== undefined && !isDeepStrictEqual(shownAs, known)) await log.info(shownAsLine(after.id, shownAs));
  return shownAs;
}

/** For people, when it is recorded. Pure. */
function shownAsLine(id: string, { name, scopes }: ShownAs): string {
  const spelled = [name, scopes].filter((each) => each !== undefined);
  const parts = spelled.map(({ declared, shown }) => `${JSON.stringify(declared)} as ${JSON.stringify(shown)}`);
  return `the service shows ${parts.join(" and ")} on API key ${id}: this counts as the declared value`;
}
