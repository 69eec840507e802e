import { join } from "node:path";
import { timeCommand } from "../command";
import type { Bench, Figure } from "../figure";
import { sendLoad } from "../load/send-load";
import { median } from "../pairs";
import { noteMemoryOf } from "../peak-memory";
import { processEnvironment, type SandboxProcess, startSandbox } from "../sandbox-process";

const FEW = 1_000;
const MANY = 10_000;
const USUAL_ROUNDS = 5;
const MEGABYTE = 1_000_000;

async function withKeys(bench: Bench, keys: number): Promise<SandboxProcess> {
  const sandbox = await startSandbox({ project: bench.project, folder: join(bench.folder, `inventory-${keys}`) });
  bench.atEnd(() => sandbox.stop());
  bench.say(`creating ${keys.toLocaleString("en")} keys`);
  const request = sandbox.request({ method: "POST", path: "/v1/api-keys", body: '{"type":"secret","name":"bench"}' });
  await sendLoad({ port: sandbox.port, request, concurrency: 16, until: { requests: keys } });
  return sandbox;
}

/** Bytes that `pulumi-payments keys` held at the most. */
async function peakBytes(bench: Bench, { ready }: SandboxProcess): Promise<number> {
  const memory = noteMemoryOf(bench.folder);
  await timeCommand({
    program: process.execPath,
    args: [
      ...memory.args,
      join(bench.project, "node_modules", "pulumi-payments", "dist", "cli", "main.js"),
      "keys",
      "--format",
      "json",
    ],
    cwd: bench.folder,
    env: {
      ...processEnvironment(bench.folder),
      ...memory.env,
      PAYMENTS_BASE_URL: ready.url,
      PAYMENTS_ACCOUNT_ID: ready.accountId,
      PAYMENTS_API_KEY: ready.apiKey,
    },
  });
  return memory.peakBytes();
}

const inMegabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(0)} MB`;

/** Whether the inventory of a large account fits where that of a small one does. */
export const figures: readonly Figure[] = [
  {
    name: "keys-memory",
    about: `Peak memory of \`pulumi-payments keys\` in an account of ${MANY.toLocaleString("en")} keys, against one of ${FEW.toLocaleString("en")}`,
    unit: "ratio",
    limit: { atMost: 1.25 },
    fixed: true,
    estimateMs: 60_000,
    async measure(bench) {
      const [few, many] = [await withKeys(bench, FEW), await withKeys(bench, MANY)];
      const rounds = bench.rounds(USUAL_ROUNDS);
      const peaks: { few: number; many: number }[] = [];
      for (let round = 0; round < rounds; round++) {
        bench.say(`inventory, round ${round + 1} of ${rounds}`, round / rounds);
        peaks.push({ few: await peakBytes(bench, few), many: await peakBytes(bench, many) });
      }
      const [fewBytes, manyBytes] = [median(peaks.map((peak) => peak.few)), median(peaks.map((peak) => peak.many))];
      return {
        value: median(peaks.map((peak) => peak.many / peak.few)),
        from: `${inMegabytes(manyBytes)} against ${inMegabytes(fewBytes)}, peak resident set, ${rounds} rounds`,
      };
    },
  },
];
