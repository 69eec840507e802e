// Long because: what is sent, how it fails and what goes through a proxy are seen at the same few servers.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import {
  type AddressInfo,
  connect as connectSocket,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Exchange } from "../../../provider/api/exchange";
import type { ConnectionSettings } from "../../../provider/api/service";
import { normaliseServiceUrl } from "../../../provider/api/service-url";
import { createTransport, type Transport, type TransportRequest } from "../../../provider/api/transport";
import { root } from "../../../tools/set-up/places.js";
import { json, type Script, type ScriptedServer, scriptedServer } from "./fake-service";
import { selfSigned } from "./self-signed";
import { credential, settingsFor } from "./support";

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const name of proxyVariables) delete process.env[name];
  await Promise.all(closing.splice(0).map((each) => each.close()));
});

const proxyVariables = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"];
beforeAll(() => {
  for (const name of proxyVariables) delete process.env[name];
});

async function serve(script: Script): Promise<ScriptedServer> {
  const server = await scriptedServer(script);
  closing.push(server);
  return server;
}

/** A server below HTTP: does with each connection what it is told to. */
async function raw(handle: (socket: Socket) => void): Promise<number> {
  return listen(
    createTcpServer((socket) => {
      socket.on("error", () => undefined);
      handle(socket);
    }),
  );
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return (server.address() as AddressInfo).port;
}

/** A port where nobody listens. */
async function closedPort(): Promise<number> {
  const server = createTcpServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function open(url: string, overrides: Partial<ConnectionSettings> = {}): Transport {
  const transport = createTransport(settingsFor(url, overrides), normaliseServiceUrl(url));
  closing.push(transport);
  return transport;
}

async function exchange(
  url: string,
  request: Partial<TransportRequest> = {},
  overrides: Partial<ConnectionSettings> = {},
): Promise<Exchange> {
  const whole = { method: "GET", path: "/v1/api-keys", accountId: "acct_1", budgetMs: 20_000, ...request } as const;
  return open(url, overrides).exchange(whole);
}

const timeouts = { connectMs: 5_000, headersMs: 5_000, bodyMs: 5_000, totalMs: 20_000 };

describe("what is sent", () => {
  test("every request carries the credential and the account, and a body is JSON", async () => {
    const server = await serve((_, response) => json(response, 200, {}));
    await exchange(`${server.url}/prefix/v1/`, { method: "POST", path: "/v1/api-keys", body: { name: "ü" } });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "POST", path: "/prefix/v1/api-keys", body: '{"name":"ü"}' });
    expect(request!.headers).toMatchObject({
      "payments-api-key": credential,
      "payments-account": "acct_1",
      "content-type": "application/json",
      accept: "application/json",
    });
  });

  test("an answer comes whole, with its headers in lower case", async () => {
    const server = await serve((_, response) => json(response, 418, { a: 1 }, { "X-Odd": "yes" }));
    const { answer } = await exchange(server.url);
    expect(answer).toMatchObject({ status: 418, text: '{"a":1}', headers: { "x-odd": "yes" } });
  });

  test("a redirect is answered as it is, and nothing is sent to where it leads", async () => {
    const elsewhere = await serve((_, response) => json(response, 200, {}));
    const server = await serve((_, response) => response.writeHead(307, { location: elsewhere.url }).end());
    expect((await exchange(server.url)).answer?.status).toBe(307);
    expect(elsewhere.requests).toEqual([]);
  });

  test("a credential or account that no header can carry is not sent, and not shown", async () => {
    const server = await serve((_, response) => json(response, 200, {}));
    const withBreak = await exchange(server.url, {}, { apiKey: "planted\r\nx-evil: 1" });
    expect(withBreak.failure).toMatchObject({ kind: "unsendable", note: expect.not.stringContaining("planted") });
    expect((await exchange(server.url, { accountId: "acct 1" })).failure?.kind).toBe("unsendable");
    expect(server.requests).toEqual([]);
  });
});

