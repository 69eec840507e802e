import type { Settings } from "../options";
import type { Clock } from "./clock";
import type { Ids } from "./ids";
import type { Jobs } from "./jobs";
import type { Store } from "./store";

/** What the rules of every object work on; the edges (file, wall clock, randomness) were injected when it was made. */
export interface World {
  store: Store;
  clock: Clock;
  jobs: Jobs;
  ids: Ids;
  settings: Settings;
  /** Address of the sandbox itself, known once it listens. */
  origin: { url: string };
}
