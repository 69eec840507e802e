import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, getPriority, totalmem } from "node:os";
import { join } from "node:path";
import { enginePath } from "../tools/engine-path.js";

const BYTES_IN_GIB = 2 ** 30;

/** What the figures depend on besides the code. */
export interface Machine {
  readonly platform: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly node: string;
  readonly engine: string;
  readonly sdk: string;
  /** Load average of the last minute before the run began: what else the machine had to do. */
  readonly loadBefore: number;
  /** The run has a raised priority: other work yields to it. */
  readonly isPreferred: boolean;
}

/** @param project where the SDK is installed that the programs import */
export async function describeMachine(project: string, loadBefore: number): Promise<Machine> {
  const env = { ...process.env, PATH: await enginePath(), PULUMI_SKIP_UPDATE_CHECK: "true" };
  const manifest = createRequire(join(project, "index.js")).resolve("@pulumi/pulumi/package.json");
  return {
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    memoryGib: Math.round(totalmem() / BYTES_IN_GIB),
    node: process.versions.node,
    engine: execFileSync("pulumi", ["version"], { env, encoding: "utf8" }).trim().replace(/^v/, ""),
    sdk: (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version,
    loadBefore,
    isPreferred: getPriority() < 0,
  };
}

/** Whether others keep so much of the machine busy that times say little. */
export const isBusy = (load: number, cores: number): boolean => load >= cores / 2;

/** One line, for a table's head. */
export function writeMachine({
  platform,
  cores,
  memoryGib,
  node,
  engine,
  sdk,
  loadBefore,
  isPreferred,
}: Machine): string {
  const machine = `${cores} cores, ${memoryGib} GB of memory, ${platform}`;
  const busy = isBusy(loadBefore, cores)
    ? `; busy with other work too (load ${loadBefore.toFixed(1)} before the run)${isPreferred ? ", which yielded to it" : ""}`
    : "";
  return `${machine}, Node ${node}, Pulumi engine ${engine}, @pulumi/pulumi ${sdk}${busy}`;
}