describe("failures on real sockets", () => {
  test("nobody listens: refused by the service itself", async () => {
    const { failure } = await exchange(`http://127.0.0.1:${await closedPort()}`);
    expect(failure).toMatchObject({ kind: "refused", direct: true });
  });

  test("the connection breaks before any answer: reset", async () => {
    const server = await serve((_, _response, socket) => socket.resetAndDestroy());
    expect((await exchange(server.url)).failure).toMatchObject({ kind: "reset", direct: false });
    const polite = await serve((_, _response, socket) => socket.end());
    expect((await exchange(polite.url)).failure).toMatchObject({ kind: "reset", direct: false });
  });

  test("the connection breaks within a body of known length: truncated, with the status", async () => {
    const server = await serve((_, response, socket) => {
      response.writeHead(201, { "content-length": "100" });
      response.write('{"id":', () => socket.destroy());
    });
    expect((await exchange(server.url)).failure).toMatchObject({ kind: "truncated", status: 201 });
  });

  test("the connection breaks within a chunked body: truncated", async () => {
    const server = await serve((_, response, socket) => {
      response.writeHead(200);
      response.write('{"id":', () => socket.resetAndDestroy());
    });
    expect((await exchange(server.url)).failure).toMatchObject({ kind: "truncated", status: 200 });
  });

  test("no headers in time: headers timeout", async () => {
    const server = await serve(() => undefined);
    const { failure } = await exchange(server.url, {}, { timeouts: { ...timeouts, headersMs: 50 } });
    expect(failure).toMatchObject({ kind: "headers-timeout" });
  });

  test("a body that stops arriving: body timeout", async () => {
    const server = await serve((_, response) => {
      response.writeHead(200);
      response.write("{");
    });
    const { failure } = await exchange(server.url, {}, { timeouts: { ...timeouts, bodyMs: 50 } });
    expect(failure).toMatchObject({ kind: "body-timeout", status: 200 });
  });

  test("the time of the whole operation is up: total timeout, before headers and within a body that keeps dripping", async () => {
    const silent = await serve(() => undefined);
    expect((await exchange(silent.url, { budgetMs: 50 })).failure?.kind).toBe("total-timeout");
    const dripping = await serve((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(drip));
    });
    expect((await exchange(dripping.url, { budgetMs: 80 })).failure?.kind).toBe("total-timeout");
  });

  test("no connection in time: connect timeout", async () => {
    // A port that accepts but never shakes hands: the TLS connection is not there until it does.
    const port = await raw(() => undefined);
    const { failure } = await exchange(`https://127.0.0.1:${port}`, {}, { timeouts: { ...timeouts, connectMs: 50 } });
    expect(failure).toMatchObject({ kind: "connect-timeout", direct: true });
  });

  test("a certificate that nobody vouches for: certificate", async () => {
    const port = await listen(createTlsServer(selfSigned(), (_, response) => response.end("{}")));
    const { failure } = await exchange(`https://127.0.0.1:${port}`);
    expect(failure).toMatchObject({ kind: "certificate", platformCode: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  });

  test("an https address that speaks plain HTTP, or breaks off the handshake: TLS failure", async () => {
    const plain = await serve((_, response) => json(response, 200, {}));
    expect((await exchange(`https://127.0.0.1:${plain.port}`)).failure).toMatchObject({
      kind: "no-tls",
      note: expect.not.stringContaining("openssl"),
    });
    const breaking = await raw((socket) => socket.once("data", () => socket.destroy()));
    expect((await exchange(`https://127.0.0.1:${breaking}`)).failure).toMatchObject({ kind: "tls", direct: true });
  });

  test("something that is not HTTP: protocol", async () => {
    const port = await raw((socket) => socket.once("data", () => socket.end("220 mail.example.com ESMTP\r\n")));
    expect((await exchange(`http://127.0.0.1:${port}`)).failure).toMatchObject({ kind: "protocol", direct: false });
  });

  test("a body beyond all measure: too large", async () => {
    const server = await serve((_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(1024 * 1024, 32);
      const more = (): void => {
        if (!response.destroyed) response.write(chunk, more);
      };
      more();
    });
    expect((await exchange(server.url)).failure).toMatchObject({ kind: "too-large", status: 200 });
  });
});

describe("proxies of the environment", () => {
  /** Forwards to the port given, whatever host is asked for, and notes what it was asked. */
  async function proxyTo(
    targetPort: number,
    onConnect?: (socket: Socket) => void,
  ): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = [];
    const server = createHttpServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      if (targetPort === 0) return json(response, 502, { message: "connect ECONNREFUSED" });
      json(response, 200, { through: "proxy" });
    });
    server.on("connect", (request, socket: Socket) => {
      asked.push(`CONNECT ${request.url}`);
      socket.on("error", () => undefined);
      if (onConnect !== undefined) return onConnect(socket);
      const target = connectSocket(targetPort, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        target.pipe(socket).pipe(target);
      });
      target.on("error", () => socket.destroy());
    });
    return { url: `http://127.0.0.1:${await listen(server)}`, asked };
  }

  test("an http service is asked through HTTP_PROXY", async () => {
    const proxy = await proxyTo(1);
    process.env.HTTP_PROXY = proxy.url;
    expect((await exchange("http://service.test:4010")).answer?.text).toContain("proxy");
    expect(proxy.asked).toEqual(["GET http://service.test:4010/v1/api-keys"]);
  });

  test("a proxy whose address is none is named as what is wrong, and nothing is sent", async () => {
    process.env.HTTP_PROXY = "not an address";
    const { failure } = await exchange("http://service.test:4010");
    expect(failure).toMatchObject({ kind: "unsendable", note: expect.stringContaining("HTTP_PROXY") });
  });

  test("a service on this machine is never asked through a proxy", async () => {
    const proxy = await proxyTo(0);
    process.env.HTTP_PROXY = proxy.url;
    const server = await serve((_, response) => json(response, 200, { through: "nothing" }));
    expect((await exchange(server.url)).answer?.text).toContain("nothing");
    expect(proxy.asked).toEqual([]);
  });

  test("a proxy that refuses the connection is no proof of anything", async () => {
    process.env.HTTP_PROXY = `http://127.0.0.1:${await closedPort()}`;
    process.env.HTTPS_PROXY = process.env.HTTP_PROXY;
    expect((await exchange("http://service.test")).failure).toMatchObject({ kind: "refused", direct: false });
    expect((await exchange("https://service.test")).failure).toMatchObject({ kind: "refused", direct: false });
  });

  test("a proxy that opens no tunnel, or breaks off, is a failure of the proxy", async () => {
    const refusing = await proxyTo(0, (socket) => socket.end("HTTP/1.1 503 No\r\ncontent-length: 0\r\n\r\n"));
    process.env.HTTPS_PROXY = refusing.url;
    expect((await exchange("https://service.test")).failure).toMatchObject({ kind: "proxy", direct: false });
    const breaking = await proxyTo(0, (socket) => socket.destroy());
    process.env.HTTPS_PROXY = breaking.url;
    expect((await exchange("https://service.test")).failure).toMatchObject({ kind: "proxy", direct: false });
  });

  test("a certificate is checked through a tunnel too, and a handshake that breaks there proves nothing", async () => {
    const tls = await listen(createTlsServer(selfSigned(), (_, response) => response.end("{}")));
    const proxy = await proxyTo(tls);
    process.env.HTTPS_PROXY = proxy.url;
    expect((await exchange("https://service.test")).failure?.kind).toBe("certificate");
    expect(proxy.asked).toEqual(["CONNECT service.test:443"]);
    const plain = await serve((_, response) => json(response, 200, {}));
    process.env.HTTPS_PROXY = (await proxyTo(plain.port)).url;
    expect((await exchange("https://service.test")).failure?.direct).toBe(false);
  });

  describe("with NODE_TLS_REJECT_UNAUTHORIZED=0", () => {
    /** A server with a certificate that nobody vouches for, what it was sent, and a proxy that leads to it. */
    async function impostor() {
      const sent: string[] = [];
      const port = await listen(
        createTlsServer(selfSigned(), ({ headers }, response) => {
          sent.push(String(headers["payments-api-key"]));
          response.end("{}");
        }),
      );
      return { port, sent, proxy: await proxyTo(port) };
    }

    /** Node reads the variable from the environment of the real process, which a test does not have. Answers what each exchange came to. */
    async function inOwnProcess(url: string, proxy: string, { first = "0", later = "0" } = {}): Promise<unknown[]> {
      const lines = [
        `const { createTransport } = require(${JSON.stringify(join(root, "provider/api/transport.ts"))});`,
        `const transport = createTransport(${JSON.stringify(settingsFor(url))}, ${JSON.stringify(url)});`,
        `const exchange = async () => {`,
        `  const it = await transport.exchange({ method: "GET", path: "/v1/api-keys", accountId: "acct_1", budgetMs: 20000 });`,
        `  return it.failure?.kind ?? it.answer.status;`,
        `};`,
        `(async () => {`,
        `  const before = await exchange();`,
        `  process.env.NODE_TLS_REJECT_UNAUTHORIZED = ${JSON.stringify(later)};`,
        `  console.log(JSON.stringify([before, await exchange()]));`,
        `  process.exit();`,
        `})();`,
      ];
      const hook = join(root, "tools/typescript-hook.js");
      const env = {
        PATH: process.env.PATH,
        HTTP_PROXY: proxy,
        HTTPS_PROXY: proxy,
        NODE_TLS_REJECT_UNAUTHORIZED: first,
      };
      const { stdout } = await promisify(execFile)(process.execPath, ["--require", hook, "-e", lines.join("\n")], {
        env,
      });
      return JSON.parse(stdout) as unknown[];
    }

    test.each(["https://service.test", "https://service.test:8443", "http://service.test", "https://192.0.2.1"])(
      "nothing is sent to %s, nor asked of a proxy",
      async (url) => {
        const { sent, proxy } = await impostor();
        expect(await inOwnProcess(url, proxy.url)).toEqual(["certificates-unchecked", "certificates-unchecked"]);
        expect([proxy.asked, sent]).toEqual([[], []]);
      },
    );

    test("a certificate is checked even if the variable is set once connections are open", async () => {
      const { sent, proxy } = await impostor();
      const came = await inOwnProcess("https://service.test", proxy.url, { first: "1", later: "0" });
      expect(came).toEqual(["certificate", "certificate"]);
      expect(sent).toEqual([]);
    });

    test("a service on this machine is asked all the same", async () => {
      const { port, sent, proxy } = await impostor();
      expect(await inOwnProcess(`https://127.0.0.1:${port}`, proxy.url)).toEqual([200, 200]);
      expect(sent).toEqual([credential, credential]);
    });
  });

  test("a proxy that wants credentials says so", async () => {
    const port = await raw((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 407 Who\r\ncontent-length: 0\r\n\r\n")),
    );
    process.env.HTTP_PROXY = `http://127.0.0.1:${port}`;
    const { answer, failure } = await exchange("http://service.test");
    expect(answer?.status ?? failure?.note).toMatch(/407/);
  });

  test("an address of a proxy that is none is told, and nothing is sent", async () => {
    process.env.HTTP_PROXY = "http://:planted@:x";
    const { failure } = await exchange("http://service.test");
    expect(failure).toMatchObject({ kind: "unsendable", note: expect.stringContaining("HTTPS_PROXY") });
  });
});
