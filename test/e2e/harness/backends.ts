import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensurePostgres, ensureS3Server } from "../../../tools/set-up/backends.js";
import { SetUpFailure } from "../../../tools/set-up/failure.js";
import { end } from "./process";
import type { Backend } from "./stack";

const execute = promisify(execFile);

/** A server of a test's own, on 127.0.0.1 alone. */
export interface RunningBackend extends Backend {
  /** Its own password. */
  password: string;
  /** All that it holds, as text: each value of each column, or each object. */
  contents(): Promise<[where: string, text: string][]>;
  stop(): Promise<void>;
}

/** Far beyond what either server takes to start. */
const readyMs = 60_000;

/**
 * Starts a Postgres with an empty database, `pulumi`.
 * @param set where it is looked for; default: this machine, on which it is installed if it is missing
 * @throws Error that says what to install
 */
export async function startPostgres(set?: Parameters<typeof ensurePostgres>[0]): Promise<RunningBackend> {
  const programs = await orSentence(ensurePostgres({ background: true, ...set }));
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "payments-postgres-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const password = randomBytes(18).toString("base64url");
    const user = await userOfPostgres();
    const passwordFile = join(folder, "password");
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user !== undefined) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
    const own = { cwd: folder, env: { PATH: process.env.PATH }, ...user };
    const data = join(folder, "data");
    const access = ["--username=pulumi", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
    const text = ["--encoding=UTF8", "--locale=C"];
    await execute(join(programs, "initdb"), [`--pgdata=${data}`, "--no-sync", ...access, ...text], own);
    const port = await freePort();
    const settings = { listen_addresses: "127.0.0.1", port, unix_socket_directories: "", fsync: "off" };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const server = spawn(join(programs, "postgres"), ["-D", data, ...flags], {
      ...own,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await saying(server, /ready to accept connections/);
    const env = { PGPASSWORD: password };
    const place = [
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
      "-U",
      "pulumi",
      "--no-psqlrc",
      "-qAt",
      "-v",
      "ON_ERROR_STOP=1",
    ];
    const ask = async (database: string, sql: string): Promise<string[]> => {
      const asked = [...place, "-d", database, "-c", sql];
      const { stdout } = await execute(join(programs, "psql"), asked, { env, maxBuffer: 2 ** 28 });
      return stdout.split("\n").filter((line) => line !== "");
    };
    await ask("postgres", "CREATE DATABASE pulumi");
    return {
      url: `postgres://pulumi@127.0.0.1:${port}/pulumi?sslmode=disable`,
      env,
      password,
      contents: () => valuesIn((sql) => ask("pulumi", sql)),
      async stop() {
        // The fast way, which doesn't wait for clients.
        await end(server, "SIGINT");
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Postgres refuses to run as root. Undefined: as whoever runs the test. */
async function userOfPostgres(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (flag: string): Promise<number> => Number((await execute("id", [flag, "postgres"])).stdout);
  return { uid: await idOf("-u"), gid: await idOf("-g") };
}

/** Every value of every column of every table that is not the server's own; bytes are decoded. */
async function valuesIn(ask: (sql: string) => Promise<string[]>): Promise<[where: string, text: string][]> {
  const columns = await ask(`
    SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) || ' ' || quote_ident(column_name) || ' ' || data_type
    FROM information_schema.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`);
  const values: [string, string][] = [];
  for (const [table = "", column = "", type = ""] of columns.map((line) => line.split(" "))) {
    const bytes = type === "bytea" ? column : `convert_to(${column}::text, 'UTF8')`;
    const rows = await ask(`SELECT encode(${bytes}, 'hex') FROM ${table}`);
    for (const row of rows) values.push([`${table} ${column}`, Buffer.from(row, "hex").toString()]);
  }
  return values;
}

/** Starts moto, which serves S3, with an empty bucket, `pulumi`. */
export async function startS3(): Promise<RunningBackend> {
  const environment = await orSentence(ensureS3Server({ background: true }));
  const args = ["-m", "moto.server", "-H", "127.0.0.1", "-p", "0"];
  const server = spawn(join(environment, "bin", "python"), args, { stdio: ["ignore", "ignore", "pipe"] });
  const [, endpoint = ""] = await saying(server, /Running on (http:\/\/127\.0\.0\.1:\d+)/);
  const [id, password] = [randomBytes(10).toString("hex"), randomBytes(30).toString("base64url")] as const;
  // The server wants to know who asks, and checks no signature.
  const credential = `Credential=${id}/20200101/us-east-1/s3/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=0`;
  const ask = async (method: "GET" | "PUT", path: string): Promise<string> => {
    const answer = await fetch(`${endpoint}/pulumi${path}`, { method, headers: { authorization } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text;
  };
  await ask("PUT", "");
  return {
    url: `s3://pulumi?endpoint=${endpoint}&use_path_style=true&region=us-east-1`,
    env: { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: password, AWS_EC2_METADATA_DISABLED: "true" },
    password,
    async contents() {
      const listed = await ask("GET", "?list-type=2&max-keys=1000&encoding-type=url");
      if (!listed.includes("<IsTruncated>false<")) throw new Error("the bucket has more objects than one list shows");
      const keys = [...listed.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key);
      return Promise.all(keys.map(async (key): Promise<[string, string]> => [key, await ask("GET", `/${key}`)]));
    },
    stop: () => end(server),
  };
}

/** Waits until a server that was just started has written this; ends it if it doesn't. */
async function saying(server: ChildProcess, words: RegExp): Promise<RegExpExecArray> {
  let text = "";
  const said = new Promise<RegExpExecArray>((resolve) => {
    server.stderr?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const found = words.exec(text);
      if (found !== null) resolve(found);
    });
  });
  const gone = once(server, "exit").then(([code]) => {
    throw new Error(`${server.spawnfile} ended with code ${code} before it was ready:\n${text}`);
  });
  const endAtExit = (): boolean => server.kill("SIGKILL");
  process.once("exit", endAtExit);
  server.once("exit", () => process.removeListener("exit", endAtExit));
  const limit = setTimeout(() => server.kill("SIGKILL"), readyMs);
  return Promise.race([said, gone]).finally(() => clearTimeout(limit));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** The failure of a set-up, with what to do about it. */
async function orSentence(path: Promise<string>): Promise<string> {
  return path.catch((error) => {
    throw error instanceof SetUpFailure ? new Error(error.describe()) : error;
  });
}
