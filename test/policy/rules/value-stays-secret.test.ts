import { testPolicy } from "../../../policy/index";
import { valueStaysSecret } from "../../../policy/rules/value-stays-secret";

const keyUrn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/payments:ApiKey::ci";

test("each place with a key's value in plain text violates, with the name of the key", () => {
  const inClear = [
    { path: "env.KEY", keyUrn },
    { path: "command", keyUrn },
  ];
  const { findings } = testPolicy(valueStaysSecret, [{ class: "my:index:Job", name: "job", props: {}, inClear }]);
  expect(findings.map(({ urn, path, message }) => [urn, path, message])).toEqual([
    ["urn:pulumi:dev::test::my:index:Job::job", "env.KEY", 'env.KEY holds the value of the key "ci" in plain text.'],
    ["urn:pulumi:dev::test::my:index:Job::job", "command", 'command holds the value of the key "ci" in plain text.'],
  ]);
});

test("a stack without such a place passes", () => {
  testPolicy(valueStaysSecret, [{ props: {} }]).expectNone();
});
