import { notYetKnown, type TestContext, testPolicy } from "../../../policy/index";
import { noReportOnlyInProduction } from "../../../policy/rules/no-report-only-in-production";

const check = (reenable: unknown, context: TestContext = {}, props: Record<string, unknown> = {}) =>
  testPolicy(
    noReportOnlyInProduction,
    [
      {
        name: "orders",
        props: { endpointId: "we_1", status: "active", ...(reenable === undefined ? {} : { reenable }), ...props },
      },
    ],
    { stack: { name: "prod" }, ...context },
  );

test.each([undefined, "always", "whenInactive", "whenDisabled"])("reenable: %j passes in production", (reenable) => {
  check(reenable).expectNone();
});

test("never violates in production, with the resource and the fix", () => {
  const { findings } = check("never").expectViolation(
    /all later events are lost\. Remove reenable, or set it to "whenInactive"\./,
  );
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ['orders only reports the state of its endpoint (reenable: "never").', "reenable"],
  ]);
});

test("elsewhere never passes", () => {
  check("never", { stack: { name: "dev" } }).expectNone();
  check("never", { stack: { name: "prod", config: { "payments:environment": "sandbox" } } }).expectNone();
  check("never", { stack: { name: "prod" }, config: { stacks: ["live"] } }).expectNone();
});

test("an unknown value is undetermined only where it matters", () => {
  check(notYetKnown).expectUndetermined(/^Undetermined until up: reenable/);
  check(notYetKnown, { stack: { name: "dev" } }).expectNone();
  check("never", {}, { profile: notYetKnown }).expectUndetermined(/^Undetermined until up: profile/);
  check("always", {}, { profile: notYetKnown }).expectNone();
  check(notYetKnown, {}, { profile: notYetKnown }).expectUndetermined(/reenable/);
});
