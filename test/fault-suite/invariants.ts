import type { AdminKey } from "../e2e/harness/admin";
import { type Ended, type Entry, keysRecordedBy } from "../stand-in-engine/engine";
import { type Place, statusFor } from "./place";
import type { Scenario } from "./scenarios";
import { leaksIn } from "./secrets";

interface Afterwards {
  place: Place;
  scenario: Scenario;
  struck: Ended;
  /** What state recorded before the command that was struck. */
  recordedBefore: Entry | undefined;
  settle(): Promise<Ended>;
}

/** What must hold whatever happened, seen from the service's side; each line is a broken promise. */
export async function invariantsBroken({
  place,
  scenario,
  struck,
  recordedBefore,
  settle,
}: Afterwards): Promise<string[]> {
  const { stack, lane, accountId } = place;
  const problems: string[] = [];
  if (scenario.staysTheSame && recordedBefore !== undefined && stack.recorded?.id !== recordedBefore.id) {
    problems.push(
      `state recorded ${recordedBefore.id}, which is there, and records ${stack.recorded?.id ?? "nothing"} after the fault:\n${struck.text}`,
    );
  }
  const candidates = await strays(place);
  const settled = await settle();
  const output = `${struck.text}\n${settled.text}`;
  const refused = scenario.userNamed === true && candidates.length > 0 && stack.recorded === undefined;
  if (settled.failed !== refused) problems.push(`the next run ${settled.failed ? "failed" : "went on"}:\n${output}`);
  for (const stray of await strays(place)) {
    if (!output.includes(stray.id))
      problems.push(`${stray.id} (${stray.name}) is in no state, and no output names it:\n${output}`);
    if (!refused && !mayBeLeft(scenario, struck))
      problems.push(`${stray.id} (${stray.name}) was left over:\n${output}`);
  }
  if (!refused && !settled.failed) problems.push(...(await wantedIsThere(place, scenario, recordedBefore)));
  problems.push(...(await othersTouched(place, scenario)));
  problems.push(...leaksIn(lane.output() + output).map((leak) => `the output holds a secret: ${leak}`));
  return problems.map((problem) => `account ${accountId}: ${problem}`);
}

/** Of a creation that nobody could resolve any more a key may be left, which the output names. */
function mayBeLeft(scenario: Scenario, struck: Ended): boolean {
  return struck.failed && scenario.wants !== undefined;
}

/** Keys of the account that are neither others' nor in state. */
async function strays({ lane, accountId, others, stack }: Place): Promise<AdminKey[]> {
  const recorded = [...stack.engine.state, ...stack.engine.pending].flatMap(keysRecordedBy).map(({ id }) => id);
  const known = new Set([...others.map(({ id }) => id), ...recorded]);
  return (await lane.admin.keys(accountId)).filter(({ id }) => !known.has(id));
}

async function wantedIsThere(place: Place, scenario: Scenario, recordedBefore: Entry | undefined): Promise<string[]> {
  const { stack, lane, accountId, endpointId } = place;
  const problems: string[] = [];
  if (scenario.className === "WebhookEndpoint") {
    const status = await lane.admin.endpointStatus(endpointId);
    if (status !== "active" && status !== "pending") problems.push(`the endpoint is ${status}`);
  }
  if (scenario.command === "destroy") {
    if (stack.recorded !== undefined) problems.push("destroyed, and state records it still");
    return problems;
  }
  const { recorded } = stack;
  if (recorded === undefined) return [...problems, "the next run went well, and state records nothing"];
  if (scenario.wants !== undefined) {
    const [own] = keysRecordedBy(recorded);
    const live = (await lane.admin.keys(accountId)).find(({ id }) => id === own?.id);
    if (live === undefined) return [...problems, `state records ${own?.id}, and the service does not`];
    for (const [field, desired] of Object.entries(scenario.wants)) {
      const shown = live[field as keyof AdminKey];
      if (JSON.stringify(shown) !== JSON.stringify(desired))
        problems.push(`${field} of ${recorded.id} is ${shown}, not ${desired}`);
    }
    const status = await statusFor(place, String(recorded.outputs.value));
    if (status === 401) problems.push(`the value that state records of ${recorded.id} is no key's`);
    if (scenario.staysTheSame && recorded.outputs.value !== recordedBefore?.outputs.value)
      problems.push("state records another value");
  }
  const again = await stack.preview(await lane.process("after"), scenario.program(place));
  if (again.failed || again.steps[stack.name] !== "same")
    problems.push(`a preview after all that plans "${again.steps[stack.name]}":\n${again.text}`);
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
