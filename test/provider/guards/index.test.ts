import type { Evidence, Finding, KeyDeletion } from "../../../provider/guards/guard";
import { findingsOf, needsLive } from "../../../provider/guards/index";
import { secretKey } from "../lifecycle/context";

const live = secretKey("key_1", { scopes: ["*"] });
const evidence: Evidence = {
  accountId: "acct_1",
  connection: { credentialKey: "payments:apiKey" },
  self: "unknown",
  live,
};
const deletion: KeyDeletion = { write: "delete", id: "key_1", known: { isGiven: false }, deletionGuard: "off" };
const inUse: Finding = { guard: "deletion", why: "somebody uses it" };
const notOurs: Finding = { guard: "ownership", why: "another run created it" };
const guardsOf = (findings: Finding[]): string[] => findings.map(({ guard }) => guard);

test("every guard is asked, and what the caller has against the key comes after them", () => {
  const against = (key: typeof live): Finding[] => [{ ...inUse, why: `${key.id} is in use` }];
  const findings = findingsOf({ ...deletion, against }, evidence);
  expect(guardsOf(findings)).toEqual(["credential", "deletion"]);
  expect(findings[1]).toEqual({ guard: "deletion", why: "key_1 is in use" });
});

test("each guard refuses what only it can know", () => {
  const update = {
    write: "update" as const,
    id: "key_1",
    known: { isGiven: false },
    path: "scopes",
    merge: () => undefined,
  };
  const use = { lastUses: ["2026-03-10T12:00:00Z"], isShown: true, nowMs: 0, forced: false };
  const namesakes = { declaredBy: "urn:1", keys: [] };
  const found = [
    findingsOf({ ...update, adopts: { type: "secret" } }, { ...evidence, recordedBy: "urn:1" }),
    findingsOf({ write: "create", uniqueName: "mine" }, { ...evidence, namesakes }),
    findingsOf(deletion, evidence),
    findingsOf({ ...deletion, deletionGuard: { unusedHours: 1 } }, { ...evidence, self: "other", use }),
  ];
  expect(found.map(guardsOf)).toEqual([["adopt"], ["duplicate-name"], ["credential"], ["deletion"]]);
});

test("of a key that is not the one to write, only that is reported", () => {
  const findings = findingsOf({ ...deletion, against: () => [inUse, notOurs] }, evidence);
  expect(findings).toEqual([notOurs]);
});

test("a caller that has nothing against the key adds nothing", () => {
  const other: Evidence = { ...evidence, self: "other" };
  expect(findingsOf(deletion, other)).toEqual([]);
  expect(findingsOf({ ...deletion, against: () => [] }, other)).toEqual([]);
  expect(findingsOf({ ...deletion, against: undefined } as unknown as KeyDeletion, other)).toEqual([]);
});

test("a caller is not asked about a key that nobody has read", () => {
  const { live: _, ...unread } = evidence;
  expect(findingsOf({ ...deletion, against: () => [notOurs] }, unread)).toEqual([]);
});

test("a deletion reads the key again wherever a guard or the caller could keep it, and only there", () => {
  const guarded: KeyDeletion = { ...deletion, deletionGuard: { unusedHours: 1 } };
  expect([needsLive(deletion, "other"), needsLive(deletion, "unknown"), needsLive(deletion, "self")]).toEqual([
    false,
    true,
    true,
  ]);
  expect([needsLive(guarded, "other"), needsLive({ ...deletion, against: () => [] }, "other")]).toEqual([true, true]);
});
