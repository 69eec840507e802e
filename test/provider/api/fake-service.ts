import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as a scripted server received it, its body read. */
export interface SeenRequest {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

export type Script = (request: SeenRequest, response: ServerResponse, socket: Socket) => unknown;

export interface ScriptedServer {
  url: string;
  port: number;
  requests: SeenRequest[];
  close(): Promise<void>;
}

/** An HTTP server on loopback that answers by a script and remembers what it was asked. */
export async function scriptedServer(script: Script): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => undefined);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://service.test");
      const seen: SeenRequest = {
        method: request.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      requests.push(seen);
      void script(seen, response, request.socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** A key as a service keeps it. */
export interface StoredKey {
  id: string;
  name: string;
  type: "secret" | "publishable";
  scopes: string[];
  value: string;
  created_at: string;
  updated_at: string;
}

export interface KeyServiceOptions {
  keys?: StoredKey[];
  pageMax?: number;
  updateMethod?: "PATCH" | "PUT" | "POST";
  /** What a method that does not update keys is answered. */
  otherMethodStatus?: number;
  /** Called before each request is worked on; true: it has answered by itself. */
  intercept?: (request: SeenRequest, response: ServerResponse, socket: Socket) => boolean | Promise<boolean>;
  /** What the page looks like just before it is sent. */
  page?: (page: Record<string, unknown>, request: SeenRequest) => Record<string, unknown>;
}

export interface KeyService extends ScriptedServer {
  /** Newest first. */
  keys: StoredKey[];
  add(overrides?: Partial<StoredKey>): StoredKey;
  listRequests(): number;
  options: KeyServiceOptions;
}

/** The four operations on API keys over a plain array, as small as can be, newest first. */
export async function keyService(options: KeyServiceOptions = {}): Promise<KeyService> {
  const keys = options.keys ?? [];
  let made = keys.length;
  const add = (overrides: Partial<StoredKey> = {}): StoredKey => {
    made += 1;
    const now = new Date().toISOString();
    const key: StoredKey = {
      id: `key_${made}`,
      name: `name ${made}`,
      type: "secret",
      scopes: ["accounts:read"],
      value: `sk_live_planted${made}`,
      created_at: now,
      updated_at: now,
      ...overrides,
    };
    keys.unshift(key);
    return key;
  };
  const shown = (key: StoredKey) => ({
    ...key,
    account_id: "acct_1",
    ...(key.type === "secret" ? { value: "****" } : {}),
  });

  const server = await scriptedServer(async (request, response, socket) => {
    if (await options.intercept?.(request, response, socket)) return;
    const id = /^\/v1\/api-keys\/([^/]+)$/.exec(request.path)?.[1];
    const pageMax = options.pageMax ?? 100;
    if (request.path === "/v1/api-keys" && request.method === "GET") {
      const limit = Math.min(pageMax, Number(request.query.get("limit") ?? pageMax));
      const offset = Number(request.query.get("offset") ?? 0);
      const items = keys.slice(offset, offset + limit).map(shown);
      const page = { items, limit, offset, total: keys.length, has_more: offset + limit < keys.length };
      return json(response, 200, options.page?.(page, request) ?? page);
    }
    if (request.path === "/v1/api-keys" && request.method === "POST") {
      const key = add(JSON.parse(request.body) as Partial<StoredKey>);
      return json(response, 201, { ...key, account_id: "acct_1" });
    }
    const index = keys.findIndex((key) => key.id === id);
    if (id !== undefined && request.method === "DELETE") {
      if (index === -1) return json(response, 404, { message: "no such key" });
      keys.splice(index, 1);
      response.writeHead(204).end();
      return;
    }
    if (id !== undefined && request.method === (options.updateMethod ?? "PATCH")) {
      if (index === -1) return json(response, 404, { message: "no such key" });
      Object.assign(keys[index]!, JSON.parse(request.body), { updated_at: new Date().toISOString() });
      return json(response, 200, shown(keys[index]!));
    }
    return json(response, id === undefined ? 404 : (options.otherMethodStatus ?? 405), { message: "not here" });
  });
  const listRequests = (): number =>
    server.requests.filter((request) => request.method === "GET" && request.path === "/v1/api-keys").length;
  return { ...server, keys, add, listRequests, options };
}
