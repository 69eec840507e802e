import { configLine } from "../config-line";
import type { Probe } from "../probe";
import { cannotTell, differsHandled } from "../verdict";

export const rateLimits: Probe = {
  name: "rate-limits",
  row: "rate-limits",
  title: "whether calls are limited",
  judge: ({ looks }) => {
    const all = Object.values(looks);
    const line = `${configLine("maxConcurrency", "2")}   # fewer calls at once; the provider waits limits out as it is`;
    if (all.some(({ limited }) => limited)) return differsHandled("a call was answered with 429", line);
    const told = all.some(({ answer }) =>
      Object.keys(answer?.headers ?? {}).some((name) => /^(x-)?ratelimit/.test(name)),
    );
    if (told) return differsHandled("answers carry headers of a limit", line);
    return cannotTell(`none of ${all.length} calls met a limit`);
  },
};
