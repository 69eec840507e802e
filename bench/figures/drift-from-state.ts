import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { timeCommand } from "../command";
import type { Bench, Figure } from "../figure";
import { median } from "../pairs";
import { processEnvironment, type SandboxProcess, startSandbox } from "../sandbox-process";
import { expectedRequests } from "./list-requests";

const STACKS = 1_000;
const FEW_STACKS = 100;
const KEYS_EACH = 10;
const ACCOUNTS = 5;
const MAKERS = 16;
const USUAL_ROUNDS = 3;
const KILOBYTE = 1_024;
const MEGABYTE = 1_000_000;

/** Loaded into the command before anything else: notes, as it ends, the most memory that it ever held. */
const noteMemory = `process.on("exit", () => require("node:fs").writeFileSync(process.env.BENCH_MEMORY, String(process.resourceUsage().maxRSS)));\n`;

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
  const folders = new Map([STACKS, FEW_STACKS].map((stacks) => [stacks, join(folder, `states-${stacks}`)]));
  for (const each of folders.values()) mkdirSync(each);
  const numbers = Array.from({ length: STACKS }, (_, number) => number).values();
  const maker = async (): Promise<void> => {
    for (const number of numbers) {
      const accountId = accounts[number % ACCOUNTS]!;
      const state = JSON.stringify(await makeStack(sandbox, accountId, number), null, 4);
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
  return { completeReading, look: (stacks) => look(bench, sandbox, accounts, folders.get(stacks)!) };
}

/** A stack whose keys exist, as `pulumi stack export` shows it. */
async function makeStack(sandbox: SandboxProcess, accountId: string, number: number): Promise<object> {
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
  const [hook, note, report] = ["note-memory.js", "peak", "report.json"].map((name) =>
    join(bench.folder, "fleet", name),
  ) as [string, string, string];
  writeFileSync(hook, noteMemory);
  const lists = async (): Promise<number> =>
    (await sandbox.admin<{ operation: string }[]>("GET", "/requests")).filter(
      ({ operation }) => operation === "GET /v1/api-keys",
    ).length;
  const before = await lists();
  const main = join(bench.project, "node_modules", "pulumi-payments", "dist", "cli", "main.js");
  const flags = ["drift", "--from-state", states, "--format", "json", "--out", report];
  const profiles = Object.fromEntries(accounts.map((accountId, place) => [`account-${place}`, { accountId }]));
  const tookMs = await timeCommand({
    program: process.execPath,
    args: ["--require", hook, main, ...flags],
    cwd: bench.folder,
    env: {
      ...processEnvironment(bench.folder),
      BENCH_MEMORY: note,
      PAYMENTS_BASE_URL: sandbox.ready.url,
      PAYMENTS_API_KEY: sandbox.ready.apiKey,
      PAYMENTS_PROFILES: JSON.stringify(profiles),
    },
  });
  const { findings } = JSON.parse(readFileSync(report, "utf8")) as { findings: unknown[] };
  if (findings.length > 0) throw new Error(`the fleet is not clean: ${JSON.stringify(findings[0])}`);
  const peakBytes = Number(readFileSync(note, "utf8")) * KILOBYTE;
  return { tookMs, peakBytes, listRequests: (await lists()) - before };
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
];
