import type { KeyList } from "../../provider/api/key-list";
import { backendNameOf } from "../connection";
import { holdingsOf } from "../holdings";
import { PulumiProblem, type StackName } from "../pulumi";
import { readState, type StackState } from "../stack-state";
import { identify, type StackTags, tagsOf } from "../stack-tags";
import { type KeyRow, type RowContext, rowOf } from "./row";
import { type StreamOutcome, streamKeys } from "./stream";

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

/** Each key as a row, read as they are asked for. */
export async function* rowsOf(
  list: KeyList,
  { states, tags }: KnownStates,
  outcome: StreamOutcome,
): AsyncGenerator<KeyRow> {
  const context: Omit<RowContext, "nowMs"> = { holdings: holdingsOf(states), tags, statesAreKnown: states.length > 0 };
  for await (const key of streamKeys(list, outcome))
    yield rowOf(key, { ...context, nowMs: list.serviceNowMs() ?? Date.now() });
}
