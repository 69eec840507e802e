import fc from "fast-check";
import { addUp, table } from "../../../tools/checks/outcome.js";

const count = fc.nat(1000);
const outcome = fc.record({
  name: fc.constantFrom("types", "unit", "e2e"),
  passed: count,
  failed: count,
  skipped: count,
  tookMs: count,
});

test("the closing line adds up every outcome, and the run is good only if something passed and nothing failed", () => {
  fc.assert(
    fc.property(fc.array(outcome), (outcomes) => {
      const sum = (kind: "passed" | "failed" | "skipped") =>
        outcomes.map((one) => one[kind]).reduce((a, b) => a + b, 0);
      const { line, ok } = addUp(outcomes);
      expect(line).toBe(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
      expect(ok).toBe(sum("failed") === 0 && sum("passed") > 0);
    }),
  );
});

test("a run that tried nothing has failed", () => {
  expect(addUp([])).toEqual({ line: "0 passed, 0 failed, 0 skipped", ok: false });
});

test("no row of the table can be taken for the closing line", () => {
  const rows = table([{ name: "unit", passed: 3, failed: 1, skipped: 0, tookMs: 1_400, remark: "no test ran" }]);
  expect(rows.join("\n")).toContain("FAIL unit");
  expect(rows.join("\n")).toContain("no test ran");
  expect(rows.join("\n")).not.toMatch(/\d+ passed/);
});
