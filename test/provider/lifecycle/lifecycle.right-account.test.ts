import type { ResourceClassName } from "../../../provider/resources/registry.js";
import { closeWorlds, failureOf, type Managed, openWorld, type World } from "./world.js";

let home: World;
let stranger: World;
beforeEach(async () => {
  // Born alike: accounts, endpoint and credential are called the same at both.
  [home, stranger] = await Promise.all([openWorld({ seed: "twins" }), openWorld({ seed: "twins" })]);
  home.config["payments:environment"] = "production";
});
afterEach(closeWorlds);

const methods = ["diff", "update", "read", "delete"] as const;
const classes = ["ApiKey", "ApplePayDomainScopes", "WebhookEndpoint"] as const;

async function argsOf(className: ResourceClassName): Promise<object> {
  if (className === "ApiKey") return { type: "secret", name: "ci", scopes: ["accounts:read"] };
  if (className === "WebhookEndpoint") return { endpointId: home.sandbox.webhookEndpointId, status: "active" };
  const { id } = await home.colleagueMakes({ type: "secret", name: "shop", scopes: ["accounts:read"] });
  return { apiKeyId: id, access: "read" };
}

/** Each makes the configuration one of another place, and answers both names of what differs. */
const elsewhere: Record<string, () => Promise<[string, string]>> = {
  "another service": async () => {
    home.config["payments:baseUrl"] = stranger.sandbox.url;
    return [home.sandbox.url, stranger.sandbox.url];
  },
  "the other environment": async () => {
    home.config["payments:environment"] = "sandbox";
    return ["production", "sandbox"];
  },
  "another account": async () => {
    const { id } = await home.admin("POST", "/accounts", { kind: "merchant" });
    home.config["payments:accountId"] = id;
    return [home.sandbox.accountId, id];
  },
};

async function called(managed: Managed, method: (typeof methods)[number], args: object): Promise<unknown> {
  const provider = home.start().provider(managed.className);
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
      const managed = home.resource(className, "mine");
      const args = await argsOf(className);
      await managed.up(args);
      const [before, now] = await elsewhere[place]!();
      await home.forgetRequests();
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
      expect([await home.counts(), await stranger.counts()]).toEqual([{}, {}]);
    },
  );
});

test("a configuration that no longer says its environment still knows the service, and state keeps what it said", async () => {
  const key = home.resource("ApiKey", "mine");
  const args = await argsOf("ApiKey");
  await key.up(args);
  delete home.config["payments:environment"];
  expect((await key.preview(args)).step).toBe("same");
  expect(await key.refresh()).toBe(true);
  expect(key.outputs.environment).toBe("production");
});

test("a stack's credential is not sent to a profile of the other environment or of another service", async () => {
  const key = home.resource("ApiKey", "mine");
  const args = { ...(await argsOf("ApiKey")), profile: "other" };
  const others = [{ environment: "sandbox" }, { baseUrl: stranger.sandbox.url }];
  for (const other of others) {
    home.config["payments:profiles"] = JSON.stringify({ other: { accountId: "acct_other", ...other } });
    await home.forgetRequests();
    await stranger.forgetRequests();
    expect(await failureOf(key.preview(args))).toMatch(/payments:profiles\.other\.apiKey: missing/);
    expect([await home.counts(), await stranger.counts()]).toEqual([{}, {}]);
  }
});
