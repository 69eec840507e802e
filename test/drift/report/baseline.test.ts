import { accept, applyBaseline, baselineSchema, emptyBaseline, writeBaseline } from "../../../drift/report/baseline";
import { changed, reportOf } from "../reports";

const readBaseline = (text: string) => baselineSchema.parse(JSON.parse(text));
const grounds = { reason: "incident 7", owner: "payments-team", expires: "2030-06-30" };
const other = { ...changed, fingerprint: "fedcba9876543210", name: "aaa" };

test("the file is sorted and the same for the same entries, and reads back as it was", () => {
  const one = writeBaseline(accept(accept(emptyBaseline, [changed], grounds), [other], grounds));
  const two = writeBaseline(accept(accept(emptyBaseline, [other], grounds), [changed], grounds));
  expect(one).toBe(two);
  expect(readBaseline(one).entries.map(({ what }) => what)).toEqual([
    "ApiKey aaa in shop/dev",
    "ApiKey ci in shop/dev",
  ]);
});

test("an entry holds fields as they were seen, who accepted them, why and until when, and no value of a key", () => {
  const pasted = { ...changed, fields: [{ field: "name", wanted: "ci", live: `sk_live_${"a1B2".repeat(6)}` }] };
  const text = writeBaseline(accept(emptyBaseline, [pasted], grounds));
  expect(text).not.toContain("a1B2");
  expect(readBaseline(text).entries).toMatchObject([{ ...grounds, tier: "changed", project: "shop", stack: "dev" }]);
});

test("accepting a finding again replaces its entry", () => {
  const twice = accept(accept(emptyBaseline, [changed], grounds), [changed], { ...grounds, expires: "2031-01-01" });
  expect(twice.entries).toMatchObject([{ expires: "2031-01-01" }]);
});

test("what is in the baseline is accepted until the end of its last day, and not a day longer", () => {
  const baseline = accept(emptyBaseline, [changed], grounds);
  const on = (day: string) => applyBaseline(baseline, reportOf(), day);
  expect(on("2030-06-30").findings).toMatchObject([
    { tier: "accepted", accepted: { tier: "changed", owner: "payments-team" } },
  ]);
  const after = on("2030-07-01");
  expect(after.findings).toEqual([changed]);
  expect(after.baseline).toMatchObject({ expired: [{ fingerprint: changed.fingerprint }], stale: [] });
});

test("a finding that is accepted already keeps the tier that it would have, in the report and in a new entry", () => {
  const baseline = accept(emptyBaseline, [changed], grounds);
  const { findings } = applyBaseline(baseline, reportOf(), "2030-01-01");
  expect(applyBaseline(baseline, reportOf({ findings }), "2030-01-01").findings).toEqual(findings);
  expect(accept(baseline, findings, { ...grounds, expires: "2031-01-01" }).entries).toMatchObject([
    { tier: "changed", expires: "2031-01-01" },
  ]);
});

test("an entry that matches nothing is stale, but only where what it is about was checked", () => {
  const baseline = accept(emptyBaseline, [changed], grounds);
  const clean = reportOf({ findings: [], counts: {}, exitCode: 0 });
  expect(applyBaseline(baseline, clean, "2030-01-01").baseline.stale).toHaveLength(1);
  const partly = { ...clean, stacks: clean.stacks.map((each) => ({ ...each, outcome: "partly" as const })) };
  expect(applyBaseline(baseline, partly, "2030-01-01").baseline.stale).toEqual([]);
  expect(applyBaseline(baseline, { ...clean, stacks: [] }, "2030-01-01").baseline.stale).toEqual([]);
  const { stack: _, urn: __, ...ofAccount } = changed;
  const unmanaged = accept(emptyBaseline, [{ ...ofAccount, tier: "unmanaged" }], grounds);
  expect(applyBaseline(unmanaged, clean, "2030-01-01").baseline.stale).toEqual([]);
});
