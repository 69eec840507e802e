import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, getPriority, loadavg } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { ensurePlugin } from "../../tools/plugin/index.js";
import type { Bench, Figure } from "../figure";
import { NotMeasured } from "../not-measured";
import { describePairs, inMilliseconds, inSeconds, median, type Pair, ratioOf } from "../pairs";
import type { ProgramName } from "../stack";
import { recordBytes } from "../state-size";

const USUAL_ROUNDS = 3;
const READY_ROUNDS = 11;
/** A run by itself keeps less than this busy. */
const BUSY_LOAD_PER_CORE = 2;

/** One stack from nothing to nothing. */
interface Life {
  readonly up: number;
  readonly preview: number;
  readonly refresh: number;
  readonly destroy: number;
}
type Step = "up" | "preview" | "refresh" | "destroy";

const forms = ["payments", "native", "native-unread"] as const satisfies readonly ProgramName[];
type Form = (typeof forms)[number];

async function lifeOf(bench: Bench, program: Form): Promise<Life> {
  const stack = await bench.emptyStack(program, bench.keys);
  const up = await stack.up();
  // The first finds cold files.
  await stack.preview();
  const preview = await stack.preview();
  const refresh = await stack.refresh();
  const destroy = await stack.destroy();
  await stack.close();
  return { up, preview, refresh, destroy };
}

/** Many minutes of work whose ratios would say nothing. Others do not disturb a run of a raised priority, as by `nice -n -15`. */
function refuseBusyMachine(): void {
  if (getPriority() < 0) return;
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  if (load > BUSY_LOAD_PER_CORE * cores)
    throw new NotMeasured(`the machine was busy with other work: load ${load.toFixed(0)} on ${cores} cores`);
}

/** The lives of all forms in turn, round by round; who begins changes. */
const lives = (bench: Bench): Promise<readonly Record<Form, Life>[]> =>
  bench.once("lives of the forms", async () => {
    refuseBusyMachine();
    const rounds = bench.rounds(USUAL_ROUNDS);
    const all: Record<Form, Life>[] = [];
    for (let round = 0; round < rounds; round++) {
      const order = forms.map((_, index) => forms[(index + round) % forms.length]!);
      const made: Partial<Record<Form, Life>> = {};
      for (const form of order) {
        bench.say(`${form} with ${bench.keys} keys, round ${round + 1} of ${rounds}`, round / rounds);
        made[form] = await lifeOf(bench, form);
      }
      all.push(made as Record<Form, Life>);
    }
    return all;
  });

const pairsOf = async (bench: Bench, form: Form, step: Step): Promise<readonly Pair[]> =>
  (await lives(bench)).map((round) => ({ oursMs: round[form][step], baselineMs: round.payments[step] }));

const words: Record<Step, string> = {
  up: "Up of 1,000 keys from nothing",
  preview: "Preview of 1,000 keys without a change",
  refresh: "Refresh of 1,000 keys",
  destroy: "Destroy of 1,000 keys",
};

const ratio = (form: "native" | "native-unread", step: Step, atMost: number): Figure => ({
  name: `${form}-${step}-ratio`,
  about: `${words[step]} on the provider plugin${form === "native" ? "" : " without refreshBeforeUpdate"}, against the dynamic form`,
  unit: "ratio",
  limit: { atMost },
  estimateMs: form === "native" && step === "up" ? 1_500_000 : 1_000,
  async measure(bench) {
    const pairs = await pairsOf(bench, form, step);
    return { value: ratioOf(pairs), from: describePairs(pairs, inSeconds) };
  },
});

/** Mean size of a resource in state, with what the platform adds, in bytes. */
const meanRecord = (bench: Bench, form: Form): Promise<number> =>
  bench.once(`records of ${form}`, async () => {
    refuseBusyMachine();
    const records = await (await bench.stack(form, bench.keys)).records();
    return records.reduce((sum, record) => sum + recordBytes(record), 0) / records.length;
  });

/** Milliseconds from the start of the plugin to its port. */
async function readyMs(program: string): Promise<number> {
  const startedAt = performance.now();
  const plugin = spawn(program, ["127.0.0.1:1"], { stdio: ["ignore", "pipe", "ignore"] });
  await once(plugin.stdout, "data");
  const tookMs = performance.now() - startedAt;
  const gone = once(plugin, "exit");
  plugin.kill();
  await gone;
  return tookMs;
}

const ready = ({
  name,
  what,
  atMost,
  program,
}: {
  name: string;
  what: string;
  atMost: number;
  program(bench: Bench): Promise<string>;
}): Figure => ({
  name,
  about: `From the start of ${what} to the port that the engine waits for`,
  unit: "ms",
  limit: { atMost },
  fixed: true,
  estimateMs: 6_000,
  async measure(bench) {
    refuseBusyMachine();
    const path = await program(bench);
    const rounds = bench.rounds(READY_ROUNDS);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await readyMs(path));
    return { value: median(times), from: `the median of ${rounds}; ${times.map(inMilliseconds).join(", ")}` };
  },
});

/** Figures of the provider plugin against the dynamic form, in one run. */
export const figures: readonly Figure[] = [
  ratio("native", "up", 1),
  ratio("native", "preview", 1),
  ratio("native", "refresh", 0.95),
  ratio("native", "destroy", 0.8),
  ratio("native-unread", "up", 0.9),
  ratio("native-unread", "preview", 0.9),
  ratio("native-unread", "refresh", 0.85),
  ratio("native-unread", "destroy", 0.8),
  ...(["native", "native-unread"] as const).map(
    (form): Figure => ({
      name: `${form}-state-ratio`,
      about: `State of a key on the provider plugin${form === "native" ? "" : " without refreshBeforeUpdate"}, against the dynamic form`,
      unit: "ratio",
      limit: { atMost: 0.75 },
      estimateMs: 1_000,
      async measure(bench) {
        const [ours, baseline] = [await meanRecord(bench, form), await meanRecord(bench, "payments")];
        return { value: ours / baseline, from: `${Math.round(ours)} B against ${Math.round(baseline)} B` };
      },
    }),
  ),
  {
    name: "native-list-requests",
    about: "List requests of a preview on the provider plugin beyond those of the dynamic form",
    unit: "requests",
    limit: { exactly: 0 },
    estimateMs: 1_000,
    async measure(bench) {
      refuseBusyMachine();
      const counts: number[] = [];
      for (const form of ["payments", "native"] as const)
        counts.push(await (await bench.stack(form, bench.keys)).listRequestsOfPreview());
      const [baseline = 0, ours = 0] = counts;
      return { value: ours - baseline, from: `${ours} against ${baseline}` };
    },
  },
  ready({
    name: "native-plugin-ready",
    what: "the plugin that npm installed",
    atMost: 300,
    program: async ({ project }) => join(project, "node_modules", ".bin", "pulumi-resource-payments"),
  }),
  ready({
    name: "native-executable-ready",
    what: "the plugin as one program without Node",
    atMost: 200,
    program: async () => (await ensurePlugin()).executable,
  }),
];
