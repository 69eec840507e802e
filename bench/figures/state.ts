import type { Bench, Figure } from "../figure";
import type { StateRecord } from "../stack";
import { ownBytes, recordBytes } from "../state-size";

const records = (bench: Bench): Promise<readonly StateRecord[]> =>
  bench.once("state", async () => (await bench.stack("payments", bench.keys)).records());

const kilobytes = (bytes: number): number => bytes / 1000;

/** Figures of the state as `pulumi stack export` shows it, as compact JSON, of the largest key. */
export const figures: readonly Figure[] = [
  {
    name: "state-per-key",
    about: "State that the package writes for a key: its inputs and outputs, the encrypted value among them",
    unit: "KB",
    limit: { atMost: 1.5 },
    estimateMs: 5_000,
    async measure(bench) {
      const sizes = (await records(bench)).map(ownBytes);
      return { value: kilobytes(Math.max(...sizes)), from: `the largest of ${sizes.length}` };
    },
  },
  {
    name: "state-record",
    about: "The whole record of a key, with what the platform adds: its stack trace, dependencies, times",
    unit: "KB",
    estimateMs: 5_000,
    async measure(bench) {
      const all = await records(bench);
      const traces = all.map((record) => recordBytes(record) - recordBytes(withoutTrace(record)));
      const from = `the largest of ${all.length}; up to ${kilobytes(Math.max(...traces)).toFixed(2)} KB are stack trace and source position`;
      return { value: kilobytes(Math.max(...all.map(recordBytes))), from };
    },
  },
];

/** JSON leaves out what is undefined. */
const withoutTrace = (record: StateRecord): StateRecord =>
  Object.assign({ ...record }, { stackTrace: undefined, sourcePosition: undefined });
