import { assemble } from "../../../drift/report/assemble";
import { type Finding, reportSchema } from "../../../drift/report/report";
import { changed, reportOf } from "../reports";

const of = (tier: Finding["tier"]): Finding => ({ ...changed, tier });
const exitOf = (tiers: Finding["tier"][], failOn = reportOf().failOn) => {
  const { stacks, accounts, completeness, tool } = reportOf();
  const times = { startedAt: new Date(0), endedAt: new Date(1) };
  const report = assemble({ tool, ...times, failOn, completeness, stacks, accounts, findings: tiers.map(of) });
  expect(reportSchema.parse(report)).toEqual(report);
  return report.exitCode;
};

test.each<[Finding["tier"][], number]>([
  [[], 0],
  [["changed"], 2],
  [["gone"], 2],
  [["unhealthy"], 2],
  [["undetermined"], 3],
  [["undetermined", "changed"], 2],
  [["accepted", "pending-program", "consequence", "unmanaged"], 0],
])("findings in %j exit %i", (tiers, code) => {
  expect(exitOf(tiers)).toBe(code);
});

test("the tiers that fail can be chosen, and undetermined stays what it is", () => {
  expect(exitOf(["unmanaged"], ["unmanaged"])).toBe(2);
  expect(exitOf(["changed"], ["gone"])).toBe(0);
  expect(exitOf(["changed", "undetermined"], ["gone"])).toBe(3);
});
