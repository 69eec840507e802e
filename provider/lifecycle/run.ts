import type { PaymentService } from "../api/service";
import type { Configuration } from "../configuration/configuration";
import type { Connection } from "../configuration/connection";
import type { ConfigureRequest } from "../configuration/sources";
import type { Report } from "../report/writer";
import type { Clock, ResourceLogger } from "./resource";
import type { RunRegistry } from "./run-registry";

/** The edges of one provider process: what it was told, whom it asks, where it speaks. */
export interface Run {
  configure(request: ConfigureRequest | undefined): void;
  /** Throws Refusal with every problem while the configuration is wrong or was never given. */
  configuration(): Configuration;
  service(connection: Connection): PaymentService;
  /** Lines on the row of the resource, or, with no urn, on the stack's. */
  log(urn: string | undefined, label: string): ResourceLogger;
  /** What the engine said of an object beside what it hands to the methods, where that can be seen. */
  requestFor(className: string, id: string): { urn: string; ignoreChanges: readonly string[] } | undefined;
  /** Where a run that only looks leaves what it saw; then it plans nothing and stops at nothing. */
  report?: Report | undefined;
  /** The engine may read an object before it asks for its diff: drift is measured against what state recorded before that. */
  readsBeforeDiff?: true;
  /**
   * Whether a person asked for a refresh. Where nobody did, what is read before a preview judges nothing, and fails for nothing:
   * the engine makes it with the configuration of the last `up`. The comparison with the program follows. Undefined: not known.
   */
  isRefreshAsked?: boolean | undefined;
  registry: RunRegistry;
  clock: Clock;
}
