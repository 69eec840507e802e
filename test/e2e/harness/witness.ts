import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands between the provider and the service and passes everything on: it sees every real exchange. */
export interface Witness {
  /** Where the provider is to find the service. */
  url: string;
  /** The value of every key that the service handed out in an answer, in order. */
  issued: string[];
  /** Requests that lacked one of the two headers that every request carries (Authentication, rules 1 and 2). */
  incomplete: string[];
  /**
   * Holds back the `from`-th exchange from now on whose request begins so, such as "POST /v1/api-keys": the request itself, or the answer
   * to what the service has committed.
   */
  hold(request: string, at: "before" | "after", from?: number): Held;
  close(): Promise<void>;
}

/** An exchange that stands still until a test lets it go on: no machine is too slow to do something meanwhile. */
export interface Held {
  /** Resolves once it stands still. */
  reached: Promise<void>;
  release(): void;
}

interface Hold extends Held {
  request: string;
  at: "before" | "after";
  left: number;
  reach(): void;
  released: Promise<void>;
}

function holdOf(request: string, at: Hold["at"], left: number): Hold {
  let [reach, release] = [(): void => undefined, (): void => undefined];
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { request, at, left, reached, released, reach, release };
}

export async function startWitness(serviceUrl: string): Promise<Witness> {
  const issued: string[] = [];
  const incomplete: string[] = [];
  const holds = new Set<Hold>();
  const server = createServer(async (asked, answer) => {
    const line = `${asked.method} ${asked.url}`;
    const hold = [...holds].find(({ request: begins }) => line.startsWith(begins));
    const isHeld = hold !== undefined && --hold.left === 0;
    const stand = async (at: Hold["at"]): Promise<void> => {
      if (!isHeld || hold.at !== at) return;
      holds.delete(hold);
      hold.reach();
      await hold.released;
    };
    await stand("before");
    if (!asked.headers["payments-api-key"] || !asked.headers["payments-account"]) incomplete.push(line);
    passOn(
      serviceUrl,
      asked,
      answer,
      () => stand("after"),
      (body) => {
        if (asked.method === "POST" && asked.url === "/v1/api-keys") issued.push(...valueIn(body));
      },
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    issued,
    incomplete,
    hold(begins, at, from = 1) {
      const hold = holdOf(begins, at, from);
      holds.add(hold);
      return hold;
    },
    close: () => close(server),
  };
}

/** Passes one exchange on, a broken connection included. */
function passOn(
  serviceUrl: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  answeredBy: () => Promise<void>,
  seen: (body: string) => void,
): void {
  const { method, headers, url } = asked;
  const upstream = request(serviceUrl + url, { method, headers, agent: false }, async (answered) => {
    await answeredBy();
    // Whoever asked may be gone by now.
    if (answer.destroyed) return;
    const parts: Buffer[] = [];
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.on("data", (part: Buffer) => {
      parts.push(part);
      answer.write(part);
    });
    answered.on("error", () => asked.socket.destroy());
    answered.on("end", () => {
      seen(Buffer.concat(parts).toString());
      answer.end();
    });
  });
  upstream.on("error", () => asked.socket.destroy());
  asked.on("error", () => upstream.destroy());
  answer.on("close", () => upstream.destroy());
  asked.pipe(upstream);
}

/** Even of an answer that breaks off half-way: what was sent was issued. */
function valueIn(body: string): string[] {
  const found = /"value":"([^"]+)"/.exec(body)?.[1];
  return found === undefined ? [] : [found];
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
