import type { ApiKeyRecord } from "./contract/api-key";

/** A key as it stands in the list. One that this client cannot read is still there: it has an id, and `problem` says why. */
export type ListedKey = ReadableKey | UnreadableKey;

interface ReadableKey {
  id: string;
  /** As a list shows it: never with the value of a secret key. */
  record: ApiKeyRecord;
  problem?: undefined;
  name?: undefined;
  /** True where no list showed it yet, and it is known only because this process has just created it. */
  unlisted?: true;
}

interface UnreadableKey {
  id: string;
  record?: undefined;
  problem: string;
  /** Where it could still be read. */
  name?: string | undefined;
  unlisted?: undefined;
}

/** The whole list, consistently read. */
export interface KeyListing {
  keys: readonly ListedKey[];
  /** The service's clock at the first page, and ours at the same moment. */
  service?: { dateMs: number; localMs: number };
}

/** A listing, with when it was read: by our clock, in milliseconds. */
export interface ReadListing extends KeyListing {
  beganMs: number;
  endedMs: number;
}

/** Gives what another process read a moment ago, or else what `read` reads, and hands that on. @throws as `read` does */
export type ShareWalk = (read: () => Promise<ReadListing>) => Promise<ReadListing>;
