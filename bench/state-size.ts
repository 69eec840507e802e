import type { StateRecord } from "./stack";

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** What a provider itself puts into state for one resource, as compact JSON. */
export const ownBytes = ({ inputs = {}, outputs = {} }: StateRecord): number => bytesOf(inputs) + bytesOf(outputs);

/** All of it, with what the platform adds. */
export const recordBytes = (record: StateRecord): number => bytesOf(record);

/** The mean of what a provider itself puts there. */
export const meanBytes = (records: readonly StateRecord[]): number =>
  records.reduce((sum, record) => sum + ownBytes(record), 0) / records.length;
