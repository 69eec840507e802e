import type { AdminKey } from "../e2e/harness/admin";
import { type Place, statusFor } from "./place";
import type { Scenario } from "./scenarios";
import { leaksIn } from "./secrets";
import { type Held, keysOf, type Outcome } from "./stack";

interface Afterwards {
  place: Place;
  scenario: Scenario;
  struck: Outcome;
  /** What state held before the command that was struck. */
  heldBefore: Held | undefined;
  settle(): Promise<Outcome>;
}

/** What must hold whatever happened, seen from the service's side; each line is a broken promise. */
export async function invariantsBroken({ place, scenario, struck, heldBefore, settle }: Afterwards): Promise<string[]> {
  const { stack, lane, accountId } = place;
  const problems: string[] = [];
  if (scenario.staysTheSame && heldBefore !== undefined && stack.held?.id !== heldBefore.id) {
    problems.push(
      `state held ${heldBefore.id}, which is there, and holds ${stack.held?.id ?? "nothing"} after the fault:\n${struck.told}`,
    );
  }
  const candidates = await strays(place);
  const settled = await settle();
  const told = `${struck.told}\n${settled.told}`;
  const refused = scenario.userNamed === true && candidates.length > 0 && stack.held === undefined;
  if (settled.ok === refused) problems.push(`the next run ${settled.ok ? "went on" : "failed"}:\n${told}`);
  for (const stray of await strays(place)) {
    if (!told.includes(stray.id))
      problems.push(`${stray.id} (${stray.name}) is in no state, and nobody was told:\n${told}`);
    if (!refused && !mayBeLeft(scenario, struck)) problems.push(`${stray.id} (${stray.name}) was left over:\n${told}`);
  }
  if (!refused && settled.ok) problems.push(...(await wantedIsThere(place, scenario, heldBefore)));
  problems.push(...(await othersTouched(place, scenario)));
  problems.push(...leaksIn(lane.told() + told).map((leak) => `a secret was told: ${leak}`));
  return problems.map((problem) => `account ${accountId}: ${problem}`);
}

/** Of a creation that nobody could resolve any more a key may be left; then it is told. */
function mayBeLeft(scenario: Scenario, struck: Outcome): boolean {
  return !struck.ok && scenario.wants !== undefined;
}

/** Keys of the account that are neither others' nor in state. */
async function strays({ lane, accountId, others, stack }: Place): Promise<AdminKey[]> {
  const held = [stack.held, ...stack.toDelete].flatMap((each) => keysOf(stack.className, each));
  const known = new Set([...others.map(({ id }) => id), ...held]);
  return (await lane.admin.keys(accountId)).filter(({ id }) => !known.has(id));
}

async function wantedIsThere(place: Place, scenario: Scenario, heldBefore: Held | undefined): Promise<string[]> {
  const { stack, lane, accountId, endpointId } = place;
  const problems: string[] = [];
  if (scenario.className === "WebhookEndpoint") {
    const status = await lane.admin.endpointStatus(endpointId);
    if (status !== "active" && status !== "pending") problems.push(`the endpoint is ${status}`);
  }
  if (scenario.command === "destroy") {
    if (stack.held !== undefined) problems.push("destroyed, and state holds it still");
    return problems;
  }
  const { held } = stack;
  if (held === undefined) return [...problems, "the next run went well, and state holds nothing"];
  if (scenario.wants !== undefined) {
    const [own] = keysOf(scenario.className, held);
    const live = (await lane.admin.keys(accountId)).find(({ id }) => id === own);
    if (live === undefined) return [...problems, `state holds ${own}, and the service does not`];
    for (const [field, wanted] of Object.entries(scenario.wants)) {
      const shown = live[field as keyof AdminKey];
      if (JSON.stringify(shown) !== JSON.stringify(wanted))
        problems.push(`${field} of ${held.id} is ${shown}, not ${wanted}`);
    }
    const status = await statusFor(place, String(held.outputs.value));
    if (status === 401) problems.push(`the value that state holds of ${held.id} is no key's`);
    if (scenario.staysTheSame && held.outputs.value !== heldBefore?.outputs.value)
      problems.push("state holds another value");
  }
  const again = await stack.preview(await lane.process("after"), scenario.program(place));
  if (!again.ok || again.step !== "none")
    problems.push(`a preview after all that plans "${again.step}":\n${again.told}`);
  return problems;
}

async function othersTouched({ lane, accountId, others, subject }: Place, scenario: Scenario): Promise<string[]> {
  const now = new Map((await lane.admin.keys(accountId)).map((key) => [key.id, key]));
  return others.flatMap((before) => {
    const after = now.get(before.id);
    if (after === undefined) return [`${before.id} of others was deleted`];
    const isSubject = before.id === subject.id && scenario.subjectScopes !== undefined;
    const scopes = [...(isSubject ? scenario.subjectScopes! : before.scopes)].sort();
    const sameScopes = JSON.stringify([...after.scopes].sort()) === JSON.stringify(scopes);
    const sameName = after.name === before.name || (isSubject && scenario.className === "ApiKey");
    return sameScopes && sameName
      ? []
      : [`${before.id} of others is ${JSON.stringify(after)}, and was ${JSON.stringify(before)}`];
  });
}
