import { accept, applyBaseline, type Baseline, emptyBaseline } from "../../../drift/report/baseline";
import { mergeBaselines } from "../../../drift/report/merge";
import type { Finding, Report } from "../../../drift/report/report";
import { changed, reportOf } from "../reports";

const grounds = { reason: "incident 7", owner: "payments-team", expires: "2030-06-30" };
const { stack: _, urn: __, ...ofAccount } = changed;
const unmanaged: Finding = { ...ofAccount, fingerprint: "aaaaaaaaaaaaaaaa", tier: "unmanaged", id: "key_hand" };
const other: Finding = { ...unmanaged, fingerprint: "bbbbbbbbbbbbbbbb", id: "key_other" };

const day = "2030-01-01";
/** A part of a matrix, which looks for no unmanaged key, with what its baseline makes of what it found. */
const partWith = (baseline: Baseline, findings: Finding[] = []): Report => {
  const report = reportOf({ findings, completeness: { declared: "shard", unmanaged: "not-looked-for" } });
  return { ...report, ...applyBaseline(baseline, report, day) };
};
const seen = (findings: Finding[]): Report =>
  reportOf({ findings, completeness: { declared: "merged", unmanaged: "looked-for" } });

test("an unmanaged key that the baseline of the parts accepts is accepted, with who, why and until when", () => {
  const part = partWith(accept(emptyBaseline, [unmanaged], grounds));
  expect(part.baseline).toEqual({
    expired: [],
    stale: [],
    ofAccounts: [
      {
        fingerprint: unmanaged.fingerprint,
        what: "ApiKey ci (key_hand) in account acct_1",
        tier: "unmanaged",
        ...grounds,
      },
    ],
  });
  const merged = mergeBaselines([part, part], seen([unmanaged, other]), day);
  expect(merged?.findings).toEqual([
    { ...unmanaged, tier: "accepted", accepted: { tier: "unmanaged", ...grounds } },
    other,
  ]);
  expect(merged?.baseline).toEqual(part.baseline);
});

test("an entry whose last day is over by the last part accepts nothing, and is reported as expired once", () => {
  const part = partWith(accept(emptyBaseline, [unmanaged], grounds));
  const merged = mergeBaselines([part, part], seen([unmanaged]), "2030-07-01");
  expect(merged?.findings).toEqual([unmanaged]);
  expect(merged?.baseline).toMatchObject({ expired: [{ fingerprint: unmanaged.fingerprint }], stale: [] });
});

test("which entries of unmanaged keys are stale shows only where all parts are there", () => {
  const part = partWith(accept(emptyBaseline, [unmanaged], grounds));
  const whole: Report = { ...seen([]), ...applyBaseline(accept(emptyBaseline, [unmanaged], grounds), seen([]), day) };
  expect(whole.baseline?.stale).toHaveLength(1);
  expect(mergeBaselines([part, whole], seen([]), day)?.baseline.stale).toHaveLength(1);
  expect(mergeBaselines([part, whole], seen([unmanaged]), day)?.baseline.stale).toEqual([]);
  const lacking = reportOf({ completeness: { declared: "merged", unmanaged: "not-looked-for" } });
  expect(mergeBaselines([part], lacking, day)?.baseline.stale).toEqual([]);
});

test("what a part accepted, and called expired or stale, stays so", () => {
  const gone: Finding = { ...changed, fingerprint: "cccccccccccccccc", name: "gone" };
  const past: Finding = { ...changed, fingerprint: "dddddddddddddddd", name: "past" };
  const entries = accept(accept(emptyBaseline, [changed, gone], grounds), [past], {
    ...grounds,
    expires: "2029-01-01",
  });
  const part = partWith(entries, [changed]);
  const merged = mergeBaselines([part, part], seen(part.findings), day);
  expect(merged?.findings).toEqual(part.findings);
  expect(merged?.findings).toMatchObject([{ tier: "accepted", accepted: { tier: "changed" } }]);
  expect(merged?.baseline).toMatchObject({
    expired: [{ why: "ApiKey past in shop/dev" }],
    stale: [{ why: "ApiKey gone in shop/dev" }],
  });
});

test("reports without a baseline have none together", () => {
  expect(mergeBaselines([reportOf(), reportOf()], seen([unmanaged]), day)).toBeUndefined();
});
