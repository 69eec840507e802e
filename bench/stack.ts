import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Sandbox } from "../sandbox/index";
import { engineEnvironment } from "../tools/engine-path.js";

/** A folder in programs/. */
export type ProgramName = "payments" | "nothing" | "serialized" | "native" | "native-unread";

/** A resource as the engine exports it. */
export interface StateRecord {
  readonly type: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

export interface StackPlace {
  readonly program: ProgramName;
  readonly keys: number;
  /** Where the program is, with everything it imports installed. */
  readonly projectFolder: string;
  /** For the engine's own files; of this stack alone. */
  readonly folder: string;
  /** PATH of the engine. */
  readonly path: string;
}

/** The service's maximum of a page, as the sandbox is started. */
export const PAGE_MAX = 100;

const OUTPUT_LIMIT_BYTES = 256_000_000;

/** A program of so many keys with a state backend, a service and an account of its own. */
export class Stack {
  readonly program: ProgramName;
  readonly keys: number;
  readonly #cwd: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #sandbox: Sandbox;

  private constructor({ program, keys, projectFolder }: StackPlace, env: NodeJS.ProcessEnv, sandbox: Sandbox) {
    this.program = program;
    this.keys = keys;
    this.#cwd = projectFolder;
    this.#env = env;
    this.#sandbox = sandbox;
  }

  static async open(place: StackPlace): Promise<Stack> {
    const [home, backend] = [join(place.folder, "home"), join(place.folder, "backend")];
    for (const made of [home, backend]) mkdirSync(made, { recursive: true });
    // The built one, and only once something is measured: a command line is judged before anything is built.
    const { createSandbox } = await import("pulumi-payments-sandbox");
    const sandbox = await createSandbox({ pageMax: PAGE_MAX });
    const env = engineEnvironment({
      path: place.path,
      home,
      backend,
      env: {
        PAYMENTS_BASE_URL: sandbox.url,
        PAYMENTS_API_KEY: sandbox.apiKey,
        PAYMENTS_ACCOUNT_ID: sandbox.accountId,
        BENCH_KEYS: String(place.keys),
      },
    });
    const stack = new Stack(place, env, sandbox);
    await stack.#pulumi(["stack", "init", "bench"]);
    if (place.program === "native-unread")
      await stack.#pulumi(["config", "set", "payments:refreshBeforeUpdate", "false"]);
    return stack;
  }

  /** Milliseconds of an `up`. Fails unless it leaves all keys, and the service was asked for just those. */
  async up(): Promise<number> {
    const tookMs = await this.#timed(["up", "--yes", "--skip-preview", "--suppress-outputs"]);
    const records = await this.records();
    if (records.length !== this.keys) throw new Error(`up left ${records.length} keys in place of ${this.keys}`);
    const created = (await this.#operations()).filter((operation) => operation === "POST /v1/api-keys").length;
    const expected = this.program === "nothing" ? 0 : this.keys;
    if (created !== expected) throw new Error(`up of ${this.program} created ${created} keys in place of ${expected}`);
    return tookMs;
  }

  /** Milliseconds of a preview that finds nothing to change. */
  preview(...flags: readonly string[]): Promise<number> {
    return this.#timed(["preview", "--expect-no-changes", ...flags]);
  }

  /** Milliseconds of a refresh that finds nothing new. */
  refresh(): Promise<number> {
    return this.#timed(["refresh", "--yes", "--skip-preview"]);
  }

  /** Milliseconds of a destroy. Fails unless it takes every key away. */
  async destroy(): Promise<number> {
    const tookMs = await this.#timed(["destroy", "--yes", "--skip-preview"]);
    const left = (await this.records()).length;
    if (left > 0) throw new Error(`destroy of ${this.program} left ${left} keys`);
    return tookMs;
  }

  /** How often the list of keys is asked for in one preview, by the service's own log. */
  async listRequestsOfPreview(): Promise<number> {
    await this.#admin("DELETE", "/requests");
    await this.preview();
    return (await this.#operations()).filter((operation) => operation === "GET /v1/api-keys").length;
  }

  /** The keys as they stand in state, their values encrypted unless asked for. */
  async records({ showSecrets = false } = {}): Promise<readonly StateRecord[]> {
    const args = ["stack", "export", ...(showSecrets ? ["--show-secrets"] : [])];
    const exported = JSON.parse(await this.#pulumi(args)) as {
      deployment: { resources?: readonly StateRecord[] };
    };
    return (exported.deployment.resources ?? []).filter(({ type }) =>
      /^(?:pulumi-nodejs:dynamic\/|payments:)/.test(type),
    );
  }

  close(): Promise<void> {
    return this.#sandbox.close();
  }

  async #timed(args: readonly string[]): Promise<number> {
    const startedAt = performance.now();
    await this.#pulumi(args);
    return performance.now() - startedAt;
  }

  async #operations(): Promise<readonly string[]> {
    const log = (await (await this.#admin("GET", "/requests")).json()) as readonly { operation: string }[];
    return log.map(({ operation }) => operation);
  }

  async #admin(method: string, path: string): Promise<Response> {
    const { adminUrl, adminToken } = this.#sandbox;
    const response = await fetch(adminUrl + path, { method, headers: { authorization: `Bearer ${adminToken}` } });
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${method} ${path}`);
    return response;
  }

  #pulumi(args: readonly string[]): Promise<string> {
    const all = [...args, "--non-interactive"];
    return new Promise((resolve, reject) => {
      const options = { cwd: this.#cwd, env: this.#env, maxBuffer: OUTPUT_LIMIT_BYTES };
      const child = execFile("pulumi", all, options, (error, stdout, stderr) => {
        running.delete(child);
        if (error === null) resolve(stdout);
        else {
          const said = `${stdout}\n${stderr}`.trim().slice(-4_000);
          reject(new Error(`pulumi ${args.join(" ")} of ${this.program} with ${this.keys} keys failed:\n${said}`));
        }
      });
      running.add(child);
    });
  }
}

const running = new Set<ReturnType<typeof execFile>>();

/** Ends the engines that still run: for the way out. */
export function stopEngines(): void {
  for (const child of running) child.kill("SIGTERM");
}
