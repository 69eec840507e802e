import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Passes requests on to a service, and its answers back as `rewrite` makes them: a service that shows things otherwise. */
export interface RewritingProxy {
  url: string;
  /** Gets the path and the parsed body of a successful answer to a GET; changes it in place or answers another. */
  rewrite: (path: string, body: Body) => Body;
  /** What the service makes of every key that it shows, in the answer to a write too; changes it in place. */
  spell: (key: Body) => void;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever a service answers.
export type Body = any;

export async function startRewritingProxy(target: string): Promise<RewritingProxy> {
  const server: Server = createServer((asked, answer) => {
    const parts: Buffer[] = [];
    const upstream = request(target + asked.url, { method: asked.method, headers: asked.headers }, (response) => {
      response.on("data", (part: Buffer) => parts.push(part));
      // One that is cut off is cut off for the client too.
      response.on("error", () => asked.socket.destroy());
      response.on("end", () => {
        let text = Buffer.concat(parts).toString("utf8");
        if (response.statusCode === 201) {
          const made = JSON.parse(text);
          proxy.spell(made);
          text = JSON.stringify(made);
        } else if (asked.method === "GET" && response.statusCode === 200) {
          const body = JSON.parse(text);
          body.items?.forEach(proxy.spell);
          text = JSON.stringify(proxy.rewrite(asked.url ?? "", body));
        }
        const { "content-length": _, ...headers } = response.headers;
        answer.writeHead(response.statusCode ?? 500, headers);
        answer.end(text);
      });
    });
    upstream.on("error", () => asked.socket.destroy());
    answer.on("close", () => upstream.destroy());
    asked.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: RewritingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rewrite: (_, body) => body,
    spell: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
