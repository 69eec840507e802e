import { setTimeout as delay } from "node:timers/promises";
import type { Configuration } from "../../provider/configuration/configuration";
import type { Connection } from "../../provider/configuration/connection";
import { openService } from "../connection";
import { printError } from "../terminal";
import { writeContext } from "../write-context";
import { gather } from "./gather";
import { type AskerEdges, createAsker } from "./look";
import { askWithOwnKeys } from "./own-keys";
import { probes } from "./registry";
import type { Report } from "./report";

export interface Examination {
  connection: Connection;
  configuration: Configuration;
  /** A webhook endpoint that exists, where one is known. */
  endpointId: string | undefined;
  /** Keys of its own may be made. */
  writes: boolean;
  /** Aborted: what was seen so far is all, and keys of its own are removed. */
  signal: AbortSignal;
}

export const realDependencies: AskerEdges = {
  nowMs: () => Date.now(),
  sleep: async (ms) => void (await delay(ms)),
  random: () => Math.random(),
  progress: (line) => printError(`${line}\n`),
};

/** Asks a service everything, and judges what came. */
export async function examine(examination: Examination, edges: AskerEdges): Promise<Report> {
  const { connection, configuration, endpointId, writes, signal } = examination;
  const { requireEndpointRead } = configuration;
  const asker = createAsker(connection, writes, edges);
  const service = openService(connection, { writes, say: edges.progress });
  const account = service.account(connection.accountId);
  try {
    const read = await gather({ connection, asker, account, requireEndpointRead, endpointId, signal });
    // Without a whole list nothing shows which keys were there before, and a key of its own could not be proved to be one.
    const isListed = read.walk !== undefined && "keys" in read.walk;
    const mayWrite = writes && isListed && read.stopped === undefined && !signal.aborted;
    const context = writeContext({ account, connection, configuration, note: edges.progress });
    const { observations, leftBehind } = mayWrite
      ? await askWithOwnKeys({ observations: read, asker, context, edges, signal })
      : { observations: { ...read, writes }, leftBehind: [] };
    const checks = probes.map((probe) => ({ probe, verdict: probe.judge(observations) }));
    const { serviceUrl, accountId, profile } = connection;
    return { serviceUrl, accountId, profile, writes: mayWrite, checks, leftBehind, interrupted: signal.aborted };
  } finally {
    await Promise.all([asker.close(), service.close()]);
  }
}
