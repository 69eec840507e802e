import type { ResourceClassName } from "../../../provider/text/class-names";
import { closeWorlds, failureOf, type Managed, openWorld, type World } from "./world";

let origin: World;
let stranger: World;
beforeEach(async () => {
  // Born alike: accounts, endpoint and credential are called the same at both.
  [origin, stranger] = await Promise.all([openWorld({ seed: "twins" }), openWorld({ seed: "twins" })]);
  origin.config["payments:environment"] = "production";
});
afterEach(closeWorlds);

const methods = ["diff", "update", "read", "delete"] as const;
const classes = ["ApiKey", "ApplePayDomainScopes", "WebhookEndpoint"] as const;

async function argsOf(className: ResourceClassName): Promise<object> {
  if (className === "ApiKey") return { type: "secret", name: "ci", scopes: ["accounts:read"] };
  if (className === "WebhookEndpoint") return { endpointId: origin.sandbox.webhookEndpointId, status: "active" };
  const { id } = await origin.colleagueMakes({ type: "secret", name: "shop", scopes: ["accounts:read"] });
  return { apiKeyId: id, access: "read" };
}

/** Each makes the configuration one of another place, and answers both names of what differs. */
const elsewhere: Record<string, () => Promise<[string, string]>> = {
  "another service": async () => {
    origin.config["payments:baseUrl"] = stranger.sandbox.url;
    return [origin.sandbox.url, stranger.sandbox.url];
  },
  "the other environment": async () => {
    origin.config["payments:environment"] = "sandbox";
    return ["production", "sandbox"];
  },
  "another account": async () => {
    const { id } = await origin.admin("POST", "/accounts", { kind: "merchant" });
    origin.config["payments:accountId"] = id;
    return [origin.sandbox.accountId, id];
  },
};

async function called(managed: Managed, method: (typeof methods)[number], args: object): Promise<unknown> {
  const provider = origin.start().provider(managed.className);
  const { id, outputs } = managed.state!;
  const news = managed.news(args);
  if (method === "read") return provider.read(id, outputs);
  if (method === "delete") return provider.delete(id, outputs);
  return method === "diff" ? provider.diff(id, outputs, news) : provider.update(id, outputs, news);
}

describe.each(classes)("state of %s, run with", (className) => {
  test.each(Object.keys(elsewhere))(
    "%s, is refused by every method, both are named, and nothing is asked anywhere",
    async (place) => {
      const managed = origin.resource(className, "mine");
      const args = await argsOf(className);
      await managed.up(args);
      const [before, now] = await elsewhere[place]!();
      await origin.forgetRequests();
      await stranger.forgetRequests();
      for (const method of methods) {
        const message = await failureOf(called(managed, method, args));
        expect([method, message]).toEqual([
          method,
          expect.stringContaining("refused, and nothing was read or changed"),
        ]);
        expect(message).toContain(before);
        expect(message).toContain(now);
        expect(message.includes("of the last 'pulumi up'")).toBe(method === "read" || method === "delete");
        expect(message).not.toMatch(/gone:|gone already/);
      }
      expect([await origin.counts(), await stranger.counts()]).toEqual([{}, {}]);
    },
  );
});

test("a configuration that no longer says its environment still knows the service, and state keeps what it said", async () => {
  const key = origin.resource("ApiKey", "mine");
  const args = await argsOf("ApiKey");
  await key.up(args);
  delete origin.config["payments:environment"];
  expect((await key.preview(args)).step).toBe("same");
  expect(await key.refresh()).toBe(true);
  expect(key.outputs.environment).toBe("production");
});

test("a stack's credential is not sent to a profile of the other environment or of another service", async () => {
  const key = origin.resource("ApiKey", "mine");
  const args = { ...(await argsOf("ApiKey")), profile: "other" };
  const others = [{ environment: "sandbox" }, { baseUrl: stranger.sandbox.url }];
  for (const other of others) {
    origin.config["payments:profiles"] = JSON.stringify({ other: { accountId: "acct_other", ...other } });
    await origin.forgetRequests();
    await stranger.forgetRequests();
    expect(await failureOf(key.preview(args))).toMatch(/payments:profiles\.other\.apiKey: missing/);
    expect([await origin.counts(), await stranger.counts()]).toEqual([{}, {}]);
  }
});
