import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { engineEnvironment, enginePath } from "../../tools/engine-path.js";
import { timeCommand } from "../command";
import type { Bench, Figure } from "../figure";
import { describePairs, inSeconds, measurePairs, median, ratioOf } from "../pairs";
import { noteMemoryOf } from "../peak-memory";
import { processEnvironment, type SandboxProcess, startSandbox } from "../sandbox-process";
import { expectedRequests } from "./list-requests";

const STACKS = 1_000;
const FEW_STACKS = 100;
const KEYS_EACH = 10;
const ACCOUNTS = 5;
const MAKERS = 16;
const JOBS = 2;
const USUAL_ROUNDS = 3;
const MEGABYTE = 1_000_000;

interface Key {
  id: string;
  name: string;
  scopes: string[];
  created_at: string;
}

/** One run of the command: what it took, what it held, and what it asked for. */
interface Looked {
  tookMs: number;
  peakBytes: number;
  listRequests: number;
}

/** Exported states of many stacks, and the accounts that hold their keys. */
interface Fleet {
  /** List requests that one complete reading of every account takes. */
  completeReading: number;
  look(stacks: number): Promise<Looked>;
  /** Milliseconds of the same look at the stacks of a backend, which the command exports itself. */
  lookAtBackend(): Promise<number>;
  /** Milliseconds of these exports alone, as many side by side. */
  exportEach(): Promise<number>;
}

const fleetOf = (bench: Bench): Promise<Fleet> => bench.once("exported states of a fleet", () => makeFleet(bench));

async function makeFleet(bench: Bench): Promise<Fleet> {
  const folder = join(bench.folder, "fleet");
  mkdirSync(folder, { recursive: true });
  const sandbox = await startSandbox({ project: bench.project, folder });
  bench.atEnd(() => sandbox.stop());
  const accounts = [sandbox.ready.accountId];
  while (accounts.length < ACCOUNTS)
    accounts.push((await sandbox.admin<{ id: string }>("POST", "/accounts", { kind: "merchant" })).id);
  bench.say(`creating ${(STACKS * KEYS_EACH).toLocaleString("en")} keys`);
  const project = join(folder, "project");
  const checkpoints = join(folder, "backend", ".pulumi", "stacks", "fleet");
  for (const made of [project, checkpoints]) mkdirSync(made, { recursive: true });
  writeFileSync(join(project, "Pulumi.yaml"), "name: fleet\nruntime: nodejs\n");
  const folders = new Map([STACKS, FEW_STACKS].map((stacks) => [stacks, join(folder, `states-${stacks}`)]));
  for (const each of folders.values()) mkdirSync(each);
  const numbers = Array.from({ length: STACKS }, (_, number) => number).values();
  const maker = async (): Promise<void> => {
    for (const number of numbers) {
      const accountId = accounts[number % ACCOUNTS]!;
      const { version, deployment } = await makeStack(sandbox, accountId, number);
      const checkpoint = { stack: `organization/fleet/stack-${number}`, latest: deployment };
      writeFileSync(join(checkpoints, `stack-${number}.json`), JSON.stringify({ version, checkpoint }));
      const state = JSON.stringify({ version, deployment }, null, 4);
      for (const [stacks, each] of folders)
        if (number < stacks) writeFileSync(join(each, `stack-${number}.json`), state);
    }
  };
  await Promise.all(Array.from({ length: MAKERS }, maker));
  let completeReading = 0;
  for (const accountId of accounts)
    completeReading += expectedRequests(
      (await sandbox.admin<Key[]>("GET", `/api-keys?account_id=${accountId}`)).length,
    );
  const env = {
    ...engineEnvironment({
      path: await enginePath({ background: true }),
      home: join(folder, "home"),
      backend: join(folder, "backend"),
    }),
    ...credentialOf(sandbox, accounts),
  };
  const main = join(bench.project, "node_modules", "pulumi-payments", "dist", "cli", "main.js");
  const drift = ["drift", "--from-state", "--all", "--jobs", String(JOBS), "--cwd", project];
  return {
    completeReading,
    look: (stacks) => look(bench, sandbox, accounts, folders.get(stacks)!),
    lookAtBackend: () => timeCommand({ program: process.execPath, args: [main, ...drift], cwd: folder, env }),
    async exportEach() {
      const left = Array.from({ length: STACKS }, (_, number) => `stack-${number}`).values();
      const startMs = performance.now();
      const exporter = async (): Promise<void> => {
        for (const stack of left)
          await timeCommand({ program: "pulumi", args: ["stack", "export", "--stack", stack], cwd: project, env });
      };
      await Promise.all(Array.from({ length: JOBS }, exporter));
      return performance.now() - startMs;
    },
  };
}

/** What a look needs to read every account. */
function credentialOf({ ready }: SandboxProcess, accounts: readonly string[]): Record<string, string> {
  const profiles = Object.fromEntries(accounts.map((accountId, place) => [`account-${place}`, { accountId }]));
  return {
    PAYMENTS_BASE_URL: ready.url,
    PAYMENTS_API_KEY: ready.apiKey,
    PAYMENTS_PROFILES: JSON.stringify(profiles),
  };
}

