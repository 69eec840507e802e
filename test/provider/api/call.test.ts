// Long because: every rule of what is sent again, and when, is shown on one scripted server.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import type { CreateApiKeyBody } from "../../../provider/api/contract/api-key";
import { PaymentServiceError } from "../../../provider/api/errors";
import { json, type Script, type ScriptedServer, scriptedServer } from "./fake-service";
import { closeAll, credential, openAccount, testDependencies } from "./support";

const running: ScriptedServer[] = [];
afterEach(() => closeAll(running));

async function serve(script: Script): Promise<ScriptedServer> {
  const server = await scriptedServer(script);
  running.push(server);
  return server;
}

const key = {
  id: "key_1",
  name: "n",
  type: "secret",
  scopes: ["*"],
  value: "sk_live_planted1",
  // A day ahead, in whole seconds: a key that the request creates is no older than the request.
  created_at: `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`,
};
const empty = { items: [], has_more: false, total: 0 };
const wanted: CreateApiKeyBody = { type: "secret", name: "n", scopes: ["accounts:read"] };

async function errorOf(promise: Promise<unknown>): Promise<PaymentServiceError> {
  const error = await promise.then(
    (value) => {
      throw new Error(`expected a failure, got ${JSON.stringify(value)}`);
    },
    (thrown: unknown) => thrown,
  );
  if (!PaymentServiceError.isInstance(error)) throw error;
  return error;
}

/** Answers the first requests with these scripts, in turn, and all others with the last. */
const inTurn = (...scripts: Script[]): Script => {
  let count = 0;
  return (...request) => {
    const script = scripts[Math.min(count, scripts.length - 1)]!;
    count += 1;
    return script(...request);
  };
};
const status =
  (code: number, headers: Record<string, string> = {}): Script =>
  (_, response) =>
    json(response, code, { message: "no" }, headers);
const reset: Script = (_, _response, socket) => {
  socket.resetAndDestroy();
};

