import type { Figure } from "../figure";
import { PAGE_MAX } from "../stack";

/** How many items of a page are read again with the next one, to notice that the list has shifted. */
const OVERLAP = 3;

/** List requests of one complete reading of an account with so many keys. */
export const expectedRequests = (keys: number): number =>
  1 + Math.max(0, Math.ceil((keys - PAGE_MAX) / (PAGE_MAX - OVERLAP)));

/** Figures of the service's own log: how often one preview asks for the list of keys. */
export const figures: readonly Figure[] = [10, 100, 1_000].map((keys) => ({
  name: `list-requests-${keys}-keys`,
  about: `List requests of a preview of ${keys.toLocaleString("en")} keys, in pages of ${PAGE_MAX} that overlap by ${OVERLAP}`,
  unit: "requests",
  limit: { exactly: expectedRequests(keys) },
  keys,
  estimateMs: 30_000,
  async measure(bench) {
    const stack = await bench.stack("payments", keys);
    return { value: await stack.listRequestsOfPreview(), from: "the service's request log" };
  },
}));
