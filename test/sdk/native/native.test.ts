import * as pulumi from "@pulumi/pulumi";
import { packageVersion } from "../../../provider/text/package-version";
import { asSecret } from "../../../provider/wire/special-values";
import * as dynamic from "../../../sdk/index";
import * as native from "../../../sdk/native/index";
import { type Registered, resolved, run } from "../mocked";

const secretKey = { type: "secret" as const, scopes: ["accounts:read"] };

const registered = async (make: () => unknown, name = "ci"): Promise<Registered> => (await run(make)).registered(name);

test("every name that the dynamic form exports is there too, beside Provider", () => {
  const missing = Object.keys(dynamic).filter((name) => !Object.hasOwn(native, name));
  expect(missing).toEqual([]);
  expect(Object.keys(native).filter((name) => !Object.hasOwn(dynamic, name))).toEqual(["Provider"]);
});

test.each([
  ["ApiKey", native.ApiKey],
  ["RotatingApiKey", native.RotatingApiKey],
  ["WebhookEndpoint", native.WebhookEndpoint],
  ["ApplePayDomainScopes", native.ApplePayDomainScopes],
])("%s has the plugin's token, and no reference to code in its state", async (className, nativeClass) => {
  const rotation = { trigger: "a", overlapHours: 1 };
  const args = { ...secretKey, rotation, endpointId: "we_1", status: "active", apiKeyId: "key_1", access: "read" };
  const Made = nativeClass as unknown as new (name: string, args: object) => unknown;
  const { type, inputs } = await registered(() => new Made("ci", args));
  expect(type).toBe(`payments:index:${className}`);
  expect(nativeClass.__pulumiType).toBe(type);
  expect(inputs).not.toHaveProperty("__provider");
});

test("the tag is the dynamic form's, so that generated names and orphans survive a move", async () => {
  class Team extends pulumi.ComponentResource {
    constructor() {
      super("acme:index:Team", "team");
    }
  }
  const tags = async (ApiKey: typeof dynamic.ApiKey | typeof native.ApiKey) => {
    const { registered: of } = await run(() => {
      new ApiKey("ci", secretKey);
      new ApiKey("nested", secretKey, { parent: new Team() });
    });
    return ["ci", "nested"].map((name) => of(name).inputs.__resource.tag);
  };
  expect(await tags(native.ApiKey)).toEqual(await tags(dynamic.ApiKey));
});

test("the plugin is told the version of the package, and the object that the option import names", async () => {
  const { inputs } = await registered(() => new native.ApiKey("ci", secretKey, { import: "key_1" }));
  expect(inputs.__resource).toMatchObject({ version: packageVersion(), import: "key_1" });
});

test("the dynamic form still refuses the options that it can't honor", async () => {
  for (const options of [{ import: "key_1" }, { id: "key_1" }])
    await expect(run(() => new dynamic.ApiKey("ci", secretKey, options))).rejects.toThrow(/not available/);
  await expect(run(() => new native.ApiKey("ci", secretKey, { customTimeouts: { create: "1m" } }))).rejects.toThrow(
    /payments:timeouts/,
  );
});

test("a native key stands where an argument takes a key, and is checked as one", async () => {
  const { inputs } = await registered(() => {
    const key = new native.ApiKey("key", { ...secretKey, delegatedScopes: ["apple_pay_domains"] });
    return new native.ApplePayDomainScopes("ci", { apiKeyId: key, access: "read" });
  });
  expect(inputs.apiKeyId).toBe("key-id");
  await expect(
    run(() => {
      const key = new native.ApiKey("key", { type: "publishable" });
      return new native.ApplePayDomainScopes("ci", { apiKeyId: key, access: "read" });
    }),
  ).rejects.toThrow(/publishable/);
});

test("a value is a secret, and one that the provider leaves out is an error and never empty", async () => {
  const { result } = await run(() => new native.ApiKey("ci", secretKey), { answers: { value: "sk_value" } });
  expect(await resolved(result.value)).toBe("sk_value");
});

describe("a provider", () => {
  test("hands its settings on as texts, structures as JSON, and its credentials as secrets", async () => {
    const profiles = { eu: { accountId: "acct_eu" } };
    const args = {
      baseUrl: "https://x.example",
      accountId: "acct_1",
      apiKey: "sk_credential",
      maxConcurrency: 4,
      profiles,
    };
    const { type, inputs } = await registered(() => new native.Provider("ci", args));
    expect(type).toBe("pulumi:providers:payments");
    expect(inputs).toMatchObject({
      baseUrl: "https://x.example",
      maxConcurrency: "4",
      apiKey: asSecret("sk_credential"),
      profiles: asSecret(JSON.stringify(profiles)),
    });
  });

  test("is told from other providers", async () => {
    const { result } = await run(() => new native.Provider("ci", { accountId: "acct_1" }));
    expect(native.Provider.isInstance(result)).toBe(true);
    expect(native.Provider.isInstance({})).toBe(false);
  });
});
