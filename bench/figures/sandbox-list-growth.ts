import { join } from "node:path";
import type { Bench, Figure } from "../figure";
import { sendLoad } from "../load/send-load";
import { describePairs, measurePairs, ratioOf } from "../pairs";
import { type SandboxProcess, startSandbox } from "../sandbox-process";

const USUAL_ROUNDS = 15;
const SLICE_MS = 300;
const PAGE = 100;
const FEW = 1_000;
const MANY = 100_000;
/** Told of between, so that somebody sees it go on. */
const FILL_STEP = 5_000;

/** A sandbox in memory with so many keys in one account, each created by a call of the service, as any client would. */
async function withKeys(bench: Bench, keys: number): Promise<SandboxProcess> {
  const sandbox = await startSandbox({ project: bench.project, folder: join(bench.folder, `keys-${keys}`) });
  bench.atEnd(() => sandbox.stop());
  const request = sandbox.request({ method: "POST", path: "/v1/api-keys", body: '{"type":"secret","name":"bench"}' });
  for (let made = 0; made < keys; made += FILL_STEP) {
    bench.say(`creating ${keys.toLocaleString("en")} keys`, (made / MANY) * 0.8);
    const requests = Math.min(FILL_STEP, keys - made);
    await sendLoad({ port: sandbox.port, request, concurrency: 16, until: { requests } });
  }
  return sandbox;
}

const bothSizes = (bench: Bench): Promise<{ few: SandboxProcess; many: SandboxProcess }> =>
  bench.once("sandboxes of many and few keys", async () => ({
    few: await withKeys(bench, FEW),
    many: await withKeys(bench, MANY),
  }));

/** Milliseconds of a page, one request after the other. */
async function pageMs(sandbox: SandboxProcess, offset: number): Promise<number> {
  const request = sandbox.request({ method: "GET", path: `/v1/api-keys?limit=${PAGE}&offset=${offset}` });
  const { requests, tookMs } = await sendLoad({
    port: sandbox.port,
    request,
    concurrency: 1,
    until: { ms: SLICE_MS },
  });
  return tookMs / requests;
}

const inMicroseconds = (ms: number): string => `${(ms * 1_000).toFixed(0)} µs`;

function figureOf(name: string, where: string, offsetOf: (keys: number) => number, estimateMs: number): Figure {
  return {
    name,
    about: `List of ${where} ${PAGE} of ${MANY.toLocaleString("en")} keys, against that of ${FEW.toLocaleString("en")} keys; in memory, one request after the other`,
    unit: "ratio",
    limit: { atMost: 1.3 },
    fixed: true,
    estimateMs,
    async measure(bench) {
      const { few, many } = await bothSizes(bench);
      const rounds = bench.rounds(USUAL_ROUNDS);
      const [farMs, nearMs] = [() => pageMs(many, offsetOf(MANY)), () => pageMs(few, offsetOf(FEW))];
      // The first slices find cold code and are not counted.
      for (const warmUp of [farMs, nearMs]) await warmUp();
      const pairs = await measurePairs(rounds, farMs, nearMs, (round) =>
        bench.say(`pair ${round + 1} of ${rounds}`, 0.8 + (0.2 * round) / rounds),
      );
      return { value: ratioOf(pairs), from: describePairs(pairs, inMicroseconds) };
    },
  };
}

/** Whether lists stay quick as an account grows. */
export const figures: readonly Figure[] = [
  figureOf("list-100000-keys-first", "the first", () => 0, 60_000),
  figureOf("list-100000-keys-last", "the last", (keys) => keys - PAGE, 10_000),
];
