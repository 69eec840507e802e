import { type ExportedState, exportedState } from "../drift/collect/state";
import { labelOf, PulumiProblem, pulumi, type StackName } from "./pulumi";

/** What a stack knows, with its name. */
export interface StackState extends ExportedState {
  name: StackName;
}

/** @throws PulumiProblem if the state can't be read, or not wholly */
export async function readState(name: StackName, environment: NodeJS.ProcessEnv = process.env): Promise<StackState> {
  const text = await pulumi(["stack", "export"], name, environment);
  const what = `The state of ${labelOf(name)}`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new PulumiProblem(`${what} is not JSON. Look at it with 'pulumi stack export'.`);
  }
  try {
    return { name, ...exportedState(json, what) };
  } catch (error) {
    throw new PulumiProblem((error as Error).message);
  }
}
