import { connectionProbes } from "./connection-probes";
import { endpointProbes } from "./endpoint-probes";
import { listProbes } from "./list-probes";
import type { Probe } from "./probe";
import { writeProbes } from "./write-probes";

/** Every probe, in the order of a report: what the rest depends on first, what needs `--write` last. */
export const probes: readonly Probe[] = [...connectionProbes, ...listProbes, ...endpointProbes, ...writeProbes];
