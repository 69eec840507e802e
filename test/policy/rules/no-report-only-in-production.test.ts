import { notYetKnown, type TestContext, testPolicy } from "../../../policy/index.js";
import { noReportOnlyInProduction } from "../../../policy/rules/no-report-only-in-production.js";

const judge = (reenable: unknown, context: TestContext = {}, props: Record<string, unknown> = {}) =>
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
  judge(reenable).expectNone();
});

test("never violates in production, and says of which resource and how to mend it", () => {
  const { findings } = judge("never").expectViolation(
    /all later events are lost\. Remove reenable, or set it to "whenInactive"\./,
  );
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ['orders only reports the state of its endpoint (reenable: "never").', "reenable"],
  ]);
});

test("elsewhere never passes", () => {
  judge("never", { stack: { name: "dev" } }).expectNone();
  judge("never", { stack: { name: "prod", config: { "payments:environment": "sandbox" } } }).expectNone();
  judge("never", { stack: { name: "prod" }, config: { stacks: ["live"] } }).expectNone();
});

test("what is not known is undetermined where it matters, and nowhere else", () => {
  judge(notYetKnown).expectUndetermined(/^Undetermined until up: reenable/);
  judge(notYetKnown, { stack: { name: "dev" } }).expectNone();
  judge("never", {}, { profile: notYetKnown }).expectUndetermined(/^Undetermined until up: profile/);
  judge("always", {}, { profile: notYetKnown }).expectNone();
  judge(notYetKnown, {}, { profile: notYetKnown }).expectUndetermined(/reenable/);
});
