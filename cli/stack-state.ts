import { z } from "zod";
import { labelOf, PulumiProblem, pulumi, type StackName } from "./pulumi";

const properties = z.record(z.string(), z.unknown());
const resource = z.object({
  urn: z.string(),
  type: z.string().default(""),
  id: z.string().optional(),
  inputs: properties.default({}),
  outputs: properties.default({}),
});
/** A resource of a state. Secret properties are encrypted, and stay so. */
export type StateResource = z.output<typeof resource>;

const deployment = z.object({
  deployment: z.object({
    resources: z.array(resource).nullish(),
    pending_operations: z.array(z.object({ type: z.string(), resource })).nullish(),
  }),
});

/** What a stack knows: its resources, and what was being done when a run ended without saying how. */
export interface StackState {
  name: StackName;
  resources: readonly StateResource[];
  pending: readonly { type: string; resource: StateResource }[];
}

/** @throws PulumiProblem if the state can't be read, or not wholly */
export async function readState(name: StackName, environment: NodeJS.ProcessEnv = process.env): Promise<StackState> {
  const text = await pulumi(["stack", "export"], name, environment);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new PulumiProblem(`The state of ${labelOf(name)} is no JSON. Look at it with 'pulumi stack export'.`);
  }
  const parsed = deployment.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new PulumiProblem(
      `The state of ${labelOf(name)} has a form that is not known here (${issue?.path.join(".")}: ${issue?.message}). A newer version of pulumi-payments may know it.`,
    );
  }
  const { resources, pending_operations } = parsed.data.deployment;
  return { name, resources: resources ?? [], pending: pending_operations ?? [] };
}
