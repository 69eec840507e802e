import { everyScope } from "../../provider/api/contract/scope";
import { readTime } from "../../provider/api/contract/time";
import type { ListedKey } from "../../provider/api/listed-key";
import { readGeneratedName } from "../../provider/lifecycle/generated-name";
import { logicalNameOf } from "../../provider/text/names";
import { ownCommand } from "../../provider/text/own-command";
import type { RecordedKeys } from "../recorded-keys";
import type { StackTags } from "../stack-tags";
import { stackOfResource } from "../urn";

/** Who manages a key, in words. */
export const standings = {
  managed: "a stack that was read holds it",
  orphan: `it was made for a stack that was read, and its state does not hold it: see '${ownCommand} orphans'`,
  elsewhere: "it carries the tag of a stack that was not read",
  unmanaged: "no stack that was read holds it, and it carries no tag",
  "not known": "no stack was read, or the one that it was made for keeps the ids of its keys encrypted",
} as const;
export type Standing = keyof typeof standings;

/** A key as the inventory shows it. Never with a value. */
export interface KeyRow {
  id: string;
  name: string;
  type: string;
  scopes: readonly string[];
  createdAt?: string | undefined;
  /** Whole days, by the service's clock. */
  ageDays?: number | undefined;
  lastUsed?: string | undefined;
  standing: Standing;
  /** The resource that holds it or that it was made for, or the tag of another stack. */
  by?: string | undefined;
  /** A secret key that holds every scope. */
  overWide: boolean;
  /** Why it can't be read, where it can't. */
  problem?: string | undefined;
}

/** What a row is made with. */
export interface RowContext {
  recordedKeys: RecordedKeys;
  tags: readonly Pick<StackTags, "urnFor">[];
  /** Whether any state was read. */
  statesAreKnown: boolean;
  nowMs: number;
}

const dayMs = 86_400_000;

/** Pure. */
export function rowOf({ id, record, name = record?.name ?? "", problem }: ListedKey, context: RowContext): KeyRow {
  const createdMs = readTime(record?.createdAt);
  return {
    id,
    name,
    type: record?.type ?? "unreadable",
    scopes: record?.type === "publishable" ? [] : (record?.scopes ?? []),
    createdAt: record?.createdAt,
    ageDays: Number.isNaN(createdMs) ? undefined : Math.max(0, Math.floor((context.nowMs - createdMs) / dayMs)),
    lastUsed: record?.lastUsed,
    ...standingOf(id, name, context),
    overWide: record?.type === "secret" && record.scopes.includes(everyScope),
    problem,
  };
}

function standingOf(
  id: string,
  name: string,
  { recordedKeys, tags, statesAreKnown }: RowContext,
): Pick<KeyRow, "standing" | "by"> {
  const holder = recordedKeys.recordedBy(id);
  if (holder !== undefined) return { standing: "managed", by: label(holder) };
  for (const each of tags) {
    const urn = each.urnFor(name);
    if (urn !== undefined)
      return { standing: recordedKeys.unreadable.includes(urn) ? "not known" : "orphan", by: label(urn) };
  }
  const tag = readGeneratedName(name)?.tag;
  if (tag !== undefined) return { standing: "elsewhere", by: `tag ${tag}` };
  return { standing: statesAreKnown ? "unmanaged" : "not known" };
}

const label = (urn: string): string => `${stackOfResource(urn)} ${logicalNameOf(urn)}`;
