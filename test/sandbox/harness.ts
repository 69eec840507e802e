import { createSandbox, type Sandbox, type SandboxHooks, type SandboxOptions } from "../../sandbox/index";

/** What came back over HTTP. `body` is the parsed JSON, undefined for an empty answer. */
export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
  body: any;
}

export interface Request {
  headers?: Record<string, string | undefined>;
  /** Sent as JSON unless it is a string. */
  body?: unknown;
}

/** How tests speak to a sandbox: over real HTTP only. */
export interface Spoken {
  /** A call to `/v1` with the ready line's key and merchant account, unless `headers` says otherwise; undefined drops a header. */
  call(method: string, path: string, request?: Request): Promise<Reply>;
  /** A call to `/_sandbox` with the admin token. */
  admin(method: string, path: string, body?: unknown): Promise<Reply>;
}

/** A sandbox under test. */
export interface Harness extends Sandbox, Spoken {
  /** Every line logged so far. */
  lines: string[];
}

const running: Sandbox[] = [];

/** Starts a sandbox with a manual clock that `stopAll` ends. */
export async function start(options: SandboxOptions = {}, hooks: SandboxHooks = {}): Promise<Harness> {
  const lines: string[] = [];
  const sandbox = await createSandbox({ clock: "manual", ...options }, { log: (line) => lines.push(line), ...hooks });
  running.push(sandbox);
  return { ...sandbox, lines, ...speakTo(sandbox) };
}

/** Calls to a sandbox, wherever it runs. */
export function speakTo(sandbox: Pick<Sandbox, "url" | "adminUrl" | "adminToken" | "apiKey" | "accountId">): Spoken {
  return {
    call: (method, path, { headers = {}, body } = {}) =>
      send(
        method,
        sandbox.url + path,
        { "payments-api-key": sandbox.apiKey, "payments-account": sandbox.accountId, ...headers },
        body,
      ),
    admin: (method, path, body) =>
      send(method, sandbox.adminUrl + path, { authorization: `Bearer ${sandbox.adminToken}` }, body),
  };
}

export async function stopAll(): Promise<void> {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
}

async function send(
  method: string,
  url: string,
  headers: Record<string, string | undefined>,
  body: unknown,
): Promise<Reply> {
  const kept = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(url, { method, headers: { ...type, ...Object.fromEntries(kept) }, ...sent });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : isJson ? JSON.parse(text) : text,
  };
}
