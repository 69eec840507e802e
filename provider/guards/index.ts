import { adopt } from "./adopt";
import { credential } from "./credential";
import { deletion } from "./deletion";
import { duplicateName } from "./duplicate-name";
import type { Evidence, Finding, Guard, KeyDeletion, KeyWrite, SelfVerdict } from "./guard";

/** Every guard. A new one is a file of its own and a line here. */
const guards: readonly Guard[] = [adopt, duplicateName, credential, deletion];

/** What all guards say of one write: the lifecycle asks in a plan, and again right before it writes. Pure. */
export function findingsOf(write: KeyWrite, evidence: Evidence): Finding[] {
  const against = "against" in write && evidence.live !== undefined ? (write.against?.(evidence.live) ?? []) : [];
  // Of a key that is not the one to write, nothing else matters.
  const notThis = against.filter(({ guard }) => guard === "ownership");
  if (notThis.length > 0) return notThis;
  const found = guards.flatMap(({ name, check }) => check(write, evidence).map((each) => ({ guard: name, ...each })));
  return [...found, ...against];
}

/** Whether anything that a reading shows could keep the key. A destroy of many keys is spared the readings that could not. Pure. */
export function needsLive(deletion: KeyDeletion, self: SelfVerdict): boolean {
  return deletion.against !== undefined || guards.some((guard) => guard.needsLive(deletion, self));
}
