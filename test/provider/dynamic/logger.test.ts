import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
const fromSdk = createRequire(join(sdk, "index.js"));
const grpc = fromSdk("@grpc/grpc-js");
const { EngineService } = fromSdk(join(sdk, "proto", "engine_grpc_pb"));
const { Empty } = fromSdk("google-protobuf/google/protobuf/empty_pb");

interface Said {
  urn: string;
  severity: number;
  message: string;
}

let folder: string;
let said: Said[];
let server: { forceShutdown(): void } | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "voice-"));
  said = [];
});
afterEach(() => {
  server?.forceShutdown();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** The engine's own interface, in this process. */
async function engine(answer: Error | null = null): Promise<string> {
  const listening = new grpc.Server();
  listening.addService(EngineService, {
    // biome-ignore lint/suspicious/noExplicitAny: messages of the SDK, without types here.
    log: (call: { request: any }, done: (error: Error | null, empty?: unknown) => void) => {
      const { request } = call;
      said.push({ urn: request.getUrn(), severity: request.getSeverity(), message: request.getMessage() });
      done(answer, new Empty());
    },
  });
  server = listening;
  const port = await new Promise<number>((resolve, reject) => {
    listening.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error: Error | null, bound: number) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return `127.0.0.1:${port}`;
}

/** Runs lines in a process that is laid out as the SDK's dynamic-provider process is; gives back its standard output. */
async function speak(address: string | undefined, lines: string, layout = "dynamic-provider"): Promise<string> {
  const main = join(folder, "cmd", layout, "index.js");
  mkdirSync(dirname(main), { recursive: true });
  symlinkSync(join(sdk, "proto"), join(folder, "proto"));
  symlinkSync(join(sdk, ".."), join(folder, "pulumi-scope"));
  symlinkSync(join(sdk, "..", ".."), join(folder, "node_modules"));
  const log = join(__dirname, "..", "..", "..", "provider", "dynamic", "logger.ts");
  writeFileSync(
    main,
    `const { engineLogger } = require(${JSON.stringify(log)});
     const voiceOf = engineLogger(new Set());
     (async () => { ${lines} })().then(() => process.exit(0));`,
  );
  const hook = join(__dirname, "..", "..", "..", "tools", "typescript-hook.js");
  const child = spawn(process.execPath, ["-r", hook, main, ...(address === undefined ? [] : [address])]);
  let out = "";
  let trouble = "";
  child.stdout.on("data", (part) => {
    out += part;
  });
  child.stderr.on("data", (part) => {
    trouble += part;
  });
  await new Promise((resolve) => child.on("close", resolve));
  if (trouble !== "") throw new Error(trouble);
  return out;
}

test("a line stands on the resource's own row: it goes to the engine with the urn and its severity", async () => {
  const out = await speak(
    await engine(),
    'const v = voiceOf("urn:1", "API key key_1"); await v.warn("drift"); await v.info("pending");',
  );
  expect(out).toBe("");
  expect(said).toEqual([
    { urn: "urn:1", severity: 2, message: "drift" },
    { urn: "urn:1", severity: 1, message: "pending" },
  ]);
});

test("each line of a resource is said once, and what holds for the run once for all", async () => {
  await speak(
    await engine(),
    `for (const urn of ["urn:1", "urn:2", "urn:1"]) {
       await voiceOf(urn, "x").warn("drift");
       await voiceOf(urn, "x").warnOnceARun("no read");
     }`,
  );
  expect(said.map(({ urn, message }) => `${urn} ${message}`)).toEqual(["urn:1 drift", "urn:1 no read", "urn:2 drift"]);
});

test("without a urn it goes to standard output with the name of the object, once", async () => {
  const out = await speak(
    await engine(),
    'await voiceOf(undefined, "API key key_1").warn("drift"); await voiceOf(undefined, "API key key_1").warn("drift"); await voiceOf("", "API key key_1").warn("API key key_1 is gone");',
  );
  expect(out).toBe("API key key_1: drift\nAPI key key_1 is gone\n");
  expect(said).toEqual([]);
});

test.each([
  ["the engine's address is not given", undefined, "dynamic-provider"],
  ["it is no address", "nonsense", "dynamic-provider"],
  ["the process is another one", "127.0.0.1:1", "elsewhere"],
])("it goes to standard output where %s", async (_where, address, layout) => {
  expect(await speak(address, 'await voiceOf("urn:1", "API key key_1").warn("drift");', layout)).toBe(
    "API key key_1: drift\n",
  );
});

test("it goes to standard output where the engine does not take it", async () => {
  const refusing = await engine(Object.assign(new Error("no"), { code: grpc.status.UNIMPLEMENTED }));
  expect(await speak(refusing, 'await voiceOf("urn:1", "API key key_1").warn("drift");')).toBe(
    "API key key_1: drift\n",
  );
});
