import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { Engine } from "../../../sandbox/engine";
import { buildServer } from "../../../sandbox/http/server";
import { readOptions } from "../../../sandbox/options";
import { type Harness, start, stopAll } from "../harness";
import { readAnswer, speak } from "../raw";

const refusal = (code: string) => ({
  error: expect.objectContaining({
    code,
    message: expect.any(String),
    request_id: expect.stringMatching(/^req_\d{8}$/),
  }),
});

describe("bytes that are no request", () => {
  let sandbox: Harness;
  beforeAll(async () => {
    sandbox = await start();
  });
  afterAll(stopAll);

  const line = "GET /v1/api-keys HTTP/1.1\r\n";
  const host = "host: localhost\r\n";

  test.each([
    ["nonsense", "nonsense\r\n\r\n", 400, "invalid_request"],
    ["an unknown method", `FETCH /v1/api-keys HTTP/1.1\r\n${host}\r\n`, 400, "invalid_request"],
    ["an unknown version", `GET / HTTP/9.9\r\n${host}\r\n`, 400, "invalid_request"],
    ["a path that was not percent-encoded", `GET /v1/\u0001 HTTP/1.1\r\n${host}\r\n`, 400, "invalid_request"],
    ["the greeting of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "invalid_request"],
    ["the greeting of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "invalid_request"],
    ["a header without a colon", `${line}${host}x\r\n\r\n`, 400, "invalid_request"],
    ["a header with a blank before its colon", `${line}${host}x : 1\r\n\r\n`, 400, "invalid_request"],
    ["a header with a zero byte", `${line}${host}x: \0\r\n\r\n`, 400, "invalid_request"],
    [
      "a content-length that is not a number",
      `POST / HTTP/1.1\r\n${host}content-length: x\r\n\r\n`,
      400,
      "invalid_request",
    ],
    ["a negative content-length", `POST / HTTP/1.1\r\n${host}content-length: -1\r\n\r\n`, 400, "invalid_request"],
    [
      "two lengths",
      `POST / HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\nab`,
      400,
      "invalid_request",
    ],
    [
      "a length and chunks",
      `POST / HTTP/1.1\r\n${host}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      "invalid_request",
    ],
    [
      "a chunk whose size is not a number",
      `POST /_sandbox/receivers/seed/inbox HTTP/1.1\r\n${host}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n`,
      400,
      "invalid_request",
    ],
    ["headers that break off", `${line}${host}x: `, 400, "invalid_request"],
    ["headers over 16 KiB", `${line}${host}x: ${"x".repeat(17_000)}\r\n\r\n`, 431, "head_too_large"],
    ["a path over 16 KiB", `GET /${"x".repeat(17_000)} HTTP/1.1\r\n${host}\r\n`, 431, "head_too_large"],
    ["a tunnel", `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`, 405, "method_not_allowed"],
  ])("such as %s are refused in the shape of every error", async (_what, bytes, status, code) => {
    const answer = readAnswer(await speak(sandbox.url, bytes));
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, refusal(code)]);
    expect(answer.headers).toMatchObject({
      connection: "close",
      "content-type": "application/json; charset=utf-8",
      date: "Thu, 01 Jan 2026 00:00:00 GMT",
    });
  });

  test.each([
    ["no Host header", `${line}\r\n`, 400, "invalid_request"],
    ["two Host headers", `${line}${host}host: attacker.example\r\n\r\n`, 400, "invalid_request"],
    [
      "a whole URL in the request line",
      `GET http://localhost/v1/api-keys HTTP/1.1\r\n${host}\r\n`,
      400,
      "invalid_request",
    ],
    ["an asterisk for a path", `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 400, "invalid_request"],
    ["an expectation", `GET /_sandbox/health HTTP/1.1\r\n${host}expect: miracles\r\n\r\n`, 200, undefined],
    ["an upgrade", `GET /v1/x HTTP/1.1\r\n${host}connection: upgrade\r\nupgrade: websocket\r\n\r\n`, 404, "not_found"],
    ["a method that no operation has", `PROPFIND /v1/api-keys HTTP/1.1\r\n${host}\r\n`, 405, "method_not_allowed"],
    ["HTTP/1.0", `GET /_sandbox/health HTTP/1.0\r\n${host}\r\n`, 200, undefined],
  ])("a request with %s is answered like any other", async (_what, bytes, status, code) => {
    const answer = readAnswer(await speak(sandbox.url, bytes));
    expect(answer.status).toBe(status);
    if (code) expect(JSON.parse(answer.body)).toEqual(refusal(code));
  });

  test("are in the log, with the id of the answer", async () => {
    const { body } = readAnswer(await speak(sandbox.url, "nonsense\r\n\r\n"));
    const id = JSON.parse(body).error.request_id;
    expect(sandbox.lines.at(-1)).toBe(`Thu, 01 Jan 2026 00:00:00 GMT ${id} unreadable 400 invalid_request`);
  });
});

describe("bytes that are no request, right behind requests", () => {
  let sandbox: Harness;
  beforeEach(async () => {
    sandbox = await start();
  });
  afterEach(stopAll);

  const list = (more = "") =>
    `GET /v1/api-keys HTTP/1.1\r\nhost: localhost\r\npayments-api-key: ${sandbox.apiKey}\r\npayments-account: ${sandbox.accountId}\r\n${more}\r\n`;
  const broken =
    "POST /v1/api-keys HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n";
  /** Lets the first list wait, so that what follows it is there before its answer. */
  const slowly = (effect: object = { effect: "slow", ms: 50 }) =>
    sandbox.admin("POST", "/faults", { operation: "GET /v1/api-keys", ...effect });
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

  test.each([
    ["one request", () => list(), "nonsense\r\n\r\n", [200, 400]],
    ["three requests", () => list() + list() + list(), "nonsense\r\n\r\n", [200, 200, 200, 400]],
    ["one request, with headers that are too large", () => list(), `GET /${"x".repeat(17_000)}`, [200, 431]],
    ["one request, in the body of a second", () => list(), `${broken}\r\nzz\r\n\r\n`, [200, 401]],
    [
      "one request, in the body of a second that may send one",
      () => list(),
      () => `${broken}payments-api-key: ${sandbox.apiKey}\r\npayments-account: ${sandbox.accountId}\r\n\r\nzz\r\n\r\n`,
      [200, 400],
    ],
    ["the last request of a connection", () => list("connection: close\r\n"), "nonsense\r\n\r\n", [200]],
  ] as const)("leave the answers of %s whole", async (_what, good, bad, expected) => {
    await slowly();
    const text = await speak(sandbox.url, good() + (typeof bad === "string" ? bad : bad()), { listens: true });
    expect(statuses(text)).toEqual(expected);
    const [first = ""] = text.split(/(?<=\})(?=HTTP\/1\.1)/);
    expect(JSON.parse(readAnswer(first).body)).toMatchObject({ has_more: false, items: [] });
  });

  test("have no second answer where the request that they belong to is refused already", async () => {
    expect(statuses(await speak(sandbox.url, `${broken}\r\nzz\r\n\r\n`, { listens: true }))).toEqual([401]);
  });

  test("are refused once, however many follow while the answer is awaited", async () => {
    await slowly();
    const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
    const closed = new Promise((resolve) => socket.on("close", resolve));
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    socket.on("error", () => undefined);
    socket.write(`${list()}nonsense\r\n\r\n`);
    while (sandbox.lines.length === 0) {
      socket.write("more nonsense\r\n\r\n");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    socket.end();
    await closed;
    expect(sandbox.lines.filter((line) => line.includes("unreadable")).length).toBeLessThanOrEqual(1);
    expect(statuses(text)[0]).toBe(200);
  });
});

describe("a sender that takes too long", () => {
  let engine: Engine;
  let app: FastifyInstance;
  beforeAll(async () => {
    engine = new Engine(readOptions({ clock: "manual" }));
    app = buildServer(engine, "the-admin-token", { headMs: 500, requestMs: 1_000, checkEveryMs: 20 });
    await app.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(async () => {
    await app.close();
    await engine.stop();
    engine.world.store.close();
  });

  /** Sends a beginning and then byte after byte forever; resolves with what came back once the other side closed. */
  async function trickle(beginning: string, more: string): Promise<string> {
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(beginning);
    const drip = setInterval(() => more && socket.write(more), 10);
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    await new Promise((resolve) => socket.on("close", resolve));
    clearInterval(drip);
    return text;
  }

  const post =
    "POST /v1/api-keys HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n";

  test.each([
    ["silence", "", ""],
    ["one byte of the headers at a time", "GET / HTTP/1.1\r\nx: ", "x"],
    ["one byte of the body at a time", `${post}\r\n`, " "],
    ["a body that stops", `${post}\r\n{`, ""],
    [
      "one chunk at a time",
      post.replace("content-length: 9999", "transfer-encoding: chunked").concat("\r\n"),
      "1\r\n \r\n",
    ],
  ])("with %s is told so, and its connection closed", async (_what, beginning, more) => {
    const admitted = beginning.replace(
      "host:",
      `payments-api-key: ${engine.apiKey}\r\npayments-account: ${engine.seed.accountId}\r\nhost:`,
    );
    const answer = readAnswer(await trickle(admitted, more));
    expect([answer.status, JSON.parse(answer.body)]).toEqual([408, refusal("request_timeout")]);
  });

  test("keeps nobody else waiting", async () => {
    const slow = Promise.all(Array.from({ length: 20 }, () => trickle("GET / HTTP/1.1\r\nx: ", "x")));
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/_sandbox/health`;
    expect((await fetch(url)).status).toBe(200);
    expect((await slow).map((text) => readAnswer(text).status)).toEqual(Array(20).fill(408));
    expect((await fetch(url)).status).toBe(200);
  });
});
