import { Refusal } from "../../../provider/lifecycle/refusal";

/** Makes errors in each way in which the product makes them: what `errorsIn` is tested against. */
export const subject = (id: string): string => `API key ${id} can't be read.`;
const again = "Run 'pulumi up'.";

export function refuse(id: string, owner?: string): never {
  const next = owner === undefined ? again : `Ask the owner of ${owner}`;
  throw new Refusal(`${subject(id)} ${next}`);
}

export const problem = (count: number) => ({
  path: "scopes",
  message: `must have at least ${count} entries`,
  fix: "pulumi config rm payments:profiles",
});

export const details = { code: "unavailable", reason: "the service is down", advice: "Try again later." };

/** Somebody else's words, passed on. */
export const passedOn = (error: Error): Error => new Error(error.message);
