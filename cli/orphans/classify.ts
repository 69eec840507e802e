import { type ApiKeyRecord, sameName } from "../../provider/api/contract/api-key";
import type { ListedKey } from "../../provider/api/listed-key";
import { sameAddress } from "../../provider/configuration/address";
import { readGeneratedName } from "../../provider/lifecycle/generated-name";
import { shellWord } from "../../provider/text/shell-word";
import { classNameOfType } from "../../provider/text/type-token";
import { labelOf, type StackName } from "../pulumi";
import { recordedKeysIn } from "../recorded-keys";
import type { StackState } from "../stack-state";
import type { StackTags } from "../stack-tags";
import { orphansCommand } from "./command";

/** A stack that was read. */
export interface ObservedStack {
  state: StackState;
  tags: StackTags;
}

/** A list that was read completely. */
export interface ObservedAccount {
  serviceUrl: string;
  accountId: string;
  keys: readonly ListedKey[];
  /** The service's clock, else this machine's, in milliseconds since 1970. */
  nowMs: number;
}

/** A key that was made for a stack, and that no state which was read holds. */
export interface Orphan {
  id: string;
  name: string;
  serviceUrl: string;
  accountId: string;
  /** The stack whose tag it carries, and the resource that it was made for. */
  stack: string;
  urn: string;
  /** Absent where the service shows the key in a form that can't be read: it can't be removed from here. */
  record?: ApiKeyRecord;
  /** A run ended without saying how while it made a key for this resource. */
  wasBeingMade: boolean;
}

export interface Classification {
  orphans: Orphan[];
  /** What may be an orphan, and nothing proves it; each with what to do. */
  unclear: string[];
  /** Keys that carry a tag of none of these stacks. */
  ofOthers: number;
  /** How many keys were read, and how many of them states record. */
  keys: number;
  recorded: number;
}

/** What is known of one listed key. */
export type KeyClass =
  | { is: "recorded"; by: string }
  | { is: "orphan"; orphan: Orphan }
  /** A state may record it, or its name proves nothing; each line says what to do. */
  | { is: "unclear"; lines: string[] }
  /** Its name carries a tag that no stack which was read records. */
  | { is: "of-others"; tag: string }
  | { is: "unknown" };

/** Which keys are orphans. Pure. */
export function classifyKeys(accounts: readonly ObservedAccount[], stacks: readonly ObservedStack[]): Classification {
  const classification: Classification = { orphans: [], unclear: [], ofOthers: 0, keys: 0, recorded: 0 };
  const { classOf } = keyClassifier(stacks);
  for (const account of accounts) {
    classification.keys += account.keys.length;
    for (const key of account.keys) {
      const finding = classOf(key, account);
      if (finding.is === "recorded") classification.recorded += 1;
      if (finding.is === "of-others") classification.ofOthers += 1;
      if (finding.is === "orphan") classification.orphans.push(finding.orphan);
      if (finding.is === "unclear") classification.unclear.push(...finding.lines);
    }
  }
  return classification;
}

/** Judges keys, all of them by the same states. */
export interface KeyClassifier {
  classOf(key: ListedKey, account: Pick<ObservedAccount, "serviceUrl" | "accountId">): KeyClass;
  /** A resource whose keys are not known, since its state keeps their ids encrypted. */
  hidden: string | undefined;
}

