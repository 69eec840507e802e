import { recordTransition } from "../../../sandbox/core/transitions";
import { defaultEdges, Engine } from "../../../sandbox/engine";
import { readOptions } from "../../../sandbox/options";

const days = 60;
const dayMs = 86_400_000;
const sampleEveryMs = 100;

/** What a move of the clock over very many jobs was like; heap in bytes, after a collection. */
export interface ManyJobs {
  jobs: number;
  transitions: number;
  leftOut: number | undefined;
  heapBefore: number;
  /** Taken while it moved. */
  heaps: number[];
  progress: number[];
  lines: string[];
}

/** Runs in a process of its own: `many-jobs.ts FILE JOBS`. Every job, at a moment of its own, writes a transition down. */
async function main([data = "", count = ""]: string[]): Promise<void> {
  const lines: string[] = [];
  // Every look at the wall's clock takes 10 ms, so that progress is told however quick the machine is.
  let wallMs = Date.now();
  const engine = new Engine(readOptions({ clock: "manual", seed: "s", data }), {
    ...defaultEdges,
    log: (line) => lines.push(line),
    wallNow: () => (wallMs += 10),
  });
  const { world } = engine;
  world.jobs.define<number>("happening", {
    settle: (id) =>
      recordTransition(world, { kind: "thing", id: String(id), from: "before", to: "after", reason: "its time came" }),
  });
  world.store.run(
    `WITH RECURSIVE numbers (number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?1 - 1)
     INSERT INTO jobs (due_at, kind, payload) SELECT ?2 + (number * 7919 % ?1) * ?3 / ?1, 'happening', number FROM numbers`,
    Number(count),
    world.clock.now(),
    days * dayMs,
  );
  const heapBefore = heap();
  const heaps: number[] = [];
  const progress: number[] = [];
  const sampling = setInterval(() => {
    heaps.push(heap());
    progress.push(engine.progress()?.jobs ?? 0);
  }, sampleEveryMs);
  const moved = await engine.advance({ seconds: (days * dayMs) / 1_000 });
  clearInterval(sampling);
  const { jobs, transitions, transitions_left_out: leftOut } = moved;
  const outOfOrder = world.store.get(
    "SELECT 1 FROM transitions AS one JOIN transitions AS next ON next.seq = one.seq + 1 WHERE next.at < one.at",
  );
  if (outOfOrder) throw new Error("jobs ran out of their order");
  world.store.close();
  const seen: ManyJobs = { jobs, transitions: transitions.length, leftOut, heapBefore, heaps, progress, lines };
  process.stdout.write(JSON.stringify(seen));
}

function heap(): number {
  globalThis.gc!();
  return process.memoryUsage().heapUsed;
}

void main(process.argv.slice(2));
