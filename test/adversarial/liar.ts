import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sandbox } from "../../sandbox/index";

/** A request, as it is passed on to the sandbox. */
export interface Asked {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  body: unknown;
}

export interface Answered {
  status: number;
  /** JSON, unless `text` is given; undefined: an empty body. */
  body?: unknown;
  text?: string;
  contentType?: string;
  /** The clock of the service behind. */
  date?: string | null;
}

/** A key as the service shows it; a lie may make anything of it. */
export type Shown = Record<string, unknown>;

export interface ListCall {
  offset: number;
  limit: number;
  /** Counts every request of the list, from 1. */
  call: number;
}

/** How a service differs from the sandbox. What is left out is as in the sandbox. */
export interface Lie {
  /** One key, wherever it is shown; `whole` in the answer to its creation. */
  key?(key: Shown, where: { whole: boolean }): Shown;
  /** The list, from all the keys that there are, newest first. */
  list?(keys: Shown[], call: ListCall): unknown;
  /** The id that the sandbox knows, of the one that this service shows. */
  idOf?(shown: string): string;
  /** An answer in the service's place: it is not asked then. One that is awaited holds the request up. */
  instead?(asked: Asked): Answered | undefined | Promise<Answered | undefined>;
  /** What becomes of an answer; `asked` is what was asked for. */
  answer?(answered: Answered, asked: Asked): Answered;
}

export interface Liar {
  url: string;
  /** From now on it lies so; `{}` is the truth. */
  tell(lie: Lie): void;
  close(): Promise<void>;
}

const list = "/v1/api-keys";

/** A page as the interface document has it. */
export function pageOf(keys: readonly Shown[], { offset, limit }: ListCall, pageMax = 100): Shown {
  const granted = Math.min(limit, pageMax);
  const items = keys.slice(offset, offset + granted);
  return { items, has_more: offset + items.length < keys.length, limit: granted, offset, total: keys.length };
}

/** A service of its own in front of the sandbox: what it does is the sandbox's, what it says is made up by a lie. */
export async function startLiar(sandbox: Pick<Sandbox, "url">, first: Lie): Promise<Liar> {
  let lie = first;
  let calls = 0;
  const pass = async (asked: Asked, headers: Record<string, string>): Promise<Answered> => {
    const search = asked.query.size > 0 ? `?${asked.query}` : "";
    const response = await fetch(`${sandbox.url}${asked.path}${search}`, {
      method: asked.method,
      headers,
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    });
    const text = await response.text();
    const date = response.headers.get("date");
    return { status: response.status, date, ...(text === "" ? {} : { body: JSON.parse(text) }) };
  };

  const allKeys = async (headers: Record<string, string>): Promise<Answered> => {
    const keys: Shown[] = [];
    for (;;) {
      const query = new URLSearchParams({ offset: String(keys.length), limit: "100" });
      const page = await pass({ method: "GET", path: list, query, body: undefined }, headers);
      if (page.status !== 200) return page;
      const { items, has_more } = page.body as { items: Shown[]; has_more: boolean };
      keys.push(...items);
      if (!has_more) return { status: 200, body: keys, date: page.date ?? null };
    }
  };

  const answerTo = async (asked: Asked, headers: Record<string, string>): Promise<Answered> => {
    const instead = await lie.instead?.(asked);
    if (instead !== undefined) return instead;
    const shown = lie.key ?? ((key: Shown) => key);
    let answered: Answered;
    if (asked.method === "GET" && asked.path === list && (lie.list ?? lie.key) !== undefined) {
      const all = await allKeys(headers);
      calls += 1;
      const call = {
        offset: Number(asked.query.get("offset") ?? 0),
        limit: Number(asked.query.get("limit") ?? 20),
        call: calls,
      };
      const keys = all.status === 200 ? (all.body as Shown[]).map((key) => shown(key, { whole: false })) : [];
      answered = all.status === 200 ? { ...all, body: (lie.list ?? pageOf)(keys, call) } : all;
    } else {
      const id = asked.path.startsWith(`${list}/`) ? decodeURIComponent(asked.path.slice(list.length + 1)) : undefined;
      const path = id === undefined ? asked.path : `${list}/${encodeURIComponent(lie.idOf?.(id) ?? id)}`;
      answered = await pass({ ...asked, path }, headers);
      const isKey = asked.path.startsWith(list) && asked.method !== "DELETE" && answered.status < 300;
      if (isKey) answered.body = shown(answered.body as Shown, { whole: asked.method === "POST" && id === undefined });
    }
    return lie.answer?.(answered, asked) ?? answered;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const headers: Record<string, string> = {};
    for (const name of ["payments-api-key", "payments-account", "content-type"]) {
      const value = request.headers[name];
      if (typeof value === "string") headers[name] = value;
    }
    const body = text === "" ? undefined : JSON.parse(text);
    const asked: Asked = { method: request.method ?? "GET", path: pathname, query: searchParams, body };
    const answered = await answerTo(asked, headers);
    const type = answered.contentType ?? "application/json";
    const sent = answered.text ?? (answered.body === undefined ? "" : JSON.stringify(answered.body));
    if (answered.date) response.setHeader("date", answered.date);
    response.writeHead(answered.status, sent === "" ? {} : { "content-type": type }).end(sent);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(599, { "content-type": "text/plain" }).end(`the test's own proxy failed: ${String(error)}`);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tell: (other) => {
      lie = other;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
