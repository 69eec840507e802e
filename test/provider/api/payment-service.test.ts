import fc from "fast-check";
import { createKeyQueues, openPaymentService } from "../../../provider/api/payment-service";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../sandbox/index";
import { json, keyService, type ScriptedServer, scriptedServer } from "./fake-service";
import { closeAll, openAccount, settingsFor } from "./support";

const running: ScriptedServer[] = [];
afterEach(() => closeAll(running));

async function keep<T extends ScriptedServer>(starting: Promise<T>): Promise<T> {
  const server = await starting;
  running.push(server);
  return server;
}

describe("a service", () => {
  test("has its address in the normal form, and one account object per account", () => {
    const service = openPaymentService(settingsFor("HTTPS://API.example.com:443/v1/"));
    expect(service.serviceUrl).toBe("https://api.example.com");
    expect(service.account("acct_1")).toBe(service.account("acct_1"));
    expect(service.account("acct_1")).not.toBe(service.account("acct_2"));
    expect(service.account("acct_2")).toMatchObject({ accountId: "acct_2", serviceUrl: "https://api.example.com" });
  });

  test("sends nothing before the first operation, and closes without one", async () => {
    const server = await keep(scriptedServer((_, response) => json(response, 200, {})));
    const service = openPaymentService(settingsFor(server.url));
    service.account("acct_1");
    await service.close();
    expect(server.requests).toEqual([]);
  });

  test("an https address with a port of http fails at the first attempt, in words that are not OpenSSL's", async () => {
    const server = await keep(scriptedServer((_, response) => json(response, 200, {})));
    const service = openPaymentService(settingsFor(server.url.replace("http:", "https:")));
    const error: Error = await service
      .account("acct_1")
      .apiKeys.all()
      .then(
        () => new Error("it answered"),
        (each: Error) => each,
      );
    await service.close();
    expect(error.message).toContain("the server does not speak TLS on this port, so it may be an http port");
    expect(error.message).not.toMatch(/openssl|attempt|\.c:/);
  });

  test("an address that is none is refused when it is opened", () => {
    expect(() => openPaymentService(settingsFor("api.example.com"))).toThrow("https://");
  });
});

describe("two credentials of one account", () => {
  test("write one key one after another, so that neither loses what the other added, and each reads for itself", async () => {
    const server = await keep(keyService());
    server.add({ created_at: "2024-01-01T00:00:00Z" });
    const queues = createKeyQueues();
    const open = (apiKey: string) => openPaymentService(settingsFor(server.url, { apiKey }), {}, queues);
    const services = [open("sk_test_one_0123456789"), open("sk_test_two_0123456789")];
    const scopes = Array.from({ length: 8 }, (_, index) => `scope_${index}:read`);
    await Promise.all(
      scopes.map((scope, index) =>
        services[index % 2]!.account("acct_1").apiKeys.modify("key_1", (live) => ({ scopes: [...live.scopes, scope] })),
      ),
    );
    expect([...server.keys[0]!.scopes].sort()).toEqual(["accounts:read", ...scopes]);
    const readers = server.requests
      .filter(({ method }) => method === "GET")
      .map(({ headers }) => headers["payments-api-key"]);
    expect(new Set(readers).size).toBe(2);
    await Promise.all(services.map((service) => service.close()));
  });

  test("have a queue for each account and service", () => {
    const queues = createKeyQueues();
    expect(queues("https://one", "acct_1")).toBe(queues("https://one", "acct_1"));
    expect(queues("https://one", "acct_1")).not.toBe(queues("https://one", "acct_2"));
    expect(queues("https://one", "acct_1")).not.toBe(queues("https://two", "acct_1"));
  });
});

