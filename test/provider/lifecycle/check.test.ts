import { check } from "../../../provider/lifecycle/check";
import { ProviderCall } from "../../../provider/lifecycle/provider-call";
import { applePayDomainScopes } from "../../../provider/resources/apple-pay-domain-scopes";
import { closeWorlds, failureOf, openWorld } from "./world";

afterEach(closeWorlds);

test("a problem of what ignoreChanges keeps says so, where there is something in state to keep", async () => {
  const provider = (await openWorld()).start().provider("ApiKey");
  const reasons = async (olds: object, ignoreChanges: string[]): Promise<string> => {
    const news = { type: "secret", __resource: { urn: "urn:1", tag: "t", ignoreChanges } };
    const { failures } = await provider.check(olds as never, news as never);
    return failures.map(({ property, reason }) => `${property} ${reason}`).join("\n");
  };
  const advice = "take it out of ignoreChanges for one up";
  expect(await reasons({ type: "publishable" }, ["scopes"])).toMatch(
    new RegExp(`^scopes is required for a secret key.* ${advice}`),
  );
  expect(await reasons({ type: "publishable" }, ["*"])).toContain(advice);
  expect(await reasons({ type: "publishable" }, ["name"])).not.toContain(advice);
  expect(await reasons({}, ["scopes"])).not.toContain(advice);
});

test("a problem within a property stands in the reason: the engine would print that nothing stands there", async () => {
  const provider = (await openWorld()).start().provider("ApiKey");
  const news = { type: "secret", scopes: ["accounts:read", "accounts:reed"], __resource: { urn: "urn:1", tag: "t" } };
  const { failures } = await provider.check({}, news as never);
  expect(failures).toEqual([
    { property: "", reason: 'scopes[1]: "accounts:reed" is not a scope. Did you mean "accounts:read"?' },
  ]);
  const flat = await provider.check({}, { ...news, type: "sekret", scopes: ["accounts:read"] } as never);
  expect(flat.failures).toMatchObject([{ property: "type" }]);
});

const value = "sk_live_0123456789abcdef";
const key = { type: "secret", scopes: ["accounts:read"] };

test.each([
  ["ApiKey", { ...key, accountId: value }, "accountId"],
  ["ApiKey", { ...key, profile: value }, "profile"],
  ["WebhookEndpoint", { endpointId: "whsec_0123456789abcdef", status: "active" }, "endpointId"],
] as const)(
  "a value that was pasted into %s %j is refused unseen, and nothing is sent",
  async (className, args, path) => {
    const world = await openWorld();
    const message = await failureOf(world.resource(className, "x").preview(args));
    expect(message).toContain(`${path}: contains what looks like an API key value, which is not shown here`);
    expect(message).not.toContain("0123456789");
    expect(await world.counts()).toEqual({});
  },
);

test("two resources of one class can't manage the same part of a key, and two classes may each manage a part of it", async () => {
  const world = await openWorld();
  world.config["payments:driftCheck"] = "off";
  const { run } = world.start();
  const reasons = async (className: string, urn: string): Promise<string[]> => {
    const providerCall = new ProviderCall({ ...applePayDomainScopes, className }, run);
    const news = { apiKeyId: "key_1", access: "read", __resource: { urn, tag: urn } };
    return (await check(providerCall, {}, news)).failures.map(({ reason }) => reason);
  };
  expect(await reasons("ApplePayDomainScopes", "urn:1")).toEqual([]);
  expect(await reasons("OtherPart", "urn:2")).toEqual([]);
  expect(await reasons("ApplePayDomainScopes", "urn:3")).toEqual([expect.stringContaining("is managed by urn:1")]);
});