describe("reads", () => {
  test.each([
    ["a reset", reset],
    ["503", status(503)],
    ["500", status(500)],
    ["429", status(429)],
    [
      "a body that is cut off",
      ((_, response, socket) => {
        response.writeHead(200, { "content-length": "50" });
        response.write("{", () => socket.destroy());
      }) as Script,
    ],
  ])("are sent again after %s", async (_, trouble) => {
    const server = await serve(inTurn(trouble, (_request, response) => json(response, 200, empty)));
    const { account } = openAccount(server.url);
    expect(await account.apiKeys.all()).toEqual([]);
    expect(server.requests).toHaveLength(2);
  });

  test("wait as long as Retry-After asks, in seconds and as a date, and spread out a little", async () => {
    const date = { date: "Wed, 21 Oct 2026 07:28:00 GMT", "retry-after": "Wed, 21 Oct 2026 07:28:09 GMT" };
    const server = await serve(
      inTurn(status(503, { "retry-after": "4" }), status(429, date), (_, response) => json(response, 200, empty)),
    );
    const { account, dependencies } = openAccount(server.url);
    await account.apiKeys.all();
    expect(dependencies.slept[0]).toBeGreaterThanOrEqual(4_000);
    expect(dependencies.slept[1]).toBeGreaterThanOrEqual(9_000);
    expect(dependencies.slept[1]).toBeLessThan(10_000);
  });

  test("give up within the budget, and the error says how often it was tried", async () => {
    const server = await serve(status(503));
    const dependencies = testDependencies(0.999);
    const { account } = openAccount(
      server.url,
      { timeouts: { connectMs: 1_000, headersMs: 1_000, bodyMs: 1_000, totalMs: 3_000 } },
      dependencies,
    );
    const began = dependencies.monotonicMs();
    const error = await errorOf(account.apiKeys.all());
    expect(error).toMatchObject({ code: "unavailable", message: expect.stringContaining("(attempt 4, the last)") });
    expect(server.requests).toHaveLength(4);
    expect(dependencies.monotonicMs() - began).toBeLessThan(3_000);
  });

  test("end when the time of the whole operation is up, in the middle of an answer too", async () => {
    const server = await serve(() => undefined);
    const timeouts = { connectMs: 1_000, headersMs: 20_000, bodyMs: 20_000, totalMs: 60 };
    const error = await errorOf(openAccount(server.url, { timeouts }).account.apiKeys.all());
    expect(error).toMatchObject({ code: "timeout", message: expect.stringContaining("not done within 60 ms") });
    expect(server.requests).toHaveLength(1);
  });

  test("that run out of time in a later attempt are told with the answer of the one before", async () => {
    const server = await serve(inTurn(status(503), () => undefined));
    const timeouts = { connectMs: 1_000, headersMs: 20_000, bodyMs: 20_000, totalMs: 500 };
    const error = await errorOf(openAccount(server.url, { timeouts }).account.apiKeys.all());
    expect(error).toMatchObject({ code: "unavailable", details: { status: 503 } });
    expect(error.message).toContain("the service could not answer (attempt 1; attempt 2 was cut off: not done within");
  });

  test("are not sent again after a definite answer", async () => {
    const server = await serve(status(403));
    const error = await errorOf(openAccount(server.url).account.apiKeys.all());
    expect(error).toMatchObject({ code: "forbidden", details: { missingScope: "api_keys:read" } });
    expect(server.requests).toHaveLength(1);
  });

  test("fail at once where the service asks to wait longer than there is time, for everybody", async () => {
    const server = await serve(status(429, { "retry-after": "3600" }));
    const { account } = openAccount(server.url);
    expect(await errorOf(account.apiKeys.all())).toMatchObject({
      code: "rate-limited",
      details: { retryAfterMs: 3_600_000 },
    });
    expect(await errorOf(account.events())).toMatchObject({
      code: "rate-limited",
      message: expect.stringContaining("not sent"),
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a create", () => {
  const inDoubt: [string, Script][] = [
    ["500", status(500)],
    [
      "502 of a gateway",
      (_, response) => response.writeHead(502, { "content-type": "text/html" }).end("<html>Bad Gateway"),
    ],
    ["503 with Retry-After", status(503, { "retry-after": "1" })],
    ["501", status(501)],
    ["a redirect", (_, response) => response.writeHead(303, { location: "/v1/api-keys/key_1" }).end()],
    ["a reset", reset],
    [
      "a body that is cut off",
      (_, response, socket) => {
        response.writeHead(201, { "content-length": "500", "content-type": "application/json" });
        response.write(JSON.stringify(key), () => socket.destroy());
      },
    ],
    [
      "success that is no JSON",
      (_, response) => response.writeHead(201).end('{"id":"key_1","value":"sk_live_planted1"'),
    ],
    ["success that is no key", (_, response) => json(response, 201, { ...key, id: undefined })],
    [
      "success that is a web page",
      (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome"),
    ],
    ["success without a body", (_, response) => response.writeHead(204).end()],
    [
      "a refusal that is a web page",
      (_, response) => response.writeHead(403, { "content-type": "text/html" }).end("<html>Blocked"),
    ],
    [
      "a refusal that is cut off",
      (_, response) => response.writeHead(400, { "content-type": "application/json" }).end('{"mess'),
    ],
    ["not HTTP", (_, _response, socket) => void socket.end("220 hello\r\n")],
  ];
  test.each(inDoubt)("is sent once, and is in doubt after %s", async (_, script) => {
    const server = await serve(script);
    const error = await errorOf(openAccount(server.url).account.apiKeys.create(wanted));
    expect(error.code).toBe("ambiguous");
    expect(error.message).toMatch(/^could not create API key named "n" in account acct_1 at http:/);
    expect(`${error.message}${JSON.stringify(error.details)}${String(error.cause)}`).not.toMatch(/planted/);
    expect(server.requests).toHaveLength(1);
  });

  test("is sent once, and is in doubt after no answer in time", async () => {
    const server = await serve(() => undefined);
    const timeouts = { connectMs: 1_000, headersMs: 50, bodyMs: 1_000, totalMs: 10_000 };
    expect((await errorOf(openAccount(server.url, { timeouts }).account.apiKeys.create(wanted))).code).toBe(
      "ambiguous",
    );
    expect(server.requests).toHaveLength(1);
  });

  test("that runs out of time after it was refused with 429 is in doubt, and the refusal is told too", async () => {
    const server = await serve(inTurn(status(429), () => undefined));
    const timeouts = { connectMs: 1_000, headersMs: 20_000, bodyMs: 20_000, totalMs: 500 };
    const error = await errorOf(openAccount(server.url, { timeouts }).account.apiKeys.create(wanted));
    expect(error).toMatchObject({ code: "ambiguous", message: expect.stringContaining("limits the rate of requests") });
    expect(server.requests).toHaveLength(2);
  });

  test.each([200, 201, 202])("has happened after %i with a key", async (code) => {
    const server = await serve((_, response) => json(response, code, { ...key, unknown: 1 }));
    expect(await openAccount(server.url).account.apiKeys.create(wanted)).toEqual({
      id: "key_1",
      name: "n",
      type: "secret",
      scopes: ["*"],
      value: "sk_live_planted1",
      createdAt: key.created_at,
    });
  });

  test.each([
    [400, "invalid-request"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "method-not-allowed"],
    [409, "conflict"],
    [422, "invalid-request"],
  ])("is refused for good by %i", async (code, name) => {
    const server = await serve(status(code));
    expect((await errorOf(openAccount(server.url).account.apiKeys.create(wanted))).code).toBe(name);
    expect(server.requests).toHaveLength(1);
  });

  test("is sent again after 429, as late as the service asks", async () => {
    const server = await serve(inTurn(status(429, { "retry-after": "5" }), (_, response) => json(response, 201, key)));
    const { account, dependencies } = openAccount(server.url);
    expect((await account.apiKeys.create(wanted)).id).toBe("key_1");
    expect(dependencies.slept[0]).toBeGreaterThanOrEqual(5_000);
  });

  test("is sent again where the service itself refused the connection, and has happened once it is there", async () => {
    const placeholder = createServer().listen(0, "127.0.0.1");
    await once(placeholder, "listening");
    const { port } = placeholder.address() as AddressInfo;
    placeholder.close();
    await once(placeholder, "close");
    const dependencies = testDependencies();
    let late: ReturnType<typeof createServer> | undefined;
    dependencies.whenWaiting(() => {
      late ??= createServer((socket) =>
        socket.once("data", () => {
          const body = JSON.stringify(key);
          socket.end(
            `HTTP/1.1 201 Created\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
          );
        }),
      ).listen(port, "127.0.0.1");
    });
    const { account } = openAccount(`http://127.0.0.1:${port}`, {}, dependencies);
    expect((await account.apiKeys.create(wanted)).id).toBe("key_1");
    late!.close();
  });

  test("that never arrived is told as unreachable, not as in doubt", async () => {
    const placeholder = createServer().listen(0, "127.0.0.1");
    await once(placeholder, "listening");
    const { port } = placeholder.address() as AddressInfo;
    placeholder.close();
    await once(placeholder, "close");
    const error = await errorOf(openAccount(`http://127.0.0.1:${port}`).account.apiKeys.create(wanted));
    expect(error).toMatchObject({ code: "unreachable", message: expect.stringContaining("(attempt 5, the last)") });
  });

  test("that breaks the contract is not sent", async () => {
    const server = await serve(status(500));
    const { account } = openAccount(server.url);
    for (const body of [{ ...wanted, scopes: [] }, { ...wanted, name: "" }, { ...wanted, extra: 1 }, { type: "odd" }]) {
      expect((await errorOf(account.apiKeys.create(body as never))).code).toBe("invalid-request");
    }
    expect(server.requests).toEqual([]);
  });
});

describe("deletes and updates", () => {
  test("a delete whose answer was lost is sent again", async () => {
    const server = await serve(inTurn(reset, (_, response) => response.writeHead(204).end()));
    expect(await openAccount(server.url).account.apiKeys.delete("key_1")).toBe("deleted");
    expect(server.requests.map((request) => request.method)).toEqual(["DELETE", "DELETE"]);
  });

  test("a delete that was refused with 429 and then cut off is no refusal: it may have happened", async () => {
    const server = await serve(inTurn(status(429), () => undefined));
    const timeouts = { connectMs: 1_000, headersMs: 20_000, bodyMs: 20_000, totalMs: 500 };
    const error = await errorOf(openAccount(server.url, { timeouts }).account.apiKeys.delete("key_1"));
    expect(error).toMatchObject({ code: "timeout", message: expect.stringContaining("limits the rate of requests") });
  });

  test("ids are encoded, and those that would name another object are not sent", async () => {
    const server = await serve((_, response) => response.writeHead(204).end());
    const { account } = openAccount(server.url);
    await account.apiKeys.delete("a/../b?c");
    expect(server.requests[0]!.path).toBe("/v1/api-keys/a%2F..%2Fb%3Fc");
    for (const id of ["", ".", ".."]) expect((await errorOf(account.apiKeys.delete(id))).code).toBe("invalid-request");
    expect(server.requests).toHaveLength(1);
  });
});

test("no more requests are in flight than the limit, and fewer after 429", async () => {
  const limit = 4;
  let inFlight = 0;
  const seen: number[] = [];
  let allAreIn = (): void => {};
  const firstOnes = new Promise<void>((resolve) => {
    allAreIn = resolve;
  });
  const server = await serve(async (_, response) => {
    inFlight += 1;
    const nth = seen.push(inFlight);
    if (nth === limit) allAreIn();
    if (nth <= limit) await firstOnes;
    await new Promise((resolve) => setTimeout(resolve, 15));
    inFlight -= 1;
    if (nth <= limit) json(response, 429, {});
    else json(response, 201, { ...key, id: `key_${nth}` });
  });
  const { account } = openAccount(server.url, { maxConcurrency: limit });
  await Promise.all(Array.from({ length: 12 }, () => account.apiKeys.create(wanted)));
  expect(Math.max(...seen)).toBe(limit);
  expect(Math.max(...seen.slice(limit, 2 * limit))).toBeLessThanOrEqual(limit / 2);
});

test("an error shows at most 500 characters of the answer, and never the credential that it echoes", async () => {
  const server = await serve((_, response) =>
    json(response, 400, { message: `bad ${credential} ${"word ".repeat(300)}` }),
  );
  const error = await errorOf(openAccount(server.url).account.apiKeys.all());
  expect(error.details.answer!.length).toBeLessThanOrEqual(500);
  expect(`${error.stack}${JSON.stringify(error.details)}`).not.toContain(credential);
});

test("a value that was created in this run is not shown when a later answer echoes it", async () => {
  const odd = { ...key, value: "correct horse battery" };
  const server = await serve(
    inTurn(
      (_, response) => json(response, 201, odd),
      (_, response) => json(response, 400, { message: "you sent correct horse battery" }),
    ),
  );
  const { account } = openAccount(server.url);
  await account.apiKeys.create(wanted);
  expect((await errorOf(account.apiKeys.all())).message).not.toContain("horse");
});