describe("accounts and events, in the forms that are assumed", () => {
  test.each([
    ["a bare array", [{ id: "acct_1" }, { id: 2 }]],
    ["items", { items: [{ id: "acct_1" }, { id: 2 }] }],
    ["data", { data: [{ id: "acct_1", more: true }, { id: 2 }] }],
  ])("%s", async (_, body) => {
    const server = await keep(scriptedServer((_request, response) => json(response, 200, body)));
    const { account } = openAccount(server.url);
    expect(await account.accounts()).toEqual([{ id: "acct_1" }, { id: "2" }]);
    expect((await account.events({ deliveryStatus: "undelivered" })).map((event) => event.id)).toEqual(["acct_1", "2"]);
    expect(server.requests.map((request) => `${request.path}?${request.query}`)).toEqual([
      "/v1/accounts?",
      "/v1/events?delivery_status=undelivered",
    ]);
  });

  test("another form is malformed, and says where to read on", async () => {
    const server = await keep(scriptedServer((_, response) => json(response, 200, { accounts: [] })));
    await expect(openAccount(server.url).account.accounts()).rejects.toMatchObject({
      code: "malformed-response",
      message: expect.stringContaining("docs/explanation/assumptions.md"),
    });
  });
});

test("over real HTTP no key that existed throughout is lost, whatever others create and delete meanwhile", async () => {
  const changes = fc.array(fc.tuple(fc.nat(3), fc.array(fc.nat(200), { maxLength: 4 })), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 4, max: 15 }),
      changes,
      async (count, pageMax, plan) => {
        const left = [...plan];
        const throughout = new Set<string>();
        const service = await keyService({
          pageMax,
          intercept: () => {
            const [created, deleted] = left.shift() ?? [0, []];
            for (let index = 0; index < created; index += 1) service.add();
            for (const where of deleted) {
              const [gone] = service.keys.splice(where % (service.keys.length + 1), 1);
              if (gone !== undefined) throughout.delete(gone.id);
            }
            return false;
          },
        });
        try {
          for (let index = 0; index < count; index += 1) throughout.add(service.add().id);
          const { account } = openAccount(service.url);
          const read = await account.apiKeys.all().catch(() => undefined);
          const ids = new Set(read?.map((key) => key.id) ?? throughout);
          expect([...throughout].filter((id) => !ids.has(id))).toEqual([]);
        } finally {
          await closeAll([service]);
        }
      },
    ),
    { numRuns: 40 },
  );
});

