import { notYetKnown, secretValue, type TestContext, type TestResource, testPolicy } from "../../../policy/index.js";
import { providerDriftCheckStrict } from "../../../policy/rules/provider-drift-check-strict.js";

const stackItself: TestResource = { class: "pulumi:pulumi:Stack", name: "shop-prod", props: {} };
const key = (props: Record<string, unknown> = {}): TestResource => ({ class: "ApiKey", name: "ci", props });
const judge = (driftCheck: unknown, context: TestContext = {}, resources = [stackItself, key()]) =>
  testPolicy(providerDriftCheckStrict, resources, {
    ...context,
    stack: {
      name: "prod",
      ...context.stack,
      config: { ...(driftCheck === undefined ? {} : { "payments:driftCheck": driftCheck }), ...context.stack?.config },
    },
  });

test("strict, said or left out, passes in production", () => {
  judge("strict").expectNone();
  judge(undefined).expectNone();
});

test.each([
  ["off", "never reads the service"],
  ["warn", "continues if it can't read the service"],
])("%s violates in production, on the stack itself, with the command that mends it", (driftCheck, doing) => {
  const { findings } = judge(driftCheck);
  expect(findings.map(({ outcome, name, message, fix }) => [outcome, name, message, fix])).toEqual([
    [
      "violation",
      "shop-prod",
      `payments:driftCheck is ${driftCheck} in prod, so a preview ${doing}.`,
      "Run: pulumi config rm payments:driftCheck --stack prod.",
    ],
  ]);
});

test("a variable counts before the configuration, and it is the variable that has to go", () => {
  const environment = { PAYMENTS_DRIFT_CHECK: "off" };
  judge("strict", { stack: { environment } }).expectViolation(
    /^PAYMENTS_DRIFT_CHECK is off in prod, .* Run: unset PAYMENTS_DRIFT_CHECK\./,
  );
  judge("off", { stack: { environment: { PAYMENTS_DRIFT_CHECK: "strict" } } }).expectNone();
});

test("stacks that are no production, and stacks without a resource of this package, pass", () => {
  judge("off", { stack: { name: "dev" } }).expectNone();
  judge("off", { stack: { config: { "payments:environment": "sandbox" } } }).expectNone();
  judge("off", { config: { stacks: ["live"] } }).expectNone();
  judge("off", {}, [stackItself, { class: "aws:s3/bucket:Bucket", props: {} }]).expectNone();
});

test("one profile in production is enough", () => {
  const profiles = '{"live":{"environment":"production"},"test":{"environment":"sandbox"}}';
  const stack = { name: "dev", config: { "payments:profiles": profiles } };
  judge("warn", { stack }, [key({ profile: "test" })]).expectNone();
  const found = judge("warn", { stack }, [
    key({ profile: notYetKnown }),
    key({ profile: "test" }),
    key({ profile: "live" }),
  ]);
  expect(found.expectViolation().findings).toHaveLength(1);
});

test("a profile that is not known is undetermined, unless nothing is wrong anyway", () => {
  const unknown = [key({ profile: notYetKnown }), key({ profile: notYetKnown })];
  expect(judge("warn", {}, unknown).expectUndetermined(/^Undetermined until up: profile/).findings).toHaveLength(1);
  judge("strict", {}, unknown).expectNone();
});

test("a setting that is hidden is undetermined, with what shows it", () => {
  const { findings } = judge(secretValue);
  expect(findings.map(({ outcome, name, path, message }) => [outcome, name, path, message])).toEqual([
    [
      "undetermined",
      "shop-prod",
      "payments:driftCheck",
      "Undetermined: payments:driftCheck is marked as a secret, so its value can't be read. Set it without --secret.",
    ],
  ]);
  judge(secretValue, { stack: { name: "dev" } }).expectNone();
});
