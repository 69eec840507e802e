import fc from "fast-check";
import type { ApiKeyRecord } from "../../../provider/api/contract/api-key";
import type { DeletionGuard } from "../../../provider/configuration/settings";
import { deletion as guard, guardHours } from "../../../provider/guards/deletion";
import type { KeyUse } from "../../../provider/guards/guard";

const nowMs = Date.parse("2026-03-10T12:00:00Z");
const hoursAgo = (hours: number): string => new Date(nowMs - hours * 3_600_000).toISOString();
interface Deletion extends KeyUse {
  id: string;
  accountId: string;
  guard: DeletionGuard;
}
/** The guard's finding on a deletion, by what it means for the write. */
function judgeDeletion({ id, accountId, guard: deletionGuard, ...use }: Deletion) {
  const live: ApiKeyRecord = { id, name: id, type: "secret", scopes: [] };
  const write = { write: "delete" as const, id, known: { isGiven: false }, deletionGuard };
  const findings = guard.check(write, { accountId, connection: { credentialKey: "payments:apiKey" }, live, use });
  expect(findings.length).toBeLessThan(2);
  const [finding] = findings;
  if (finding === undefined) return { verdict: "allowed" as const };
  const { why, severity } = finding;
  if (severity === undefined) return { verdict: "refused" as const, why };
  return { verdict: { warning: "forced" as const, "run-warning": "not-known" as const }[severity], line: why };
}
const deletion: Deletion = {
  id: "key_1",
  accountId: "acct_1",
  guard: { unusedHours: 24 },
  lastUses: [],
  isShown: true,
  nowMs,
  forced: false,
};
const judge = (change: Partial<Deletion>) => judgeDeletion({ ...deletion, ...change });

describe("a key is deleted", () => {
  test.each<[string, Partial<Deletion>]>([
    ["that was never used", {}],
    ["that was last used longer ago than the guard asks for", { lastUses: [hoursAgo(24.01)] }],
    ["that was used just as long ago as the guard asks for", { lastUses: [hoursAgo(24)] }],
    ["that is in use, where the guard is off", { guard: "off", lastUses: [hoursAgo(0)] }],
    ["whose use is not known, where it is forced", { isShown: false, forced: true }],
  ])("%s", (_what, change) => {
    expect(judge(change)).toEqual({ verdict: "allowed" });
  });

  test("whose use is not known, with a line that says so", () => {
    expect(judge({ isShown: false })).toEqual({
      verdict: "not-known",
      line: expect.stringMatching(/acct_1.*is unknown.*shows last_used on none/),
    });
  });

  test("that is in use, where it is forced, with a line that names the use", () => {
    expect(judge({ lastUses: [hoursAgo(1)], forced: true })).toEqual({
      verdict: "forced",
      line: expect.stringMatching(/2026-03-10T11:00:00.000Z \(1 hour ago\).*PAYMENTS_FORCE names it/),
    });
  });
});

