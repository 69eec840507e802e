import { notYetKnown, secretValue, type TestContext, type TestResource, testPolicy } from "../../../policy/index";
import { providerDriftCheckStrict } from "../../../policy/rules/provider-drift-check-strict";

const stackItself: TestResource = { class: "pulumi:pulumi:Stack", name: "shop-prod", props: {} };
const key = (props: Record<string, unknown> = {}): TestResource => ({ class: "ApiKey", name: "ci", props });
const check = (driftCheck: unknown, context: TestContext = {}, resources = [stackItself, key()]) =>
  testPolicy(providerDriftCheckStrict, resources, {
    ...context,
    stack: {
      name: "prod",
      ...context.stack,
      config: { ...(driftCheck === undefined ? {} : { "payments:driftCheck": driftCheck }), ...context.stack?.config },
    },
  });

test("strict passes in production, explicitly or by default", () => {
  check("strict").expectNone();
  check(undefined).expectNone();
});

test.each([
  ["off", "never reads the service"],
  ["warn", "continues if it can't read the service"],
])("%s violates in production, on the stack itself, with the command that fixes it", (driftCheck, doing) => {
  const { findings } = check(driftCheck);
  expect(findings.map(({ outcome, name, message, fix }) => [outcome, name, message, fix])).toEqual([
    [
      "violation",
      "shop-prod",
      `payments:driftCheck is ${driftCheck} in prod, so a preview ${doing}.`,
      "Run: pulumi config rm payments:driftCheck --stack prod.",
    ],
  ]);
});

test("a variable takes precedence over the configuration, and the fix unsets it", () => {
  const environment = { PAYMENTS_DRIFT_CHECK: "off" };
  check("strict", { stack: { environment } }).expectViolation(
    /^PAYMENTS_DRIFT_CHECK is off in prod, .* Run: unset PAYMENTS_DRIFT_CHECK\./,
  );
  check("off", { stack: { environment: { PAYMENTS_DRIFT_CHECK: "strict" } } }).expectNone();
});

test("other stacks and stacks without a resource of this package pass", () => {
  check("off", { stack: { name: "dev" } }).expectNone();
  check("off", { stack: { config: { "payments:environment": "sandbox" } } }).expectNone();
  check("off", { config: { stacks: ["live"] } }).expectNone();
  check("off", {}, [stackItself, { class: "aws:s3/bucket:Bucket", props: {} }]).expectNone();
});

test("one profile in production makes the stack production", () => {
  const profiles = '{"live":{"environment":"production"},"test":{"environment":"sandbox"}}';
  const stack = { name: "dev", config: { "payments:profiles": profiles } };
  check("warn", { stack }, [key({ profile: "test" })]).expectNone();
  const found = check("warn", { stack }, [
    key({ profile: notYetKnown }),
    key({ profile: "test" }),
    key({ profile: "live" }),
  ]);
  expect(found.expectViolation().findings).toHaveLength(1);
});

test("an unknown profile is undetermined, unless the setting is strict", () => {
  const unknown = [key({ profile: notYetKnown }), key({ profile: notYetKnown })];
  expect(check("warn", {}, unknown).expectUndetermined(/^Undetermined until up: profile/).findings).toHaveLength(1);
  check("strict", {}, unknown).expectNone();
});

test("a secret setting is undetermined, with the fix", () => {
  const { findings } = check(secretValue);
  expect(findings.map(({ outcome, name, path, message }) => [outcome, name, path, message])).toEqual([
    [
      "undetermined",
      "shop-prod",
      "payments:driftCheck",
      "Undetermined: payments:driftCheck is marked as a secret, so its value can't be read. Set it without --secret.",
    ],
  ]);
  check(secretValue, { stack: { name: "dev" } }).expectNone();
});

test("an explicit provider instance that is less strict than the stack violates, once for all that it manages", () => {
  const of = (name: string, driftCheck: string): TestResource => ({
    class: "payments:index:ApiKey",
    name,
    props: {},
    provider: { name: "eu", props: { driftCheck } },
  });
  const { findings } = check("strict", {}, [stackItself, of("ci", "off"), of("web", "off")]);
  expect(findings.map(({ name, message }) => [name, message])).toEqual([
    ["ci", "driftCheck of the provider eu is off in prod, so a preview never reads the service."],
  ]);
  check("strict", {}, [stackItself, of("ci", "strict")]).expectNone();
  check("strict", { stack: { name: "dev" } }, [stackItself, of("ci", "off")]).expectNone();
});