/** A stack whose keys exist, as `pulumi stack export` shows it. */
async function makeStack(sandbox: SandboxProcess, accountId: string, number: number) {
  const of = `urn:pulumi:stack-${number}::fleet::`;
  const type = "pulumi-nodejs:dynamic/payments:ApiKey";
  const parent = `${of}pulumi:pulumi:Stack::fleet-stack-${number}`;
  const resources: object[] = [{ urn: parent, custom: false, type: "pulumi:pulumi:Stack" }];
  for (let place = 0; place < KEYS_EACH; place++) {
    const args = { type: "secret", name: `key ${place} of stack ${number}`, scopes: ["accounts:read"] };
    const key = await sandbox.admin<Key>("POST", "/api-keys", { account_id: accountId, ...args });
    const reference = `exports.handler=()=>require("pulumi-payments/runtime").provider("ApiKey")`;
    const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:bench:" };
    const tag = number.toString(16).padStart(8, "0");
    const where = { accountId, serviceUrl: sandbox.ready.url };
    resources.push({
      urn: `${of}${type}::key-${place}`,
      custom: true,
      id: key.id,
      type,
      inputs: { __provider: reference, __resource: { tag }, ...args },
      outputs: {
        __kept: {},
        __provider: reference,
        ...args,
        ...where,
        createdAt: key.created_at,
        updatedAt: key.created_at,
        value: { ...secret, ciphertext: `v1:${key.id}:${"c".repeat(64)}` },
      },
      parent,
    });
  }
  return { version: 3, deployment: { manifest: { time: "2030-01-01T00:00:00Z", magic: "", version: "" }, resources } };
}

async function look(bench: Bench, sandbox: SandboxProcess, accounts: string[], states: string): Promise<Looked> {
  const report = join(bench.folder, "fleet", "report.json");
  const memory = noteMemoryOf(join(bench.folder, "fleet"));
  const lists = async (): Promise<number> =>
    (await sandbox.admin<{ operation: string }[]>("GET", "/requests")).filter(
      ({ operation }) => operation === "GET /v1/api-keys",
    ).length;
  const before = await lists();
  const main = join(bench.project, "node_modules", "pulumi-payments", "dist", "cli", "main.js");
  const flags = ["drift", "--from-state", states, "--format", "json", "--out", report];
  const tookMs = await timeCommand({
    program: process.execPath,
    args: [...memory.args, main, ...flags],
    cwd: bench.folder,
    env: {
      ...processEnvironment(bench.folder),
      ...memory.env,
      ...credentialOf(sandbox, accounts),
    },
  });
  const { findings } = JSON.parse(readFileSync(report, "utf8")) as { findings: unknown[] };
  if (findings.length > 0) throw new Error(`the fleet is not clean: ${JSON.stringify(findings[0])}`);
  return { tookMs, peakBytes: memory.peakBytes(), listRequests: (await lists()) - before };
}

const inMegabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(0)} MB`;
const fleetWords = `${STACKS.toLocaleString("en")} exported states of ${KEYS_EACH} keys in ${ACCOUNTS} accounts`;

/** The look at a fleet without a program: how often it asks for lists, and whether it stays small. */
export const figures: readonly Figure[] = [
  {
    name: "from-state-requests",
    about: `List requests of \`drift --from-state\` over ${fleetWords}, for each that one complete reading of the accounts takes`,
    unit: "ratio",
    limit: { exactly: 1 },
    fixed: true,
    estimateMs: 120_000,
    async measure(bench) {
      const fleet = await fleetOf(bench);
      const { listRequests, tookMs } = await fleet.look(STACKS);
      const from = `the service's request log: ${listRequests} against ${fleet.completeReading}, in ${(tookMs / 1_000).toFixed(1)} s`;
      return { value: listRequests / fleet.completeReading, from };
    },
  },
  {
    name: "from-state-memory",
    about: `Peak memory of \`drift --from-state\` over ${fleetWords}, against ${FEW_STACKS} of them`,
    unit: "ratio",
    limit: { atMost: 1.25 },
    fixed: true,
    estimateMs: 60_000,
    async measure(bench) {
      const fleet = await fleetOf(bench);
      const peaks: { few: number; many: number }[] = [];
      const rounds = bench.rounds(USUAL_ROUNDS);
      for (let round = 0; round < rounds; round++) {
        bench.say(`${STACKS} states, round ${round + 1} of ${rounds}`, round / rounds);
        const [few, many] = [await fleet.look(FEW_STACKS), await fleet.look(STACKS)];
        peaks.push({ few: few.peakBytes, many: many.peakBytes });
      }
      const [few, many] = [median(peaks.map((peak) => peak.few)), median(peaks.map((peak) => peak.many))];
      return {
        value: median(peaks.map((peak) => peak.many / peak.few)),
        from: `${inMegabytes(many)} against ${inMegabytes(few)}, peak resident set, ${rounds} rounds`,
      };
    },
  },
  {
    name: "from-state-exports-ratio",
    about: `\`drift --from-state --all\` over ${STACKS.toLocaleString("en")} stacks of ${KEYS_EACH} keys in ${ACCOUNTS} accounts, against \`pulumi stack export\` of each; ${JOBS} side by side`,
    unit: "ratio",
    limit: { atMost: 1.3 },
    fixed: true,
    estimateMs: 600_000,
    async measure(bench) {
      const fleet = await fleetOf(bench);
      const rounds = bench.rounds(1);
      const pairs = await measurePairs(rounds, fleet.lookAtBackend, fleet.exportEach, (round) =>
        bench.say(`${STACKS} stacks, pair ${round + 1} of ${rounds}`, round / rounds),
      );
      return { value: ratioOf(pairs), from: describePairs(pairs, inSeconds) };
    },
  },
];