/** Pure. */
export function keyClassifier(stacks: readonly ObservedStack[]): KeyClassifier {
  const recordedKeys = recordedKeysIn(stacks.map(({ state }) => state));
  const [hidden] = recordedKeys.unreadable;
  const declarations = stacks.flatMap(declaredIn);
  const names = stacks.map(({ state }) => state.name);
  const classOf: KeyClassifier["classOf"] = (
    { id, record, name = record?.name ?? "", problem },
    { serviceUrl, accountId },
  ) => {
    const holder = recordedKeys.recordedBy(id);
    if (holder !== undefined) return { is: "recorded", by: holder };
    const owner = ownerOf(name, stacks);
    if (owner !== undefined) {
      if (hidden !== undefined) {
        const line = `API key ${id}, named ${name}, was made for ${owner.urn}. The state of ${hidden} keeps the ids of its keys encrypted (additionalSecretOutputs), so whether it holds this key is not known. Look at it in the dashboard.`;
        return { is: "unclear", lines: [line] };
      }
      const orphan = { id, name, serviceUrl, accountId, ...owner, ...(record === undefined ? {} : { record }) };
      return { is: "orphan", orphan };
    }
    if (name === "" && problem !== undefined) {
      const line = `API key ${id} of account ${accountId} can't be read (${problem}), nor its name. Look at it in the dashboard.`;
      return { is: "unclear", lines: [line] };
    }
    const lines = declarations
      .filter((each) => sameName(each.name, name) && mayBeIn(each, { serviceUrl, accountId }))
      .map((each) => possibleDuplicate({ id, accountId, record }, each, names));
    if (lines.length > 0) return { is: "unclear", lines };
    const tag = readGeneratedName(name)?.tag;
    const isOfOthers = tag !== undefined && !stacks.some(({ tags }) => tags.records(tag));
    return isOfOthers ? { is: "of-others", tag } : { is: "unknown" };
  };
  return { classOf, hidden };
}

function ownerOf(
  name: string,
  stacks: readonly ObservedStack[],
): Pick<Orphan, "stack" | "urn" | "wasBeingMade"> | undefined {
  for (const { state, tags } of stacks) {
    const urn = tags.urnFor(name);
    if (urn === undefined) continue;
    const wasBeingMade = state.pending.some(({ type, resource }) => type === "creating" && resource.urn === urn);
    return { stack: labelOf(state.name), urn, wasBeingMade };
  }
  return undefined;
}

/** An ApiKey that declares the name of its key. */
interface Declaration {
  urn: string;
  name: string;
  stack: string;
  /** The key that it holds; undefined: its creation never ended. */
  id: string | undefined;
  /** Where it lives, as far as its state tells. */
  serviceUrl: unknown;
  accountId: unknown;
}

/** The names that ApiKeys of a stack declare, where no key of the same name is accepted. Pure. */
function declaredIn({ state }: ObservedStack): Declaration[] {
  const creating = state.pending.flatMap(({ type, resource }) => (type === "creating" ? [resource] : []));
  const unfinished = new Set(creating.map(({ urn }) => urn));
  return [...state.resources.filter(({ urn }) => !unfinished.has(urn)), ...creating].flatMap(
    ({ type, urn, id, inputs, outputs }) => {
      const { name, allowDuplicateName } = inputs;
      if (classNameOfType(type) !== "ApiKey" || typeof name !== "string" || allowDuplicateName === true) return [];
      const { serviceUrl, accountId = inputs.accountId } = outputs;
      return [{ urn, name, stack: labelOf(state.name), id, serviceUrl, accountId }];
    },
  );
}

/** What state does not tell, or keeps encrypted, may be anything. */
function mayBeIn(declared: Declaration, { serviceUrl, accountId }: Pick<ObservedAccount, "serviceUrl" | "accountId">) {
  const isThere = typeof declared.serviceUrl !== "string" || sameAddress(declared.serviceUrl, serviceUrl);
  return isThere && (typeof declared.accountId !== "string" || declared.accountId === accountId);
}

/** A name proves nothing, so a person decides. Pure. */
function possibleDuplicate(
  { id, accountId, record }: { id: string; accountId: string; record: ApiKeyRecord | undefined },
  declared: Declaration,
  names: readonly StackName[],
): string {
  const created = record?.createdAt === undefined ? "" : `, created ${record.createdAt}`;
  const what =
    declared.id === undefined
      ? `whose creation in ${declared.stack} never ended`
      : `which holds ${declared.id} in ${declared.stack}`;
  return `possible duplicate: API key ${id} of account ${accountId}${created}, has the name that ${declared.urn} declares, ${what}. No state that was read holds it, and a name does not prove who made it: a creation whose answer was lost, another run, or a colleague. It is left alone, also by --delete-all. Keep it: adoptId: ${JSON.stringify(id)}. Delete it: ${orphansCommand(names, "--delete", shellWord(id))}`;
}