describe("a key is kept", () => {
  test.each<[string, Partial<Deletion>, RegExp]>([
    ["that was used an hour ago", { lastUses: [hoursAgo(1)] }, /at 2026-03-10T11:00:00.000Z \(1 hour ago\)/],
    ["that was used a minute ago", { lastUses: [hoursAgo(1 / 60)] }, /\(0\.1 hours ago\)/],
    [
      "that was used a while ago, and once in a form that cannot be read",
      { lastUses: ["yesterday", hoursAgo(9), hoursAgo(2)] },
      /\(2 hours ago\)/,
    ],
    ["that was used seconds ago", { lastUses: [hoursAgo(0.001)] }, /\(just now\)/],
    ["that was used in the future", { lastUses: [hoursAgo(-30)] }, /\(just now\)/],
    [
      "of which state knows a later use than the service",
      { lastUses: [hoursAgo(90), hoursAgo(2.5)] },
      /2\.5 hours ago/,
    ],
    ["of which the service knows a later use than state", { lastUses: [hoursAgo(2), hoursAgo(90)] }, /2 hours ago/],
    [
      "whose use is in a form that cannot be read",
      { lastUses: ["yesterday"] },
      /"yesterday", which is not a valid time/,
    ],
    [
      "used within a guard of half an hour",
      { guard: { unusedHours: 0.5 }, lastUses: [hoursAgo(0.4)] },
      /0\.5 hours without/,
    ],
    [
      "used within a guard of a week",
      { guard: { unusedHours: 168 }, lastUses: [hoursAgo(100)] },
      /168 hours without use/,
    ],
  ])("%s", (_what, change, expected) => {
    expect(judge(change)).toEqual({ verdict: "refused", why: expect.stringMatching(expected) });
  });

  test("with the line that overrides the guard once, and the one that lifts it", () => {
    const verdict = judge({ lastUses: [hoursAgo(1)] });
    expect(verdict).toMatchObject({ why: expect.stringContaining("PAYMENTS_FORCE=key_1") });
    expect(verdict).toMatchObject({ why: expect.stringContaining('deletionGuard: "off"') });
    expect(verdict).toMatchObject({ why: expect.stringContaining("pulumi config set payments:deletionGuard off") });
  });
});

const anyDeletion = fc.record<Deletion>({
  id: fc.constant("key_1"),
  accountId: fc.constant("acct_1"),
  guard: fc.oneof(
    fc.constant<DeletionGuard>("off"),
    fc.record({ unusedHours: fc.double({ min: 0.01, max: 1_000, noNaN: true }) }),
  ),
  lastUses: fc.array(
    fc.oneof(fc.double({ min: -100, max: 2_000, noNaN: true }).map(hoursAgo), fc.constant("yesterday")),
    { maxLength: 3 },
  ),
  isShown: fc.boolean(),
  nowMs: fc.constant(nowMs),
  forced: fc.boolean(),
});

test("whatever is known: a use within the guard's time is never deleted unless forced or off, and force and off never refuse", () => {
  fc.assert(
    fc.property(anyDeletion, (each) => {
      const { verdict } = judgeDeletion(each);
      const { guard, lastUses } = each;
      const isRecent =
        guard !== "off" && lastUses.some((use) => nowMs - Date.parse(use) < guard.unusedHours * 3_600_000);
      if (guard === "off" || each.forced) expect(verdict).not.toBe("refused");
      else if (isRecent) expect(verdict).toBe("refused");
    }),
  );
});

test("more known uses never let a key pass that fewer kept", () => {
  fc.assert(
    fc.property(anyDeletion, fc.double({ min: 0, max: 2_000, noNaN: true }), (each, more) => {
      if (judgeDeletion(each).verdict !== "refused") return;
      const knowing = { ...each, lastUses: [...each.lastUses, hoursAgo(more)] };
      expect(judgeDeletion(knowing).verdict).toBe("refused");
    }),
  );
});

test("a write that is not a deletion is not the guard's concern, and a deletion whose use nobody looked up is refused", () => {
  const evidence = { accountId: "acct_1", connection: { credentialKey: "payments:apiKey" } };
  const use = { lastUses: [hoursAgo(1)], isShown: true, nowMs, forced: false };
  const known = { isGiven: false };
  expect(
    guard.check({ write: "update", id: "key_1", known, path: "scopes", merge: () => undefined }, { ...evidence, use }),
  ).toEqual([]);
  expect(guard.check({ write: "delete", id: "key_1", known, deletionGuard: { unusedHours: 24 } }, evidence)).toEqual([
    { why: "nobody checked whether API key key_1 is in use. Run this again." },
  ]);
});

test("a guard asks for its hours, and for none where it is off", () => {
  expect(guardHours({ unusedHours: 2.5 })).toBe(2.5);
  expect(guardHours("off")).toBe(0);
});
