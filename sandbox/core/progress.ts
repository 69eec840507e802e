import { iso } from "./clock";

/** A move of the clock under way. */
export interface Progress {
  from: string;
  to: string;
  /** How many jobs ran so far. */
  jobs: number;
  /** Jobs that are due until its end, as far as they are known by now: those that run may schedule others. */
  jobs_due: number;
}

const everyMs = 1_000;

/** Tells of a move of the clock that takes long: a line for each second of the wall. */
export function progressTeller(
  log: (line: string) => void,
  wallNow: () => number,
  from: string,
  to: string,
): (nowMs: number, jobs: number) => void {
  const startedMs = wallNow();
  let toldMs = startedMs;
  return (nowMs, jobs) => {
    const wallMs = wallNow();
    if (wallMs - toldMs < everyMs) return;
    toldMs = wallMs;
    const seconds = Math.round((wallMs - startedMs) / 1_000);
    log(`clock at ${iso(nowMs)}, moving from ${from} to ${to}: ${jobs} jobs in ${seconds} s`);
  };
}
