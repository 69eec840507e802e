import { junit } from "../../../../drift/report/formats/junit";
import { limitFindings } from "../../../../drift/report/formats/limit";
import { sarif } from "../../../../drift/report/formats/sarif";
import type { Finding, Report } from "../../../../drift/report/report";
import { changed, reportOf } from "../../reports";
import { sarifFlaws } from "./sarif-schema";

const mostBytes = 10_000_000;

/** So many findings, of which every tenth is the most urgent there is. */
const many = (count: number, parts: Partial<Finding> = {}): Finding[] =>
  Array.from({ length: count }, (_, index) => ({
    ...changed,
    ...parts,
    fingerprint: index.toString(16).padStart(16, "0"),
    name: `key-${index}`,
    tier: index % 10 === 0 ? "gone" : "advisory",
  }));
const reportWith = (findings: Finding[]): Report => ({ ...reportOf(), findings });

test("what fits is kept whole, in the order of the report", () => {
  const findings = many(25_000);
  expect(limitFindings(findings, () => 1, 0)).toEqual({ kept: findings, left: [] });
});

test("of more results than a platform takes the least urgent are left out, and a sentence counts them", () => {
  const findings = many(25_011);
  const { kept, left, leftOut } = limitFindings(findings, () => 1, 0);
  expect([kept.length, left.length]).toEqual([25_000, 11]);
  expect(left.every(({ tier }) => tier === "advisory")).toBe(true);
  expect(kept).toEqual(findings.filter((finding) => !left.includes(finding)));
  expect(leftOut).toMatch(/^11 of 25,011 findings are left out, the least urgent: 11 advisory\. /);
});

describe.each([
  ["fewer large", 4_000, "x".repeat(4_000)],
  ["many small", 26_000, "gone"],
])("of %s findings", (_, count, why) => {
  const report = reportWith(many(count, { why, fields: [] }));

  test("SARIF stays below the limits, says what is left out, and begins with what is gone", () => {
    const text = sarif(report);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mostBytes);
    expect(Buffer.byteLength(text)).toBeGreaterThan(0.8 * mostBytes);
    const { invocations, results } = JSON.parse(text).runs[0];
    expect(results.length).toBeLessThanOrEqual(25_000);
    const gone = report.findings.filter(({ tier }) => tier === "gone").length;
    const kept = results.filter(({ ruleId }: { ruleId: string }) => ruleId === "drift/gone").length;
    expect(kept).toBe(Math.min(gone, results.length));
    expect(invocations[0].toolExecutionNotifications).toEqual([
      {
        level: "warning",
        message: {
          text: expect.stringContaining(
            `${(count - results.length).toLocaleString("en-US")} of ${count.toLocaleString("en-US")} findings are left out`,
          ),
        },
      },
    ]);
    expect(sarifFlaws(text)).toEqual([]);
  });

  test("JUnit stays below the limits, and one case stands for what is left out", () => {
    const text = junit(report);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mostBytes);
    const cases = text.match(/<testcase name="ApiKey /g)?.length ?? 0;
    const [, leftOut] = /<testcase name="findings left out"[\s\S]*?message="([^"]+)"/.exec(text) ?? [];
    expect(leftOut).toContain(
      `${(count - cases).toLocaleString("en-US")} of ${count.toLocaleString("en-US")} findings are left out`,
    );
  });
});

test("in JUnit the case for what is left out fails where one of those findings does", () => {
  const findings = many(4_000, { why: "x".repeat(4_000), fields: [] });
  const elementOf = (failOn: Report["failOn"]): string | undefined =>
    /name="findings left out"[^>]*>\s*<(\w+)/.exec(junit({ ...reportWith(findings), failOn }))?.[1];
  expect([elementOf(["advisory"]), elementOf(["gone"])]).toEqual(["failure", "skipped"]);
});
