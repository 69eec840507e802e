import { classOf, holds, notYetKnown, partsOf, type StackFacts, secretValue, settingFor } from "../../policy/facts";
import { testResource } from "../../policy/harness";
import { metaOf, settingNames } from "../../provider/configuration/settings";
import { resourceClassNames } from "../../provider/text/class-names";
import { typeToken } from "../../sdk/reference";

const stack: StackFacts = { name: "prod", project: "shop", config: {}, environment: {} };
const keyWith = (props: Record<string, unknown>) => testResource({ props }, { fallback: "ApiKey", index: 0, stack });

test("only type tokens of this package have a class", () => {
  for (const name of resourceClassNames) {
    expect(classOf(typeToken(name))).toBe(name);
  }
  expect(classOf("aws:s3/bucket:Bucket")).toBeUndefined();
});

test("a resource of the provider plugin has the class of the dynamic form", () => {
  expect(classOf("payments:index:RotatingApiKey")).toBe("RotatingApiKey");
  expect(classOf("payments:index:Other")).toBeUndefined();
});

describe("a resource of an explicit provider instance", () => {
  const config = { "payments:baseUrl": "https://a.example", "payments:driftCheck": "warn" };
  const environment = { PAYMENTS_BASE_URL: "https://b.example", PAYMENTS_DRIFT_CHECK: "" };
  const managedBy = (name: string, type = "payments:index:ApiKey") => {
    const provider = { name, props: { baseUrl: "https://eu.example", driftCheck: "off" } };
    return testResource({ class: type, props: {}, provider }, { fallback: "ApiKey", index: 0, stack });
  };
  const settingOf = (resource: ReturnType<typeof managedBy>, setting: string) =>
    settingFor({ ...stack, config, environment }, setting, resource);

  test("has the settings of that instance, which the environment does not set", () => {
    expect(settingOf(managedBy("eu"), "baseUrl")).toBe("https://eu.example");
    expect(settingOf(managedBy("eu"), "accountId")).toBeUndefined();
    expect(settingOf(managedBy("eu"), "driftCheck")).toBe("off");
  });

  test("is told from one of the default provider, and from one of the dynamic form", () => {
    expect(settingOf(managedBy("default_0_1_0"), "driftCheck")).toBe("warn");
    expect(settingOf(managedBy("eu", "pulumi-nodejs:dynamic/payments:ApiKey"), "driftCheck")).toBe("warn");
  });
});

test("a marker is found at any depth, and only that marker", () => {
  expect(holds({ a: [1, { b: notYetKnown }] }, notYetKnown)).toBe(true);
  expect(holds({ a: [1, { b: secretValue }] }, notYetKnown)).toBe(false);
  expect(holds(notYetKnown, notYetKnown)).toBe(true);
  expect(holds(null, notYetKnown)).toBe(false);
});

