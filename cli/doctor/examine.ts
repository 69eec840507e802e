import { realDependencies as providerDependencies } from "../../provider/api/dependencies";
import type { Configuration } from "../../provider/configuration/configuration";
import type { Connection } from "../../provider/configuration/connection";
import { openService } from "../connection";
import { printError } from "../terminal";
import { writeContext } from "../write-context";
import { createProbeClient, type DoctorDependencies } from "./client";
import { gather } from "./gather";
import { probeWithOwnKeys } from "./own-keys";
import { probes } from "./registry";
import type { Report } from "./report";

export interface Examination {
  connection: Connection;
  configuration: Configuration;
  /** A webhook endpoint that exists, where one is known. */
  endpointId: string | undefined;
  /** Keys of its own may be made. */
  writes: boolean;
  /** Aborted: nothing more is sent, and keys of its own are removed. */
  signal: AbortSignal;
}

export const realDependencies: DoctorDependencies = {
  ...providerDependencies,
  nowMs: () => Date.now(),
  say: (line) => printError(`${line}\n`),
};

/** Sends every request, and evaluates the responses. */
export async function examine(examination: Examination, dependencies: DoctorDependencies): Promise<Report> {
  const { connection, configuration, endpointId, writes, signal } = examination;
  const { requireEndpointRead } = configuration;
  const { say } = dependencies;
  const client = createProbeClient(connection, writes, dependencies);
  const service = openService(connection, { writes, say });
  const account = service.account(connection.accountId);
  try {
    const read = await gather({ connection, client, account, requireEndpointRead, endpointId, signal });
    // Without a whole list nothing shows which keys were there before, and a key of its own could not be proved to be one.
    const isListed = read.allKeys !== undefined && "keys" in read.allKeys;
    const mayWrite = writes && isListed && read.stopped === undefined && !signal.aborted;
    const context = writeContext({ account, connection, configuration, note: say });
    const { observations, leftBehind } = mayWrite
      ? await probeWithOwnKeys({ observations: read, client, context, dependencies, signal })
      : { observations: { ...read, writes }, leftBehind: [] };
    const checks = probes.map((probe) => ({ probe, verdict: probe.evaluate(observations) }));
    const { serviceUrl, accountId, profile } = connection;
    return { serviceUrl, accountId, profile, writes: mayWrite, checks, leftBehind, interrupted: signal.aborted };
  } finally {
    await Promise.all([client.close(), service.close()]);
  }
}
