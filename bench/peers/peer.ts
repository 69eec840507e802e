import type { Operation } from "../load/operation";
import type { LoadRequest } from "../load/request";

/** Another service that answers the like, for the same load. */
export interface Peer {
  /** As figures are named after it. */
  readonly name: string;
  /** What it is, and what its answers rest on, for the figures' lines. */
  readonly about: string;
  /** The request that comes nearest to each operation, and what it is called. */
  readonly calls: Readonly<Record<Operation, PeerCall>>;
  /** The operations in which it may be ahead of the sandbox: there the page says who wins and why (bench/page.ts). */
  readonly mayLead: readonly Operation[];
  /** Whether lists show what was created, so that there must be something to list. */
  readonly keepsState: boolean;
  /**
   * Starts it, after building it if need be. It listens on 127.0.0.1 only.
   * @throws NotMeasured where it cannot be built here
   */
  start(folder: string): Promise<RunningPeer>;
}

export interface PeerCall {
  readonly what: string;
  readonly request: LoadRequest;
}

export interface RunningPeer {
  readonly port: number;
  stop(): Promise<void>;
}
