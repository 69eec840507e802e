import { PaymentServiceError } from "../../provider/api/errors";
import type { KeyList } from "../../provider/api/key-list";
import type { StreamOutcome } from "../../provider/api/list-walk";
import { backendNameOf } from "../connection";
import { PulumiProblem, type StackName } from "../pulumi";
import { recordedKeysIn } from "../recorded-keys";
import { readState, type StackState } from "../stack-state";
import { identify, type StackTags, tagsOf } from "../stack-tags";
import { type KeyRow, type RowContext, rowOf } from "./row";

/** What the states of stacks tell. */
export interface KnownStates {
  states: StackState[];
  tags: StackTags[];
  /** Why a state could not be read, a line each. */
  undetermined: string[];
}

export async function readStates(names: readonly StackName[]): Promise<KnownStates> {
  const known: KnownStates = { states: [], tags: [], undetermined: [] };
  for (const name of names) {
    try {
      const state = await readState(name);
      const tags = tagsOf(state, await identify(state, process.env, await backendNameOf(name)));
      known.states.push(state);
      known.tags.push(tags);
    } catch (error) {
      if (!(error instanceof PulumiProblem)) throw error;
      known.undetermined.push(error.message);
    }
  }
  return known;
}

/** How the inventory went. */
export interface InventoryOutcome extends StreamOutcome {
  /** The service refused or did not answer: `incomplete` has its error, and what to do. */
  failed?: true;
}

/** Each key as a row, read as they are asked for. What fails is in `outcome`, and ends the rows. */
export async function* rowsOf(
  list: KeyList,
  { states, tags }: KnownStates,
  outcome: InventoryOutcome,
): AsyncGenerator<KeyRow> {
  const context: Omit<RowContext, "nowMs"> = {
    recordedKeys: recordedKeysIn(states),
    tags,
    statesAreKnown: states.length > 0,
  };
  try {
    for await (const key of list.stream(outcome))
      yield rowOf(key, { ...context, nowMs: list.serviceNowMs() ?? Date.now() });
  } catch (error) {
    if (!PaymentServiceError.isInstance(error)) throw error;
    outcome.incomplete = error.message;
    outcome.failed = true;
  }
}
