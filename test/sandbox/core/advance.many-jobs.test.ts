import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOften } from "../../nightly";
import type { ManyJobs } from "./many-jobs";

const count = asOften(100_000, 1_000_000);
const mostGrowthBytes = 16 * 1_048_576;

test(
  `a move over 60 days and ${count} jobs tells how far it is, takes no more memory as it goes, and answers the first 10,000 transitions`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
    const hook = join(__dirname, "../../cli/typescript.cjs");
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--expose-gc", "--require", hook, join(__dirname, "many-jobs.ts"), join(folder, "p.db"), String(count)],
      { encoding: "utf8", maxBuffer: 64 * 1_048_576 },
    );
    rmSync(folder, { recursive: true, force: true });
    expect([status, stderr]).toEqual([0, ""]);
    const seen = JSON.parse(stdout) as ManyJobs;
    expect([seen.jobs, seen.transitions, seen.leftOut]).toEqual([count, 10_000, count - 10_000]);
    expect(Math.max(...seen.heaps) - seen.heapBefore).toBeLessThan(mostGrowthBytes);
    expect(seen.progress.length).toBeGreaterThan(3);
    expect(seen.progress).toEqual([...seen.progress].sort((one, other) => one - other));
    expect(seen.progress.some((jobs) => jobs > 0 && jobs < count)).toBe(true);
    expect(seen.lines[0]).toMatch(
      /^clock at 2026-\S+, moving from 2026-01-01T00:00:00\.000Z to 2026-03-02T00:00:00\.000Z: \d+ jobs in \d+ s$/,
    );
  },
  asOften(120_000, 600_000),
);
