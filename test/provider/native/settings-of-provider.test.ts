import { readConfiguration } from "../../../provider/configuration/configuration";
import { sourcesOf } from "../../../provider/configuration/sources";
import { unknownMarker } from "../../../provider/lifecycle/inputs";
import {
  changedSettings,
  checkSettings,
  configureRequest,
  holdsUnknownSetting,
  instanceIn,
} from "../../../provider/native/settings-of-provider";

const whole = { baseUrl: "https://eu.example.com", accountId: "acct_eu", apiKey: "sk_of_the_eu_instance_1" };
const urn = (name: string) => `urn:pulumi:dev::shop::pulumi:providers:payments::${name}`;
const read = (inputs: object, instance: string | undefined, environment: NodeJS.ProcessEnv) =>
  readConfiguration(sourcesOf(configureRequest({ ...inputs }, instance), environment));

test.each([
  ["default", undefined],
  ["default_0_1_0", undefined],
  ["eu", "eu"],
  ["a::b", "a::b"],
])("a provider called %s is the instance %s", (name, instance) => {
  expect(instanceIn(urn(name))).toBe(instance);
});

test("an engine that names no provider configures the stack's own", () => {
  expect(instanceIn(undefined)).toBeUndefined();
});

describe("the environment", () => {
  const environment = {
    PAYMENTS_BASE_URL: "https://other.example.com",
    PAYMENTS_ACCOUNT_ID: "acct_other",
    PAYMENTS_API_KEY: "sk_of_the_environment_1",
    PAYMENTS_API_KEY_ID: "key_other",
    PAYMENTS_PARTNER_ACCOUNT_ID: "acct_partner_other",
    PAYMENTS_ENVIRONMENT: "production",
    PAYMENTS_DRIFT_CHECK: "warn",
    PAYMENTS_FORCE: "key_1",
  };

  test("never sets the address, the account or the credential of an explicit instance", () => {
    const found = read(whole, "eu", environment);
    if (!("configuration" in found)) throw new Error(JSON.stringify(found));
    const { main } = found.configuration;
    expect(main).toMatchObject({ serviceUrl: "https://eu.example.com", accountId: "acct_eu", instance: "eu" });
    expect(main?.settings.apiKey).toBe(whole.apiKey);
    expect([main?.apiKeyId, main?.partnerAccountId, main?.environment]).toEqual([undefined, undefined, undefined]);
  });

  test("still says for one run what is done: driftCheck and the keys that may be deleted", () => {
    const found = read(whole, "eu", environment);
    expect(found).toMatchObject({ configuration: { driftCheck: "warn", force: new Set(["key_1"]) } });
  });

  test("does not complete an explicit instance either", () => {
    const { apiKey: _, ...lacking } = whole;
    expect(read(lacking, "eu", environment)).toHaveProperty("problems");
    expect(checkSettings(lacking, "eu", environment)).toEqual([
      { property: "", reason: expect.stringMatching(/^apiKey: missing/) },
    ]);
  });

  test("completes the default provider, as it does the dynamic form", () => {
    const found = read({ accountId: "acct_other" }, undefined, environment);
    expect(found).toMatchObject({ configuration: { main: { serviceUrl: "https://other.example.com" } } });
    expect(checkSettings({}, undefined, {})).toEqual([]);
  });
});

test("structures and numbers arrive as the JSON that a stack's configuration holds", () => {
  const { config } = configureRequest({ ...whole, profiles: { eu: { accountId: "a" } }, maxConcurrency: 4 }, undefined);
  expect(config.get("payments:profiles")).toBe('{"eu":{"accountId":"a"}}');
  expect(config.get("payments:maxConcurrency")).toBe("4");
});

test("what the platform adds to a provider is no setting", () => {
  const inputs = { ...whole, version: "0.1.0", pluginDownloadURL: "https://x", __internal: {} };
  expect(checkSettings(inputs, "eu", {})).toEqual([]);
});

test("every problem of an instance is reported at once, and none shows a value", () => {
  const failures = checkSettings({ baseUrl: "ftp://x", apiKey: "sk_live_0123456789abcdef", acountId: "a" }, "eu", {});
  const text = JSON.stringify(failures);
  expect(failures.length).toBeGreaterThan(2);
  expect(failures.every(({ property }) => property === "")).toBe(true);
  expect(text).toContain("accountId");
  expect(text).not.toContain("0123456789abcdef");
});

test("a setting that comes from another resource is not judged before it is known", () => {
  const inputs = { ...whole, apiKey: unknownMarker };
  expect(holdsUnknownSetting(inputs)).toBe(true);
  expect(holdsUnknownSetting({ ...whole, profiles: { eu: { apiKey: unknownMarker } } })).toBe(true);
  expect(checkSettings({ apiKey: unknownMarker }, "eu", {})).toEqual([]);
  expect(holdsUnknownSetting(whole)).toBe(false);
});

test("a changed credential is a change, another version of the plugin is none", () => {
  expect(changedSettings(whole, { ...whole, apiKey: "sk_another_credential_1" })).toEqual(["apiKey"]);
  expect(changedSettings({ ...whole, version: "0.1.0" }, { ...whole, version: "0.2.0" })).toEqual([]);
  expect(changedSettings({ maxConcurrency: "4" }, { maxConcurrency: 4 })).toEqual([]);
});
