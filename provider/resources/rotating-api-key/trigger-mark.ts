import { createHash } from "node:crypto";

const markLength = 16;

/** What state keeps of a trigger: enough to see that it changed, and nothing of a text that may be a secret. Pure. */
export const triggerMark = (trigger: string): string =>
  createHash("sha256").update(trigger).digest("hex").slice(0, markLength);
