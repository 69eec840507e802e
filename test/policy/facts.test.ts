import { classOf, holds, notYetKnown, partsOf, type StackFacts, secretValue, settingFor } from "../../policy/facts.js";
import { testResource } from "../../policy/harness.js";
import { typeToken } from "../../sdk/reference.js";

const stack: StackFacts = { name: "prod", project: "shop", config: {}, environment: {} };
const keyWith = (props: Record<string, unknown>) => testResource({ props }, { fallback: "ApiKey", index: 0, stack });

test("each class of this package is known by its type token, and nothing else is", () => {
  for (const name of ["ApiKey", "WebhookEndpoint", "ApplePayDomainScopes"] as const) {
    expect(classOf(typeToken(name))).toBe(name);
  }
  expect(classOf("aws:s3/bucket:Bucket")).toBeUndefined();
});

test("a marker is found at any depth, and only that marker", () => {
  expect(holds({ a: [1, { b: notYetKnown }] }, notYetKnown)).toBe(true);
  expect(holds({ a: [1, { b: secretValue }] }, notYetKnown)).toBe(false);
  expect(holds(notYetKnown, notYetKnown)).toBe(true);
  expect(holds(null, notYetKnown)).toBe(false);
});

test("a urn is taken apart, parents and names with colons included", () => {
  const type = "pulumi-nodejs:dynamic/payments:ApiKey";
  expect(partsOf(`urn:pulumi:dev::shop::my:index:Team$${type}::team::ci`)).toEqual({
    stack: "dev",
    project: "shop",
    type,
    name: "team::ci",
  });
});

test("a setting comes from the environment before the stack's configuration, as the provider reads it", () => {
  const config = { "payments:driftCheck": "off", "payments:baseUrl": "https://a.example" };
  expect(settingFor({ ...stack, config }, "driftCheck")).toBe("off");
  const environment = { PAYMENTS_DRIFT_CHECK: "strict" };
  expect(settingFor({ ...stack, config, environment }, "driftCheck")).toBe("strict");
  expect(settingFor({ ...stack, config }, "baseUrl")).toBe("https://a.example");
  expect(settingFor(stack, "baseUrl")).toBeUndefined();
});

test("the profile of a resource says before the stack where it lives; what it leaves out is the stack's", () => {
  const config = {
    "payments:baseUrl": "https://a.example",
    "payments:driftCheck": "warn",
    "payments:profiles": '{"eu":{"baseUrl":"https://eu.example"}}',
  };
  const inEurope = keyWith({ profile: "eu" });
  expect(settingFor({ ...stack, config }, "baseUrl", inEurope)).toBe("https://eu.example");
  expect(settingFor({ ...stack, config }, "driftCheck", inEurope)).toBe("warn");
  expect(settingFor({ ...stack, config }, "baseUrl", keyWith({ profile: notYetKnown }))).toBe(notYetKnown);
  expect(settingFor({ ...stack, config: { "payments:profiles": "{" } }, "baseUrl", inEurope)).toBeUndefined();
});

test("a profile that leads to another service takes nothing that says of a service from the stack", () => {
  const config = {
    "payments:baseUrl": "https://a.example",
    "payments:environment": "production",
    "payments:profiles": '{"eu":{"baseUrl":"https://eu.example"},"same":{"baseUrl":"https://a.example"},"bare":{}}',
  };
  const environmentOf = (profile: string) => settingFor({ ...stack, config }, "environment", keyWith({ profile }));
  expect([environmentOf("eu"), environmentOf("same"), environmentOf("bare"), environmentOf("none")]).toEqual([
    undefined,
    "production",
    "production",
    "production",
  ]);
});
