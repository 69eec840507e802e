import type { Observations } from "./observations";
import type { ProbeResult } from "./verdict";

/** One question about a service. */
export interface Probe {
  /** Kebab case; that of the assumption, where there is one. */
  name: string;
  /** What it checks in docs/explanation/assumptions.md: the name of an assumption, or a setting of the last table. */
  row?: string;
  /** What it checks, for people. */
  title: string;
  /** Pure: everything was asked before. */
  evaluate(observations: Observations): ProbeResult;
}

/** What a probe came to, for a report. */
export interface Checked {
  probe: Pick<Probe, "name" | "row" | "title">;
  verdict: ProbeResult;
}
