import * as pulumi from "@pulumi/pulumi";
import { ApiKey, ApplePayDomainScopes, RotatingApiKey, WebhookEndpoint } from "../../sdk/index";
import { resolved, run, type World } from "./mocked";

const make = (options?: pulumi.CustomResourceOptions, name = "ci") =>
  new ApiKey(name, { type: "secret", scopes: ["accounts:read"] }, options);
const told = async (options?: pulumi.CustomResourceOptions, world: World = {}) => {
  const { registered } = await run(() => make(options), world);
  return registered("ci").inputs.__resource;
};

class Team extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("acme:index:Team", name, {}, opts);
  }
}

describe("the urn that the provider is told", () => {
  test("is the resource's own, at the top and inside components", async () => {
    const { result, registered } = await run(() => {
      const outer = new Team("outer");
      const inner = new Team("inner", { parent: outer });
      return { top: make({}, "top"), nested: make({ parent: inner }, "nested") };
    });
    expect(registered("top").inputs.__resource.urn).toBe(await resolved(result.top.urn));
    expect(registered("nested").inputs.__resource.urn).toBe(
      `urn:pulumi:dev::shop::acme:index:Team$acme:index:Team$${ApiKey.__pulumiType}::nested`,
    );
  });
});

describe("the tag", () => {
  test("is eight characters, the same in every run, and another for each organisation, project, stack and urn", async () => {
    const { tag } = await told();
    expect(tag).toMatch(/^[0-9a-f]{8}$/);
    expect((await told()).tag).toBe(tag);
    const others: string[] = [];
    for (const world of [{ organization: "other" }, { project: "other" }, { stack: "other" }]) {
      others.push((await told({}, world)).tag);
    }
    const { registered } = await run(() => {
      make({ parent: new Team("team") }, "ci");
      return make({}, "ci-2");
    });
    others.push(registered("ci").inputs.__resource.tag, registered("ci-2").inputs.__resource.tag);
    expect(new Set([tag, ...others]).size).toBe(6);
  });
});

test.each([
  [ApiKey, /^ApiKey\.get is not available\. .*getApiKey\(\{ id \}\).*new ApiKey\(name, \{ adoptId: id/],
  [
    RotatingApiKey,
    /^RotatingApiKey\.get is not available\. .*getApiKey\(\{ id \}\).*new RotatingApiKey\(name, \{ adoptId: id/,
  ],
  [WebhookEndpoint, /^WebhookEndpoint\.get is not available\. .*getWebhookEndpoint\(\{ id \}\).*endpointId: id/],
  [ApplePayDomainScopes, /^ApplePayDomainScopes\.get is not available\. .*getApiKey\(\{ id \}\).*apiKeyId: id/],
])("%p refuses get, as a failure without a trace that says what to use", (resource, said) => {
  let error: unknown;
  try {
    resource.get("name", "id_1");
  } catch (thrown) {
    error = thrown;
  }
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  expect((error as Error).message).toMatch(said);
});

describe("options", () => {
  test("that only the engine would see are told to the provider: ignoreChanges, replaceOnChanges, protect, retainOnDelete", async () => {
    const options = { ignoreChanges: ["name"], replaceOnChanges: ["scopes"], protect: true, retainOnDelete: true };
    expect(await told(options)).toMatchObject(options);
    const { registered } = await run(() => make(options));
    expect(registered("ci").ignoreChanges).toEqual(["name"]);
  });

  test("that are not given are not told, so that state stays small", async () => {
    expect(Object.keys(await told({ ignoreChanges: [], protect: false, retainOnDelete: false })).sort()).toEqual([
      "tag",
      "urn",
    ]);
  });

  test("protect is told where a parent hands it down", async () => {
    const { registered } = await run(() => make({ parent: new Team("team", { protect: true }) }));
    expect(registered("ci").inputs.__resource).toMatchObject({ protect: true });
  });

  test("of the program stay beside ours: additional secrets are added to, never replaced", async () => {
    const { registered } = await run(() => make({ additionalSecretOutputs: ["name"] }));
    expect(new Set(registered("ci").additionalSecretOutputs)).toEqual(new Set(["name", "value"]));
  });

  test("are left as they were", async () => {
    const options = Object.freeze({ additionalSecretOutputs: Object.freeze(["name"]) as unknown as string[] });
    await run(() => make(options));
    expect(options).toEqual({ additionalSecretOutputs: ["name"] });
  });

  test.each([
    [{ import: "key_1" }, "adoptId"],
    [{ id: "key_1" }, "option id"],
    [{ customTimeouts: { create: "5m" } }, "payments:timeouts"],
    [{ ignoreChanges: ["scopes[0]"] }, "names scopes[0]. Name whole arguments"],
    [{ replaceOnChanges: ["a.b"] }, "names a.b. Name whole arguments"],
  ])("%j is refused with the reason and the way", async (options, expected) => {
    const error = await run(() => make(options)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(pulumi.RunError);
    expect(String(error)).toContain('ApiKey "ci"');
    expect(String(error)).toContain(expected);
  });

  test("that are refused are told all at once", async () => {
    await expect(run(() => make({ import: "k", customTimeouts: { create: "1m" } }))).rejects.toThrow(
      /adoptId.*payments:timeouts/s,
    );
  });

  test("that name what is no argument in replaceOnChanges are refused: nothing would honour them", async () => {
    await expect(run(() => make({ replaceOnChanges: ["delegatedScopes"] }))).rejects.toThrow("delegatedScopes");
    await expect(run(() => make({ replaceOnChanges: ["scoeps"] }))).rejects.toThrow("scoeps");
    await run(() => make({ replaceOnChanges: ["scopes", "name", "type", "*"] }));
  });
});

test("each class stands in state under its frozen token, as a reference to the installed package", async () => {
  const { registered } = await run(() => {
    new WebhookEndpoint("endpoint", { endpointId: "we_1", status: "active" });
    new ApplePayDomainScopes("scopes", { apiKeyId: "key_1", access: "read" });
    return make();
  });
  for (const [name, token] of [
    ["ci", "ApiKey"],
    ["endpoint", "WebhookEndpoint"],
    ["scopes", "ApplePayDomainScopes"],
  ] as const) {
    const { type, inputs } = registered(name);
    expect(type).toBe(`pulumi-nodejs:dynamic/payments:${token}`);
    expect(inputs.__provider).toContain(`require("pulumi-payments/runtime").provider("${token}")`);
  }
});
