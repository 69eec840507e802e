import { randomBytes } from "node:crypto";
import { type Move, readMove } from "./core/move";
import { type Advance, defaultEdges, Engine } from "./engine";
import { listenOn } from "./http/listen";
import { buildServer } from "./http/server";
import { readOptions, type SandboxOptions } from "./options";
import { systemResolve } from "./webhooks/resolve";

/** A running sandbox. The first seven fields are its ready line. */
export interface Sandbox {
  /** Address of the service, without a trailing slash: `payments:baseUrl`. */
  url: string;
  /** Address of the admin interface. */
  adminUrl: string;
  /** Goes into `authorization: Bearer …` of the admin interface. */
  adminToken: string;
  /** The partner account. */
  partnerAccountId: string;
  /** A merchant account connected to the partner. */
  accountId: string;
  /** A secret key of the partner with scopes `["*"]`, which may act on every connected account. */
  apiKey: string;
  /** A webhook endpoint of the partner whose receiver returns 200. */
  webhookEndpointId: string;
  /**
   * Moves a manual clock and answers when all that fell due has happened. Aborting `signal` ends it on the way, with nothing half done:
   * another move goes on from there.
   */
  advance(move: Move, signal?: AbortSignal): Promise<Advance>;
  /** Back to the seed, with the same accounts, ids and key. */
  reset(): Promise<void>;
  /** Stops listening, breaks off open requests and closes the data file; a second call changes nothing. */
  close(): Promise<void>;
}

/** A port or host that cannot be listened on. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

/** What `createSandbox` takes besides the start options. */
export interface SandboxHooks {
  /** Receives one line a `/v1` request, with no key value in it; nothing unless given. */
  log?: (line: string) => void;
  /** The wall clock, in milliseconds since 1970 UTC; `Date.now` unless given. */
  wallNow?: () => number;
  /** Addresses of the host name of a webhook's target; the system's resolver unless given. */
  resolve?: (name: string) => Promise<string[]>;
}

/**
 * Starts a sandbox on 127.0.0.1 and a free port, in memory, by default. Several may run at once.
 *
 *     const sandbox = await createSandbox({ clock: "manual" });
 *     await fetch(`${sandbox.url}/v1/api-keys`, {
 *       headers: { "payments-api-key": sandbox.apiKey, "payments-account": sandbox.accountId },
 *     });
 *     await sandbox.close();
 *
 * @throws OptionsError naming every option that cannot be used; DataFileError; ListenError
 */
export async function createSandbox(options: SandboxOptions = {}, hooks: SandboxHooks = {}): Promise<Sandbox> {
  const settings = readOptions(options);
  const adminToken = settings.adminToken ?? randomBytes(24).toString("hex");
  const engine = new Engine(settings, { ...defaultEdges, ...hooks });
  const server = buildServer(engine, adminToken);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= engine
      .stop()
      .then(() => server.close())
      .then(() => engine.world.store.close());
    return closed;
  };
  const open = (): Engine => {
    if (closed) throw new Error("The sandbox was closed, and its data is gone. Create another one.");
    return engine;
  };
  let port: number;
  try {
    port = await listenOn(server, settings, systemResolve);
  } catch (cause) {
    await close();
    throw new ListenError(explain(cause as NodeJS.ErrnoException, settings), { cause });
  }
  const url = `http://${hostOf(settings.host)}:${port}`;
  engine.world.origin.url = url;
  engine.start();
  const { partnerAccountId, accountId, webhookEndpointId } = engine.seed;
  return {
    url,
    adminUrl: `${url}/_sandbox`,
    adminToken,
    partnerAccountId,
    accountId,
    apiKey: engine.apiKey,
    webhookEndpointId,
    advance: async (move, signal) => open().advance(readMove(move), signal),
    reset: async () => open().reset(),
    close,
  };
}

/** The host as a url needs it; somebody listening everywhere is reached on loopback. */
function hostOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function explain(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken by another program. Stop it, or choose another port: --port 0 takes any free one.`;
    case "EACCES":
      return `Port ${port} on ${host} may not be used by this user. Choose one above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine. Use --host 127.0.0.1, or an address that it has.`;
    default:
      return `Cannot listen on ${host}, port ${port}: ${error.message}.`;
  }
}
