import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands between the provider and the service and passes everything on: it sees what was really said. */
export interface Witness {
  /** Where the provider is to find the service. */
  url: string;
  /** The value of every key that the service handed out in an answer, in order. */
  issued: string[];
  /** Requests that lacked one of the two headers that every request carries (Authentication, rules 1 and 2). */
  incomplete: string[];
  close(): Promise<void>;
}

export async function startWitness(serviceUrl: string): Promise<Witness> {
  const issued: string[] = [];
  const incomplete: string[] = [];
  const server = createServer((asked, answer) => {
    const line = `${asked.method} ${asked.url}`;
    if (!asked.headers["payments-api-key"] || !asked.headers["payments-account"]) incomplete.push(line);
    passOn(serviceUrl, asked, answer, (body) => {
      if (asked.method === "POST" && asked.url === "/v1/api-keys") issued.push(...valueIn(body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, issued, incomplete, close: () => close(server) };
}

/** Passes one exchange on, a broken connection included. */
function passOn(
  serviceUrl: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  seen: (body: string) => void,
): void {
  const { method, headers, url } = asked;
  const upstream = request(serviceUrl + url, { method, headers, agent: false }, (answered) => {
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
