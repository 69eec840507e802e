import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connectionOf, readSettingsOf } from "../../../cli/connection";
import type { DoctorDependencies } from "../../../cli/doctor/client";
import { examine } from "../../../cli/doctor/examine";
import type { Report } from "../../../cli/doctor/report";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../sandbox/index";

export interface Asked {
  method: string;
  /** With its query. */
  path: string;
  key: string;
  account: string;
  body: string;
  /** How many requests came before. */
  before: number;
}

export interface Said {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into bodies of any shape
  body: any;
}

/** What another service would say in the sandbox's place; undefined: what the sandbox says; `reset`: the connection breaks. */
export type Dialect = (asked: Asked, said: Said) => Partial<Said> | "reset" | undefined;

/** A sandbox behind a server that answers in another dialect. */
export interface DialectService {
  sandbox: Sandbox;
  url: string;
  requests: Asked[];
  /** Names of the keys that exist. */
  names(): Promise<string[]>;
  createKey(key: object): Promise<{ id: string; value: string }>;
  close(): Promise<void>;
}

export async function speaking(
  dialect: Dialect = () => undefined,
  options: SandboxOptions = {},
): Promise<DialectService> {
  const sandbox = await createSandbox(options);
  const requests: Asked[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const asked: Asked = {
      method: request.method ?? "",
      path: request.url ?? "",
      key: String(request.headers["payments-api-key"]),
      account: String(request.headers["payments-account"]),
      body: Buffer.concat(parts).toString(),
      before: requests.length,
    };
    requests.push(asked);
    const answer = await fetch(sandbox.url + asked.path, {
      method: asked.method,
      headers: { "payments-api-key": asked.key, "payments-account": asked.account, "content-type": "application/json" },
      ...(asked.body === "" ? {} : { body: asked.body }),
    });
    const text = await answer.text();
    const headers = Object.fromEntries(
      ["allow", "date"].flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name)!]] : [])),
    );
    const body = text === "" ? undefined : JSON.parse(text);
    const other = dialect(asked, { status: answer.status, headers, body: structuredClone(body) });
    if (other === "reset") return request.socket.destroy();
    const said = { status: answer.status, headers, body, ...other };
    response.sendDate = false;
    response.writeHead(said.status, { "content-type": "application/json", ...said.headers });
    response.end(typeof said.body === "string" ? said.body : said.body === undefined ? "" : JSON.stringify(said.body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const admin = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${sandbox.adminToken}`, "content-type": "application/json" };
    const answer = await fetch(sandbox.adminUrl + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  return {
    sandbox,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    names: async () =>
      ((await admin("GET", `/api-keys?account_id=${sandbox.accountId}`)) as { name: string }[]).map(({ name }) => name),
    createKey: async (key) =>
      (await admin("POST", "/api-keys", {
        account_id: sandbox.accountId,
        type: "secret",
        scopes: ["api_keys:read"],
        ...key,
      })) as { id: string; value: string },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await sandbox.close();
    },
  };
}

export interface Told {
  write?: boolean;
  /** More of the environment: settings that are not those of the sandbox. */
  environment?: Record<string, string>;
  /** Settings that have no variable. */
  settings?: object;
  endpointId?: string;
  signal?: AbortSignal;
  dependencies?: Partial<DoctorDependencies>;
}

const quietDependencies: DoctorDependencies = {
  monotonicMs: () => performance.now(),
  nowMs: () => Date.now(),
  sleep: async () => undefined,
  random: () => 0,
  say: () => undefined,
};

/** A run of the doctor against it. */
export async function examined(
  { url, sandbox }: Pick<DialectService, "url" | "sandbox">,
  told: Told = {},
): Promise<Report> {
  const environment = {
    PAYMENTS_BASE_URL: url,
    PAYMENTS_ACCOUNT_ID: sandbox.accountId,
    PAYMENTS_PARTNER_ACCOUNT_ID: sandbox.partnerAccountId,
    PAYMENTS_API_KEY: sandbox.apiKey,
    ...told.environment,
  };
  const configuration = await readSettingsOf(undefined, environment);
  const connection = connectionOf(configuration);
  const quick = { absenceConfirmMs: 10, newKeyGraceMs: 0 };
  const { endpointAccount, ...settings } = { endpointAccount: connection.endpointAccount, ...quick, ...told.settings };
  const examination = {
    connection: { ...connection, endpointAccount, settings: { ...connection.settings, ...settings } },
    configuration,
    endpointId: "endpointId" in told ? told.endpointId : sandbox.webhookEndpointId,
    writes: told.write ?? false,
    signal: told.signal ?? new AbortController().signal,
  };
  return examine(examination, { ...quietDependencies, ...told.dependencies });
}

/** `holds`, `differs` (`!` if it needs somebody) or `cannot tell (…)`, by the name of the probe. */
export function verdictsOf({ checks }: Report): Record<string, string> {
  return Object.fromEntries(
    checks.map(({ probe, verdict }) => {
      if (verdict.verdict === "holds") return [probe.name, "holds"];
      if (verdict.verdict === "differs") return [probe.name, verdict.handled ? "differs" : "differs!"];
      return [probe.name, `cannot tell (${verdict.because})`];
    }),
  );
}
