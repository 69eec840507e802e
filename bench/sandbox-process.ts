import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Sandbox } from "../sandbox/index";
import type { LoadRequest } from "./load/request";
import { startService } from "./service-process";

/** What the ready line of the packed command says. */
export type Ready = Pick<Sandbox, "url" | "adminUrl" | "adminToken" | "accountId" | "apiKey" | "webhookEndpointId">;

/** The sandbox as a user starts it: the packed command, as a process of its own. */
export interface SandboxProcess {
  readonly ready: Ready;
  readonly port: number;
  /** Milliseconds from the start of the process to its ready line. */
  readonly readyMs: number;
  /** A call of `/v1` with the ready key, on behalf of the merchant. */
  request(call: Pick<LoadRequest, "method" | "path" | "body">): LoadRequest;
  /** A call of the admin interface, `path` below `/_sandbox`. */
  adminRequest(call: Pick<LoadRequest, "method" | "path" | "body">): LoadRequest;
  /** Makes one call of the admin interface. */
  admin<Answer>(method: "GET" | "POST" | "PATCH", path: string, body?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

export interface SandboxStart {
  /** Where the packed packages are installed. */
  readonly project: string;
  /** For its log and what its process caches. */
  readonly folder: string;
  readonly options?: readonly string[];
}

export async function startSandbox({ project, folder, options = [] }: SandboxStart): Promise<SandboxProcess> {
  mkdirSync(folder, { recursive: true });
  const service = await startService({
    command: join(project, "node_modules", ".bin", "pulumi-payments-sandbox"),
    args: ["--json", "--port", "0", ...options],
    env: processEnvironment(folder),
    log: join(folder, `sandbox-${randomUUID()}.log`),
    readyWith: "line",
  });
  const ready = JSON.parse(service.line) as Ready;
  const adminHeaders = { authorization: `Bearer ${ready.adminToken}` };
  return {
    ready,
    port: Number(new URL(ready.url).port),
    readyMs: service.readyMs,
    request: (call) => ({
      ...call,
      headers: { "payments-api-key": ready.apiKey, "payments-account": ready.accountId },
    }),
    adminRequest: (call) => ({ ...call, path: `/_sandbox${call.path}`, headers: adminHeaders }),
    async admin<Answer>(method: string, path: string, body?: unknown) {
      const response = await fetch(ready.adminUrl + path, {
        method,
        headers: { ...adminHeaders, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok)
        throw new Error(`the sandbox answered ${response.status} to ${method} ${path}: ${await response.text()}`);
      return (await response.json()) as Answer;
    },
    stop: service.stop,
  };
}

/** The pinned Node first, and a folder of its own for temporary files and caches: what Node compiled is kept there. */
export function processEnvironment(folder: string): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, NODE_COMPILE_CACHE: __, ...inherited } = process.env;
  return {
    ...inherited,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    TMPDIR: folder,
    XDG_CACHE_HOME: folder,
  };
}
