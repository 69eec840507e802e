import { setTimeout as delay } from "node:timers/promises";
import type { KeyWriteContext } from "../provider/lifecycle/evidence";

interface Writing extends Pick<KeyWriteContext, "account" | "connection" | "configuration"> {
  /** Gets what the guards have to say where they let a write pass. */
  note(line: string): void;
}

/** What the gate of writes needs of a command, which is no run of the engine. */
export function writeContext({ note, ...writing }: Writing): KeyWriteContext {
  const say = async (line: string): Promise<void> => note(line);
  return {
    ...writing,
    log: { info: say, warn: say, warnOnceARun: say },
    clock: {
      now: () => new Date(),
      sinceRunStartMs: () => performance.now(),
      sleep: async (ms) => void (await delay(ms)),
    },
  };
}
