import { randomBytes } from "node:crypto";
import { Clock, iso } from "./core/clock";
import { ServiceError } from "./core/errors";
import { Ids } from "./core/ids";
import { Jobs } from "./core/jobs";
import { readMeta, writeMeta } from "./core/meta";
import { clearState, restoreSnapshot, type Snapshot, saveSnapshot } from "./core/snapshots";
import { Store } from "./core/store";
import { lastTransition, type Transition, transitionsAfter } from "./core/transitions";
import type { World } from "./core/world";
import { Tools } from "./http/tools";
import { countEvents } from "./objects/events";
import { defaultStart, OptionsError, type Settings } from "./options";
import { acceptReadyValues, plantSeed, resumeSeed, type Seed } from "./seed";

/** What fell due while a manual clock moved. */
export interface Advance {
  from: string;
  to: string;
  jobs: number;
  events: number;
  attempts: number;
  transitions: Transition[];
}

/** How far to move a manual clock: by seconds, or to an ISO 8601 instant. */
export type Move = { seconds: number } | { to: string };

/** The whole service without its HTTP: what the admin interface and `createSandbox` drive. */
export class Engine {
  readonly world: World;
  readonly tools: Tools;
  readonly seed: Seed;
  /** Value of the key on the ready line. */
  readonly apiKey: string;

  constructor(settings: Settings, log: (line: string) => void, wallNow: () => number) {
    const store = new Store(settings.data);
    try {
      const idSeed = sameAsStored(store, "seed", settings.seed, randomBytes(16).toString("hex"));
      const mode = sameAsStored(store, "clock", settings.clock, settings.clock);
      const startMs =
        settings.now === undefined && mode !== "manual" ? wallNow() : Date.parse(settings.now ?? defaultStart);
      const clock = new Clock(store, mode, startMs, wallNow);
      const ids = new Ids(store, idSeed, settings.seed !== undefined);
      const world: World = { store, clock, ids, jobs: new Jobs(store, clock), settings, origin: { url: "" } };
      this.world = world;
      this.tools = new Tools(log);
      this.apiKey = ids.readyValue();
      this.seed = store.transaction(() => resumeSeed(world, this.apiKey) ?? plantSeed(world, this.apiKey));
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /**
   * Moves a manual clock and answers when all that fell due has happened.
   * @throws ServiceError `clock_not_manual`, or `invalid_parameter` for a move back
   */
  advance(move: Move): Advance {
    const { world } = this;
    const fromMs = world.clock.now();
    const toMs = "to" in move ? Date.parse(move.to) : fromMs + Math.round(move.seconds * 1_000);
    if (!world.clock.isManual()) world.clock.moveTo(toMs);
    if (toMs < fromMs) {
      throw new ServiceError(
        "invalid_parameter",
        `The clock stands at ${iso(fromMs)} and cannot go back; restore a snapshot instead.`,
        "to",
      );
    }
    const transition = lastTransition(world);
    const events = countEvents(world);
    const jobs = world.jobs.advance(toMs);
    return {
      from: iso(fromMs),
      to: iso(toMs),
      jobs,
      events: countEvents(world) - events,
      attempts: 0,
      transitions: transitionsAfter(world, transition),
    };
  }

  /** Back to the seed: same accounts, same ids, the clock where it started. Snapshots stay. */
  reset(): void {
    this.world.store.transaction(() => {
      clearState(this.world.store);
      this.world.clock.reset();
      acceptReadyValues(this.world, plantSeed(this.world, this.apiKey));
    });
    this.tools.reset();
  }

  snapshot(name: string): Snapshot {
    return saveSnapshot(this.world, name, this.tools.save());
  }

  restore(name: string): Snapshot {
    const { tools, ...snapshot } = this.world.store.transaction(() => {
      const restored = restoreSnapshot(this.world, name);
      acceptReadyValues(this.world, this.seed);
      return restored;
    });
    this.tools.restore(tools);
    return snapshot;
  }
}

/** A property of the data file that the options may leave out but not contradict. */
function sameAsStored(store: Store, name: "seed" | "clock", given: string | undefined, otherwise: string): string {
  const stored = readMeta(store, name);
  if (stored === undefined) {
    writeMeta(store, name, given ?? otherwise);
    return given ?? otherwise;
  }
  if (given !== undefined && given !== stored) {
    const shown =
      name === "clock"
        ? ` was made with --clock ${stored}: start it so`
        : " was made with another seed: leave the option out";
    throw new OptionsError([{ option: name, message: `the data file${shown}, or name another file` }]);
  }
  return stored;
}
