import { json, type ScriptedServer, scriptedServer } from "./fake-service";
import { closeAll, openAccount } from "./support";

const running: ScriptedServer[] = [];
afterEach(() => closeAll(running));

/** Endpoints by id; `status` answers every read of an unknown one. */
async function start(
  endpoints: Record<string, unknown>,
  otherwise: { status: number; html?: boolean } = { status: 404 },
) {
  const server = await scriptedServer((request, response) => {
    const id = request.path.split("/").at(-1)!;
    if (request.method === "PATCH") return json(response, 200, { id, status: "pending" });
    if (id in endpoints) return json(response, 200, endpoints[id]);
    if (otherwise.html) {
      response.writeHead(otherwise.status, { "content-type": "text/html" }).end("<html>");
      return;
    }
    json(response, otherwise.status, { message: "no" });
  });
  running.push(server);
  return server;
}

describe("reading a webhook endpoint", () => {
  test.each(["active", "inactive", "pending", "disabled"])("finds it %s", async (status) => {
    const server = await start({ we_1: { id: "we_1", status, url: "https://example.com" } });
    const { account } = openAccount(server.url);
    expect(await account.webhookEndpoints.observe("we_1")).toEqual({ state: "found", live: { id: "we_1", status } });
  });

  test.each([405, 501])("%i means that reads are not offered, which is asked once per account", async (status) => {
    const server = await start({}, { status });
    const { account } = openAccount(server.url);
    for (const id of ["we_1", "we_2"]) expect((await account.webhookEndpoints.observe(id)).state).toBe("unreadable");
    expect(server.requests).toHaveLength(1);
  });

  test("404 before any read succeeded means that reads may not be offered, and after one that it is missing", async () => {
    const server = await start({ we_2: { status: "active" } });
    const { account } = openAccount(server.url);
    expect((await account.webhookEndpoints.observe("we_1")).state).toBe("unreadable");
    expect((await account.webhookEndpoints.observe("we_2")).state).toBe("found");
    expect((await account.webhookEndpoints.observe("we_1")).state).toBe("absent");
  });

  test("one that was passed over on a 404 is said to be missing, once, as soon as another is read or known to be readable", async () => {
    for (const known of [{}, { wasReadable: true }]) {
      const server = await start(known.wasReadable ? {} : { we_2: { status: "active" } });
      const { account, dependencies } = openAccount(server.url);
      await account.webhookEndpoints.observe("we_1");
      expect(dependencies.said).toEqual([]);
      for (const id of ["we_2", "we_2", "we_1"]) await account.webhookEndpoints.observe(id, known);
      expect(dependencies.said).toEqual([
        expect.stringMatching(/^webhook endpoint we_1 of account acct_1 is missing: .*404/),
      ]);
    }
  });

  test("404 is absence where reads are known to work from before, and 405 is then no capability", async () => {
    const missing = await start({});
    const known = { wasReadable: true };
    expect((await openAccount(missing.url).account.webhookEndpoints.observe("we_1", known)).state).toBe("absent");
    const changed = await start({}, { status: 405 });
    const { account } = openAccount(changed.url);
    expect(await account.webhookEndpoints.observe("we_1", known)).toMatchObject({
      state: "unknown",
      error: { code: "method-not-allowed" },
    });
  });

  test("a 404 that a later reading does not repeat is no absence, and one that comes with a failure is unknown", async () => {
    const answers = [404, 200, 404, 500];
    const server = await scriptedServer((_, response) => {
      const status = answers.shift() ?? 500;
      json(response, status, status === 200 ? { id: "we_1", status: "active" } : { message: "no" });
    });
    running.push(server);
    const { account } = openAccount(server.url);
    const known = { wasReadable: true };
    expect((await account.webhookEndpoints.observe("we_1", known)).state).toBe("found");
    expect((await account.webhookEndpoints.observe("we_1", known)).state).toBe("unknown");
  });

  test.each([
    ["a page of a gateway", 404, true],
    ["a refused credential", 401, false],
    ["a server error", 500, false],
  ])("%s makes it unknown", async (_, status, html) => {
    const server = await start({}, { status, html });
    expect((await openAccount(server.url).account.webhookEndpoints.observe("we_1")).state).toBe("unknown");
  });

  test("an answer that shows another endpoint, or none, makes it unknown", async () => {
    const server = await start({ we_1: { id: "we_9", status: "active" }, we_2: { id: "we_2", status: "odd" } });
    const { account } = openAccount(server.url);
    for (const id of ["we_1", "we_2"]) {
      expect(await account.webhookEndpoints.observe(id)).toMatchObject({
        state: "unknown",
        error: { code: "malformed-response" },
      });
    }
  });
});

describe("enabling a webhook endpoint", () => {
  test("sends the one documented value and tells the status that was answered", async () => {
    const server = await start({});
    expect(await openAccount(server.url).account.webhookEndpoints.enable("we_1")).toBe("pending");
    expect(server.requests[0]).toMatchObject({
      method: "PATCH",
      path: "/v1/webhook-endpoints/we_1",
      body: '{"status":"active"}',
    });
  });

  test.each(["", "no json", "[]", "{}", '{"status":"odd"}'])("does not need an answer: %j", async (text) => {
    const server = await scriptedServer((_, response) => void response.writeHead(200).end(text));
    running.push(server);
    expect(await openAccount(server.url).account.webhookEndpoints.enable("we_1")).toBeUndefined();
  });
});
