import { setTimeout as delay } from "node:timers/promises";
import { outgoing } from "../text/outgoing";
import type { Dependencies } from "./service";

/** The real clock, timer and randomness; lines for a person go to standard error. */
export const realDependencies: Dependencies = {
  monotonicMs: () => performance.now(),
  sleep: async (ms) => {
    await delay(ms);
  },
  random: () => Math.random(),
  say: (line) => {
    process.stderr.write(outgoing(`${line}\n`));
  },
};
