import { type ApiKeyRecord, sameName } from "../../provider/api/contract/api-key";
import type { ListedKey } from "../../provider/api/listed-key";
import { readGeneratedName } from "../../provider/lifecycle/generated-name";
import { typeToken } from "../../sdk/reference";
import { holdingsOf } from "../holdings";
import { labelOf } from "../pulumi";
import type { StackState } from "../stack-state";
import { recordedTag, type StackTags } from "../stack-tags";

/** A stack that was read. */
export interface SeenStack {
  state: StackState;
  tags: StackTags;
}

/** A list that was read wholly. */
export interface SeenAccount {
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

export interface Judgement {
  orphans: Orphan[];
  /** What may be an orphan, and nothing proves it; each with what to do. */
  unclear: string[];
  /** Keys that carry a tag of none of these stacks. */
  ofOthers: number;
  /** How many keys were looked at, and how many of them states hold. */
  keys: number;
  held: number;
}

/** Which keys are orphans. Pure. */
export function judge(accounts: readonly SeenAccount[], stacks: readonly SeenStack[]): Judgement {
  const holdings = holdingsOf(stacks.map(({ state }) => state));
  const judgement: Judgement = { orphans: [], unclear: [], ofOthers: 0, keys: 0, held: 0 };
  const encrypted = new Set(holdings.unreadable);
  for (const { serviceUrl, accountId, keys } of accounts) {
    judgement.keys += keys.length;
    for (const { id, record, name = record?.name ?? "", problem } of keys) {
      if (holdings.holderOf(id) !== undefined) {
        judgement.held += 1;
        continue;
      }
      const owner = ownerOf(name, stacks);
      if (owner === undefined) {
        if (readGeneratedName(name) !== undefined) judgement.ofOthers += 1;
        if (name === "" && problem !== undefined)
          judgement.unclear.push(
            `API key ${id} of account ${accountId} can't be read (${problem}), nor its name. Look at it in the dashboard.`,
          );
        judgement.unclear.push(...namesakes({ id, name, accountId }, stacks));
      } else if (encrypted.has(owner.urn)) {
        judgement.unclear.push(
          `API key ${id}, named ${name}, was made for ${owner.urn}, whose state keeps its keys' ids encrypted (additionalSecretOutputs), so whether it holds this one is not known.`,
        );
      } else {
        judgement.orphans.push({
          id,
          name,
          serviceUrl,
          accountId,
          ...owner,
          ...(record === undefined ? {} : { record }),
        });
      }
    }
  }
  return judgement;
}

function ownerOf(
  name: string,
  stacks: readonly SeenStack[],
): Pick<Orphan, "stack" | "urn" | "wasBeingMade"> | undefined {
  for (const { state, tags } of stacks) {
    const urn = tags.urnFor(name);
    if (urn === undefined) continue;
    const wasBeingMade = state.pending.some(({ type, resource }) => type === "creating" && resource.urn === urn);
    return { stack: labelOf(state.name), urn, wasBeingMade };
  }
  return undefined;
}

/** A creation under a declared name that never ended may have left this key; a name proves nothing. */
function namesakes(
  { id, name, accountId }: { id: string; name: string; accountId: string },
  stacks: readonly SeenStack[],
): string[] {
  return stacks.flatMap(({ state }) =>
    state.pending
      .filter(
        ({ type, resource }) =>
          type === "creating" && resource.type === typeToken("ApiKey") && !carriesTag(resource, name),
      )
      .filter(({ resource: { inputs } }) => typeof inputs.name === "string" && sameName(inputs.name, name))
      .map(
        ({ resource: { urn } }) =>
          `API key ${id} of account ${accountId} has the name that ${urn} declares, whose creation in ${labelOf(state.name)} never ended. It may be its key, but a name proves nothing: look at when it was created, and adopt it (adoptId: ${JSON.stringify(id)}) or delete it in the dashboard. It is not deleted from here.`,
      ),
  );
}

function carriesTag(resource: SeenStack["state"]["resources"][number], name: string): boolean {
  const tag = recordedTag(resource);
  return tag !== undefined && readGeneratedName(name)?.tag === tag;
}
