import type { Properties } from "../../provider/lifecycle/inputs";

/**
 * One process of a provider, as the engine calls it; the urn names the resource's class. A history and the fault suite run through
 * every host in the same way: the dynamic one within the test's process or in the SDK's own, and any other.
 */
export interface Host {
  /** What it logged and wrote so far, in order. */
  readonly lines: readonly string[];
  check(urn: string, olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: string[] }>;
  diff(
    urn: string,
    id: string,
    olds: Properties,
    news: Properties,
    ignoreChanges?: readonly string[],
  ): Promise<{ changes: boolean; replaces: string[] }>;
  create(urn: string, inputs: Properties): Promise<Answered & { id: string }>;
  /** The id is empty where the object is gone. */
  read(urn: string, id: string, outputs: Properties, inputs: Properties): Promise<Answered & { id: string }>;
  update(
    urn: string,
    id: string,
    olds: Properties,
    news: Properties,
    ignoreChanges?: readonly string[],
  ): Promise<Answered>;
  delete(urn: string, id: string, outputs: Properties): Promise<void>;
  /** The outputs that a write would bring, where the host can tell: of an object that is there, or of a new one. */
  foresee?(
    urn: string,
    inputs: Properties,
    old?: { id: string; outputs: Properties },
    ignoreChanges?: readonly string[],
  ): Promise<Properties | undefined>;
  /** Called after the command that it was started for. */
  release?(): Promise<void>;
}

/** What state records of an object that was made, read or changed. */
export interface Answered {
  outputs: Properties;
  /** The engine reads the object before each command that follows. */
  refreshBeforeUpdate?: boolean;
}

/** A host in a process of its own, which may serve several commands. */
export interface HostProcess extends Host {
  end(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** A partial failure: the object exists, and the engine records it. */
interface Partly {
  id: string;
  properties: Properties;
  reasons: string[];
  refreshBeforeUpdate?: boolean;
}

/** A failure that the engine shows; any other error is one of the test itself. */
export class HostFailure extends Error {
  readonly id?: string;
  readonly properties?: Properties;
  readonly reasons?: string[];
  readonly refreshBeforeUpdate?: boolean;

  constructor(message: string, partly?: Partly) {
    super(message);
    Object.assign(this, partly);
  }
}
