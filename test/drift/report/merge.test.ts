import { assemble } from "../../../drift/report/assemble";
import { merge } from "../../../drift/report/merge";
import type { LiveKey, Report } from "../../../drift/report/report";
import { fromState, programFinding } from "../../../drift/report/source";
import { changed, reportOf } from "../reports";

const key = (id: string, more: Partial<LiveKey> = {}): LiveKey => ({
  id,
  name: id,
  type: "secret",
  scopes: ["*"],
  ...more,
});

/** The report of one part of two; its stack is called after the part. */
function part(index: number, unclaimed: LiveKey[], parts: Partial<Report> = {}): Report {
  const stack = { project: "shop", name: `part-${index}`, folder: "." };
  return reportOf({
    exitCode: 0,
    counts: {},
    findings: [],
    stacks: [{ stack, outcome: "looked", resources: 1, clean: 1, durationMs: 1 }],
    completeness: { declared: "shard", shard: { index, of: 2 }, unmanaged: "not-looked-for", why: "one part" },
    accounts: [
      {
        serviceUrl: "https://p.example.com",
        accountId: "acct_1",
        listedBy: [stack],
        keys: 5,
        unclaimed,
        managedElsewhere: 0,
      },
    ],
    ...parts,
  });
}
const times = { tool: "0.1.0", startedAt: new Date(0), endedAt: new Date(1) };
const joined = (...reports: Report[]) => assemble({ ...times, failOn: ["changed", "unmanaged"], ...merge(reports) });

test("a key is unmanaged only if no part holds it", () => {
  const report = joined(part(1, [key("a"), key("b")]), part(2, [key("b"), key("c")]));
  expect(report.findings.map(({ tier, id }) => [tier, id])).toEqual([["unmanaged", "b"]]);
  expect(report).toMatchObject({ exitCode: 2, completeness: { declared: "merged", unmanaged: "looked-for" } });
});

test("of three parts one that holds the key is enough", () => {
  const of3 = (index: number, unclaimed: LiveKey[]) =>
    part(index, unclaimed, {
      completeness: { declared: "shard", shard: { index, of: 3 }, unmanaged: "not-looked-for" },
    });
  const report = joined(of3(1, [key("a"), key("b")]), of3(2, [key("a")]), of3(3, [key("a"), key("b")]));
  expect(report.findings.map(({ id }) => id)).toEqual(["a"]);
});

test("a key of another stack's tag is managed elsewhere, unless any part knows the resource that it was made for", () => {
  const tagged = key("t", { tag: "0a1b2c3d" });
  expect(joined(part(1, [tagged]), part(2, [tagged])).findings).toEqual([]);
  const known = { ...tagged, madeFor: "urn:pulumi:part-2::shop::x::ci" };
  expect(joined(part(1, [tagged]), part(2, [known])).findings).toMatchObject([{ tier: "unmanaged", id: "t" }]);
});

test("a part that is missing is undetermined, and nothing is called unmanaged", () => {
  const report = joined(part(1, [key("a")]));
  expect(report.findings).toMatchObject([{ tier: "undetermined", kind: "Shard", name: "2/2" }]);
  expect(report).toMatchObject({
    exitCode: 3,
    completeness: { unmanaged: "not-looked-for", why: "part 2/2 is missing" },
  });
});

test("findings of the parts are kept, and the exit code is that of all of them", () => {
  const drifted = part(1, [], { findings: [changed], counts: { changed: 1 }, exitCode: 2 });
  expect(joined(drifted, part(2, []))).toMatchObject({
    exitCode: 2,
    counts: { changed: 1 },
    findings: [{ name: "ci" }],
  });
});

test("an unmanaged key that the baseline of a part accepts is accepted, until the day of the last report is beyond it", () => {
  const found = joined(part(1, [key("a")]), part(2, [key("a")])).findings[0]!;
  const { fingerprint, name: what } = found;
  const entry = { fingerprint, what, tier: "unmanaged" as const, reason: "r", owner: "o", expires: "2030-01-01" };
  const baseline = { expired: [], stale: [], ofAccounts: [entry] };
  const report = joined(part(1, [key("a")], { baseline }), part(2, [key("a")], { baseline }));
  expect(report).toMatchObject({ exitCode: 0, counts: { accepted: 1 }, baseline, findings: [{ tier: "accepted" }] });
  const next = part(2, [key("a")], { baseline, endedAt: "2030-01-02T00:00:00.000Z" });
  expect(joined(next, part(1, [key("a")], { baseline }))).toMatchObject({ exitCode: 2, counts: { unmanaged: 1 } });
});

test("a report of named stacks only makes no complete set", () => {
  const some = reportOf({ completeness: { declared: "some", unmanaged: "not-looked-for" } });
  expect(merge([some]).completeness).toMatchObject({ unmanaged: "not-looked-for" });
});

test("one stack in two reports, or parts of two matrices, are refused", () => {
  expect(() => merge([reportOf(), reportOf()])).toThrow("shop/dev is in more than one");
  const third = part(2, [], {
    completeness: { declared: "shard", shard: { index: 2, of: 3 }, unmanaged: "not-looked-for" },
  });
  expect(() => merge([part(1, []), third])).toThrow("different matrices");
});

test("parts that were compared with state say so once when they are joined, as a finding where the programs are required", () => {
  const source = fromState;
  const quiet = joined(part(1, [], { source }), part(2, [], { source }));
  expect(quiet).toMatchObject({ exitCode: 0, source, findings: [] });
  const required = (index: number) => part(index, [], { source, findings: [programFinding()], exitCode: 3 });
  expect(joined(required(1), required(2))).toMatchObject({ exitCode: 3, source, counts: { undetermined: 1 } });
  expect(joined(part(1, []), part(2, []))).not.toHaveProperty("source");
});