test("a URN is split into its parts, with parents and colons in names", () => {
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

test("an empty variable is ignored, and so is one that the provider does not read", () => {
  const config = { "payments:driftCheck": "off", "payments:deletionGuard": "off" };
  const environment = { PAYMENTS_DRIFT_CHECK: "", PAYMENTS_DELETION_GUARD: "24", "": "strange" };
  const settingHere = (setting: string) => settingFor({ ...stack, config, environment }, setting);
  expect([settingHere("driftCheck"), settingHere("deletionGuard"), settingHere("constructor")]).toEqual([
    "off",
    "off",
    undefined,
  ]);
});

test.each(settingNames)("the setting %s is read from the variable that the provider reads it from, if any", (name) => {
  const { environment } = metaOf(name);
  const everyVariable = environment ?? `PAYMENTS_${name.toUpperCase()}`;
  const found = settingFor({ ...stack, environment: { [everyVariable]: "reported" } }, name);
  expect(found).toBe(environment === undefined ? undefined : "reported");
});

test.each(settingNames.filter((name) => name !== "profiles"))(
  "the setting %s is taken from a profile if the provider takes it from there",
  (name) => {
    const config = { "payments:profiles": JSON.stringify({ eu: { [name]: "of the profile" } }) };
    const found = settingFor({ ...stack, config }, name, keyWith({ profile: "eu" }));
    expect(found).toBe(metaOf(name).inProfile ? "of the profile" : undefined);
  },
);

test("the profile of a resource takes precedence over the stack, and other settings come from the stack", () => {
  const config = {
    "payments:baseUrl": "https://a.example",
    "payments:driftCheck": "warn",
    "payments:endpointAccount": "partner",
    "payments:profiles": '{"eu":{"baseUrl":"https://eu.example","driftCheck":"off"},"nobody":null}',
  };
  const inEurope = keyWith({ profile: "eu" });
  const settingIn = (setting: string, profile: unknown) =>
    settingFor({ ...stack, config }, setting, keyWith({ profile }));
  expect(settingIn("baseUrl", "eu")).toBe("https://eu.example");
  expect(settingIn("endpointAccount", "eu")).toBe("partner");
  // The provider refuses this setting in a profile.
  expect(settingIn("driftCheck", "eu")).toBe("warn");
  expect(settingIn("baseUrl", "nobody")).toBe("https://a.example");
  expect(settingFor({ ...stack, config: { "payments:profiles": "{" } }, "baseUrl", inEurope)).toBeUndefined();
});

test("a setting of an unknown profile is unknown, and a setting that profiles can't hold is known", () => {
  const config = { "payments:baseUrl": "https://a.example", "payments:driftCheck": "warn" };
  const unknown = keyWith({ profile: notYetKnown });
  expect(settingFor({ ...stack, config }, "baseUrl", unknown)).toBe(notYetKnown);
  expect(settingFor({ ...stack, config }, "driftCheck", unknown)).toBe("warn");
});

test("a setting of a secret profile is secret", () => {
  const config = { "payments:baseUrl": "https://a.example", "payments:profiles": secretValue };
  expect(settingFor({ ...stack, config }, "baseUrl", keyWith({ profile: "eu" }))).toBe(secretValue);
  expect(settingFor({ ...stack, config }, "baseUrl", keyWith({}))).toBe("https://a.example");
});

test("a profile of another service does not inherit the stack's settings of its service", () => {
  const profiles = {
    eu: { baseUrl: "https://eu.example" },
    same: { baseUrl: "https://A.example:443/v1/", environment: "production" },
    bare: {},
    sandbox: { environment: "sandbox" },
  };
  const config = {
    "payments:baseUrl": "https://a.example",
    "payments:environment": "production",
    "payments:partnerAccountId": "acct_partner",
    "payments:accountId": "acct_main",
    "payments:profiles": JSON.stringify(profiles),
  };
  const settingIn = (setting: string, profile: string) =>
    settingFor({ ...stack, config }, setting, keyWith({ profile }));
  const everywhere = (setting: string) =>
    ["eu", "same", "bare", "sandbox", "none", "__proto__"].map((profile) => settingIn(setting, profile));
  const [p, partner, main] = ["production", "acct_partner", "acct_main"];
  expect(everywhere("environment")).toEqual([undefined, p, p, "sandbox", p, p]);
  expect(everywhere("partnerAccountId")).toEqual([undefined, partner, partner, undefined, partner, partner]);
  // Each profile names its own.
  expect(everywhere("accountId")).toEqual([undefined, undefined, undefined, undefined, main, main]);
});

test("an unreadable address equals no other", () => {
  const profiles = '{"eu":{"baseUrl":5},"us":{"baseUrl":"https://us.example"}}';
  const config = { "payments:baseUrl": secretValue, "payments:environment": "sandbox", "payments:profiles": profiles };
  const environmentOf = (profile: string) => settingFor({ ...stack, config }, "environment", keyWith({ profile }));
  expect([environmentOf("eu"), environmentOf("us")]).toEqual([undefined, undefined]);
});