describe("against the sandbox", () => {
  let sandbox: Sandbox | undefined;
  afterEach(async () => {
    await sandbox?.close();
    sandbox = undefined;
  });

  async function startSandbox(options: SandboxOptions = {}) {
    sandbox = await createSandbox(options);
    const service = openPaymentService(
      settingsFor(sandbox.url, { apiKey: sandbox.apiKey, absenceConfirmMs: 20, newKeyGraceMs: 50 }),
      { say: () => undefined },
    );
    running.push({ close: () => service.close() } as ScriptedServer);
    return { sandbox, service, account: service.account(sandbox.accountId) };
  }

  test.each([
    { updateMethod: "PATCH" },
    { updateMethod: "PUT", pageMax: 4 },
    { updateMethod: "POST", redaction: "null" },
    { redaction: "omit" },
  ] as SandboxOptions[])("a key lives from its creation to its deletion (%j)", async (options) => {
    const { account } = await startSandbox(options);
    const before = (await account.apiKeys.all()).length;
    const made = await account.apiKeys.create({ type: "secret", name: "whole life", scopes: ["accounts:read"] });
    expect(made).toMatchObject({ type: "secret", name: "whole life", scopes: ["accounts:read"] });
    expect(made.value!.length).toBeGreaterThan(10);
    const others = await Promise.all(
      Array.from({ length: 9 }, (_, index) => account.apiKeys.create({ type: "publishable", name: `other ${index}` })),
    );
    expect(await account.apiKeys.all()).toHaveLength(before + 10);
    expect(
      (await account.apiKeys.modify(made.id, (live) => ({ scopes: [...live.scopes, "accounts:write"] }))).scopes.sort(),
    ).toEqual(["accounts:read", "accounts:write"]);
    expect((await account.apiKeys.findByNameNow("whole life")).map((key) => key.id)).toEqual([made.id]);
    expect(await account.apiKeys.delete(made.id)).toBe("deleted");
    expect(await account.apiKeys.delete(made.id)).toBe("already-absent");
    expect(await account.apiKeys.observeNow(others[0]!.id)).toMatchObject({
      state: "found",
      live: { name: "other 0" },
    });
    expect(await account.apiKeys.observeNow("key_that_never_was")).toMatchObject({ state: "absent" });
  });

  test("a partner account is refused as not enabled, and a wrong credential as unauthorized", async () => {
    const { sandbox: local, service } = await startSandbox();
    await expect(service.account(local.partnerAccountId).apiKeys.all()).rejects.toMatchObject({
      code: "not-enabled-for-account",
    });
    const stranger = openPaymentService(settingsFor(local.url, { apiKey: "sk_nobody" }));
    running.push({ close: () => stranger.close() } as ScriptedServer);
    await expect(stranger.account(local.accountId).apiKeys.all()).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("a key without the scope is forbidden, and the error names the scope", async () => {
    const { sandbox: local, account } = await startSandbox();
    const { value } = await account.apiKeys.create({ type: "secret", name: "narrow", scopes: ["api_keys:read"] });
    const narrow = openPaymentService(settingsFor(local.url, { apiKey: value! }));
    running.push({ close: () => narrow.close() } as ScriptedServer);
    await narrow.account(local.accountId).apiKeys.all();
    await expect(narrow.account(local.accountId).apiKeys.create({ type: "publishable" })).rejects.toMatchObject({
      code: "forbidden",
      details: { missingScope: "api_keys:write" },
    });
  });

  test("for an account of somebody else, and with a publishable key, the advice is not about scopes", async () => {
    const { account, service, sandbox: local } = await startSandbox();
    const stranger = service.account("acct_of_somebody_else").apiKeys.all();
    const advice = expect.stringContaining("on behalf of account acct_of_somebody_else. Set payments:accountId");
    await expect(stranger).rejects.toMatchObject({ code: "forbidden", details: { advice } });
    await expect(stranger).rejects.not.toMatchObject({ details: { advice: expect.stringContaining("scope") } });
    const { value } = await account.apiKeys.create({ type: "publishable", name: "till" });
    const till = openPaymentService(settingsFor(local.url, { apiKey: value! }));
    running.push({ close: () => till.close() } as ScriptedServer);
    const secretKey = expect.stringMatching(/^Set payments:apiKey to the value of a secret key/);
    await expect(till.account(local.accountId).apiKeys.all()).rejects.toMatchObject({ details: { advice: secretKey } });
  });

  test("an endpoint call that needs the partner's id names the setting that sends it", async () => {
    const { account, sandbox: local } = await startSandbox({ endpointAccount: "partner" });
    const advice = expect.stringContaining("pulumi config set payments:endpointAccount partner");
    await expect(account.webhookEndpoints.enable(local.webhookEndpointId)).rejects.toMatchObject({
      details: { advice },
    });
  });

  test("webhook endpoints are read and enabled, and not where reading is left out", async () => {
    const { sandbox: local, account } = await startSandbox();
    expect(await account.webhookEndpoints.observe(local.webhookEndpointId)).toEqual({
      state: "found",
      live: { id: local.webhookEndpointId, status: "active" },
    });
    expect((await account.webhookEndpoints.observe("we_nobody")).state).toBe("absent");
    await account.webhookEndpoints.enable(local.webhookEndpointId);
    expect(await account.events()).toEqual(expect.any(Array));
    await local.close();
    const blind = await startSandbox({ without: ["webhook-endpoint-read"] });
    expect((await blind.account.webhookEndpoints.observe(blind.sandbox.webhookEndpointId)).state).toBe("unreadable");
  });
});
