import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { WebhookMessage } from "../../../sandbox/webhooks/message";
import { Pipeline } from "../../../sandbox/webhooks/pipeline";
import { post } from "../../../sandbox/webhooks/post";

const loopback = ["127.0.0.1"];
const servers: Server[] = [];
const stopping: AbortController[] = [];

afterEach(async () => {
  for (const stop of stopping.splice(0)) stop.abort();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(server: Server): Promise<string> {
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

function pipeline(timeoutMs = 5_000): { pipeline: Pipeline; stop: AbortController } {
  const stop = new AbortController();
  stopping.push(stop);
  return { pipeline: new Pipeline(timeoutMs, stop.signal), stop };
}

const messages = (url: string, count: number, from = 1): WebhookMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    url: `${url}/inbox?number=${from + index}`,
    trusted: true,
    json: JSON.stringify({ number: from + index, text: "é".repeat(from + index) }),
    attempt: `attempt ${from + index}`,
  }));

/** A server that answers each request by its number, and notes what it got, by connection. */
function answering(answer: (number: number, response: ServerResponse, request: IncomingMessage) => void) {
  const got: { connection: number; number: number; body: string; headers: string[] }[] = [];
  const connections: Socket[] = [];
  const server = createServer((request, response) => {
    const number = Number(new URL(request.url!, "http://any").searchParams.get("number"));
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => {
      got.push({ connection: connections.indexOf(request.socket) + 1, number, body, headers: request.rawHeaders });
      answer(number, response, request);
    });
  });
  server.on("connection", (socket) => connections.push(socket));
  return { server, got };
}

/** As the sandbox answers: with its length. */
function say(response: ServerResponse, status: number, body = ""): void {
  const length = status === 204 ? {} : { "content-length": body.length };
  response.writeHead(status, length).end(status === 204 ? undefined : body);
}

const withStatus = (number: number, response: ServerResponse): void =>
  say(response, [200, 204, 500, 302][number % 4]!, "x".repeat(number));

test("webhooks go out in their order over one connection, and what came of each is told in that order", async () => {
  const { server, got } = answering(withStatus);
  const sending = messages(await listen(server), 9);
  expect(await pipeline().pipeline.send(sending, loopback)).toEqual(
    [204, 500, 302, 200, 204, 500, 302, 200, 204].map((status) => ({
      outcome: status < 300 ? "succeeded" : "rejected",
      status,
    })),
  );
  expect(got.map(({ connection, number, body }) => [connection, number, body])).toEqual(
    sending.map(({ json }, index) => [1, index + 1, json]),
  );
});

test("none waits for the answer to the one before it", async () => {
  const held: ServerResponse[] = [];
  const { server } = answering((_number, response) => {
    held.push(response);
    if (held.length === 5) for (const each of held) say(each, 200);
  });
  const sent = await pipeline().pipeline.send(messages(await listen(server), 5), loopback);
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test("the connection stays for the next ones, and is opened anew if it was closed meanwhile", async () => {
  const { server, got } = answering((number, response) => {
    if (number === 2) response.setHeader("connection", "close");
    say(response, 200);
  });
  const url = await listen(server);
  const { pipeline: kept } = pipeline();
  await kept.send(messages(url, 1), loopback);
  await kept.send(messages(url, 1, 2), loopback);
  // That it was closed may show only when the next ones are sent: then nothing came of them.
  while ((await kept.send(messages(url, 2, 3), loopback)).length === 0);
  expect(got.map(({ connection, number }) => [connection, number])).toEqual([
    [1, 1],
    [1, 2],
    [2, 3],
    [2, 4],
  ]);
});

test("answers are read whole, however they are cut on the way", async () => {
  const { server } = answering(() => undefined);
  server.removeAllListeners("request").on("request", (request: IncomingMessage) => {
    request.resume().on("end", () => {
      const answer = "HTTP/1.1 503 No\r\ncontent-length: 19\r\n\r\nHTTP/1.1 200 OK\r\n\r\n";
      request.socket.setNoDelay(true);
      for (const byte of answer) request.socket.write(byte);
    });
  });
  const [first, ...more] = await pipeline().pipeline.send(messages(await listen(server), 1), loopback);
  expect([first, more]).toEqual([{ outcome: "rejected", status: 503 }, []]);
});

test("one that is not answered in time is a timeout; those before it count, those after it are to be sent again", async () => {
  const { server, got } = answering((number, response) => {
    if (number !== 3) say(response, 200);
  });
  const url = await listen(server);
  const { pipeline: hasty } = pipeline(1_000);
  expect(await hasty.send(messages(url, 5), loopback)).toEqual([
    { outcome: "succeeded", status: 200 },
    { outcome: "succeeded", status: 200 },
    { outcome: "timeout", status: null },
  ]);
  expect(await hasty.send(messages(url, 2, 4), loopback)).toHaveLength(2);
  expect(got.at(-1)).toMatchObject({ connection: 2, number: 5 });
});

test("a connection that breaks off leaves those that were answered, perhaps none", async () => {
  const { server } = answering((number, response, request) => {
    if (number % 3 === 0) request.socket.resetAndDestroy();
    else say(response, 200);
  });
  const url = await listen(server);
  const { pipeline: broken } = pipeline();
  expect(await broken.send(messages(url, 1, 3), loopback)).toEqual([]);
  const sent = await broken.send(messages(url, 4), loopback);
  expect(sent.length).toBeLessThanOrEqual(2);
  expect(sent.every(({ status }) => status === 200)).toBe(true);
});

test("where nobody listens nothing came of any of them", async () => {
  const server = createTcpServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  expect(await pipeline().pipeline.send(messages(url, 2), loopback)).toEqual([]);
});

test("an end of the sandbox ends what is under way, and nothing is begun after it", async () => {
  const { server, got } = answering(() => stop.abort());
  const { pipeline: ended, stop } = pipeline();
  const url = await listen(server);
  expect(await ended.send(messages(url, 2), loopback)).toEqual([]);
  const before = got.length;
  expect(await ended.send(messages(url, 2), loopback)).toEqual([]);
  expect(got).toHaveLength(before);
});

test("a receiver sees the same headers in the same order as of one that was sent alone", async () => {
  const { server, got } = answering(withStatus);
  const [message] = messages(await listen(server), 1) as [WebhookMessage];
  await pipeline().pipeline.send([message], loopback);
  await post(message, loopback, new AbortController().signal, false);
  const withoutConnection = got.map(({ headers }) =>
    headers
      .map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text))
      .filter((_text, index, all) => all[index - (index % 2)] !== "connection"),
  );
  expect(withoutConnection[1]).toEqual(withoutConnection[0]);
});
