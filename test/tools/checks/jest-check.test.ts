import { countJest } from "../../../tools/checks/jest-check.js";

const report = (numbers: object) =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    numRuntimeErrorTestSuites: 0,
    ...numbers,
  });

test("tests that were skipped or only planned count as skipped", () => {
  const numbers = report({ numPassedTests: 5, numPendingTests: 2, numTodoTests: 1 });
  expect(countJest(numbers, 0)).toEqual({ passed: 5, failed: 0, skipped: 3 });
});

test("a test file that could not be loaded counts as one failure", () => {
  const numbers = report({ numPassedTests: 5, numFailedTests: 1, numRuntimeErrorTestSuites: 2 });
  expect(countJest(numbers, 1)).toEqual({ passed: 5, failed: 3, skipped: 0 });
});

test("a run without a single test is a failure that says so", () => {
  expect(countJest(report({ numPendingTests: 4 }), 0)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 4,
    remark: "no test ran",
  });
});

test("a bad exit code without a failed test is a failure that says so", () => {
  const remark = "jest ended with code 1 although no test failed";
  expect(countJest(report({ numPassedTests: 5 }), 1)).toEqual({ passed: 5, failed: 1, skipped: 0, remark });
});

test("jest that died without a report is a failure that says so", () => {
  const remark = "jest ended with code null and left no report";
  expect(countJest(undefined, null)).toEqual({ passed: 0, failed: 1, skipped: 0, remark });
});
