import { findEngine } from "./ancestors";

const loadedAtMs = performance.now();
let ageWhenLoadedMs: number | undefined;

/**
 * How long ago the engine was started, in milliseconds. The engine starts one provider process for the preview and one
 * for the update of a `pulumi up`: its own start is the only moment that both share. Where it can't be seen (another
 * platform, a shell between), it is the start of this process.
 */
export function engineAgeMs(find = findEngine): number {
  const passedMs = performance.now() - loadedAtMs;
  ageWhenLoadedMs ??= (find()?.ageMs ?? performance.now()) - passedMs;
  return ageWhenLoadedMs + passedMs;
}
