import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { rateOf, sendLoad } from "../../../bench/load/send-load";

const servers: Server[] = [];

function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const request = { method: "POST", path: "/things", headers: { a: "b" }, body: '{"x":1}' } as const;

test("just so many requests are sent as were asked for, over as many connections as may be under way", async () => {
  const got: string[] = [];
  const sockets = new Set<unknown>();
  const port = await serve((incoming, response) => {
    sockets.add(incoming.socket);
    incoming.setEncoding("utf8").on("data", (body: string) => got.push(`${incoming.method} ${incoming.url} ${body}`));
    incoming.on("end", () => response.writeHead(201).end("made"));
  });
  const served = await sendLoad({ port, request, concurrency: 4, until: { requests: 101 } });
  expect(served.requests).toBe(101);
  expect(got).toEqual(Array(101).fill('POST /things {"x":1}'));
  expect(sockets.size).toBe(4);
});

test("a load for a time counts what was answered, and ends with the last answer", async () => {
  let answered = 0;
  const port = await serve((_incoming, response) => {
    answered++;
    response.end("x".repeat(100_000));
  });
  const served = await sendLoad({ port, request, concurrency: 2, until: { ms: 50 } });
  expect(served.requests).toBe(answered);
  expect(rateOf(served)).toBeCloseTo((served.requests / served.tookMs) * 1_000);
});

test("a refusal ends the load with what was answered: it is no speed", async () => {
  const port = await serve((_incoming, response) => response.writeHead(401).end('{"error":"no key"}'));
  await expect(sendLoad({ port, request, concurrency: 1, until: { requests: 5 } })).rejects.toThrow(
    /POST \/things, 1 at a time: answered 401: [\s\S]*no key/,
  );
});

test("a server that breaks off is told of", async () => {
  const port = await serve((incoming) => incoming.socket.destroy());
  await expect(sendLoad({ port, request, concurrency: 1, until: { requests: 5 } })).rejects.toThrow(/closed|reset/i);
});
