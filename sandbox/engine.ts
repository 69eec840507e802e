import { randomBytes } from "node:crypto";
import { advanceClock } from "./core/advance";
import { instantMs } from "./core/calendar";
import { Clock, type ClockMode, iso } from "./core/clock";
import { Ids } from "./core/ids";
import { Jobs } from "./core/jobs";
import { readMeta, writeMeta } from "./core/meta";
import { type Move, targetOf } from "./core/move";
import { type Progress, progressTeller } from "./core/progress";
import { Pump } from "./core/pump";
import { clearState, restoreSnapshot, type Snapshot, saveSnapshot } from "./core/snapshots";
import { DataFileError, Store } from "./core/store";
import { countTransitions, lastTransition, listTransitions, type Transition } from "./core/transitions";
import type { World } from "./core/world";
import { Tools } from "./http/tools";
import { countAttempts, defineAttempts } from "./objects/attempts";
import { refreshAllStatuses } from "./objects/deliveries";
import { defineHealth } from "./objects/endpoint-health";
import { countEvents } from "./objects/events";
import { definePaymentMethodExpiry } from "./objects/payment-methods";
import { defineSubscriptionPayments } from "./objects/subscription-payments";
import { defaultStart, OptionsError, type Settings } from "./options";
import { acceptReadyValues, plantSeed, resumeSeed, type Seed } from "./seed";
import { type Resolve, systemResolve } from "./webhooks/resolve";
import { webhookSender } from "./webhooks/send";

/** What fell due while a manual clock moved. */
export interface Advance {
  from: string;
  to: string;
  jobs: number;
  events: number;
  attempts: number;
  /** Oldest first; the first 10,000 of them. */
  transitions: Transition[];
  /** How many more there were, which `GET /_sandbox/clock/transitions` lists too; absent if there were none. */
  transitions_left_out?: number;
}

/** A move of the clock answers this many transitions, so that it takes the same memory however long it is. */
const mostTransitions = 10_000;

/** The edges of an engine: where its lines go, and where wall time and addresses of names come from. */
export interface Edges {
  log: (line: string) => void;
  /** Milliseconds since 1970 UTC. */
  wallNow: () => number;
  resolve: Resolve;
}

/** What an engine has as dependencies by default. */
export const defaultEdges: Edges = { log: () => undefined, wallNow: Date.now, resolve: systemResolve };

/** The whole service without its HTTP: what the admin interface and `createSandbox` drive. */
export class Engine {
  readonly world: World;
  readonly tools: Tools;
  readonly seed: Seed;
  /** Value of the key on the ready line. */
  readonly apiKey: string;

  private readonly stopping = new AbortController();
  private moving: { fromMs: number; toMs: number; jobs: number } | undefined;
  private pump: Pump | undefined;
  /** The move of the clock that was asked for last: one ends before the next begins. */
  private lastMove: Promise<unknown> = Promise.resolve();

  constructor(
    settings: Settings,
    private readonly edges: Edges = defaultEdges,
  ) {
    const { log, wallNow, resolve } = edges;
    const store = new Store(settings.data);
    try {
      const idSeed = sameAsStored(store, "seed", settings.seed, randomBytes(16).toString("hex"));
      const mode = sameAsStored(store, "clock", settings.clock, settings.clock);
      const goesOn = Clock.isIn(store);
      const startMs = startOf(store, mode, settings.now, goesOn) ?? wallNow();
      const clock = new Clock(store, mode, startMs, wallNow);
      if (goesOn) warnOfIgnoredStart(clock, settings, log);
      const ids = new Ids(store, idSeed, settings.seed !== undefined);
      const world: World = { store, clock, ids, jobs: new Jobs(store, clock), settings, origin: { url: "" } };
      this.world = world;
      this.tools = new Tools(log);
      defineHealth(world);
      definePaymentMethodExpiry(world);
      defineSubscriptionPayments(world);
      defineAttempts(
        world,
        webhookSender({
          timeoutMs: settings.webhookTimeoutMs,
          egress: settings.egress,
          resolve,
          signal: this.stopping.signal,
        }),
      );
      this.apiKey = ids.readyValue();
      this.seed = store.transaction(() => {
        useSameStatuses(world);
        return resumeSeed(world, this.apiKey) ?? plantSeed(world, this.apiKey);
      });
    } catch (error) {
      store.close();
      // Whatever else a file makes fail here, it holds what no sandbox wrote.
      throw settings.data === undefined || error instanceof OptionsError
        ? error
        : new DataFileError(settings.data, error);
    }
  }

  /** From now on a clock that moves by itself runs what falls due. Called once the sandbox can be reached. */
  start(): void {
    if (!this.world.clock.isManual()) this.pump = new Pump(this.world.clock, this.world.jobs, this.tools.log);
  }

  /** Ends what is under way; what an attempt would have brought is left to be done again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.world.jobs.forget();
    await Promise.all([this.pump?.stop(), this.lastMove]);
  }

  /**
   * Moves a manual clock and answers when all that fell due has happened. A move that is interrupted leaves nothing half done: another
   * one goes on from where it stopped, to the same log.
   * @param caller ends the move when it is aborted
   * @throws ServiceError `clock_not_manual`, `clock_interrupted`, or `invalid_parameter` for a move back or past the years that there are
   */
  advance(move: Move, caller?: AbortSignal): Promise<Advance> {
    const advanced = this.lastMove.then(() => this.advanceNow(move, caller));
    this.lastMove = advanced.catch(() => undefined);
    return advanced;
  }

  /** How far the move of the clock is that is under way. */
  progress(): Progress | undefined {
    if (!this.moving) return undefined;
    const { fromMs, toMs, jobs } = this.moving;
    return { from: iso(fromMs), to: iso(toMs), jobs, jobs_due: this.world.jobs.countDue(toMs) };
  }

  private async advanceNow(move: Move, caller: AbortSignal | undefined): Promise<Advance> {
    const { world } = this;
    world.clock.requireManual();
    const fromMs = world.clock.now();
    const toMs = targetOf(move, fromMs);
    const transition = lastTransition(world);
    const events = countEvents(world);
    const attempts = countAttempts(world);
    const jobs = await this.move(fromMs, toMs, caller);
    const transitions = listTransitions(world, transition, 0, mostTransitions);
    const left = countTransitions(world, transition) - transitions.length;
    return {
      from: iso(fromMs),
      to: iso(toMs),
      jobs,
      events: countEvents(world) - events,
      attempts: countAttempts(world) - attempts,
      transitions,
      ...(left > 0 ? { transitions_left_out: left } : {}),
    };
  }

  private async move(fromMs: number, toMs: number, caller: AbortSignal | undefined): Promise<number> {
    const { clock, jobs } = this.world;
    const moving = { fromMs, toMs, jobs: 0 };
    this.moving = moving;
    const tell = progressTeller(this.edges.log, this.edges.wallNow, iso(fromMs), iso(toMs));
    const signal = caller ? AbortSignal.any([this.stopping.signal, caller]) : this.stopping.signal;
    try {
      return await advanceClock(clock, jobs, toMs, signal, (ran) => {
        moving.jobs = ran;
        tell(clock.now(), ran);
      });
    } finally {
      this.moving = undefined;
    }
  }

  /** Back to the seed: same accounts, same ids, the clock where it started. Snapshots stay. */
  reset(): void {
    this.world.store.transaction(() => {
      clearState(this.world.store);
      this.world.clock.reset();
      acceptReadyValues(this.world, plantSeed(this.world, this.apiKey));
    });
    this.world.jobs.forget();
    this.tools.reset();
  }

  snapshot(name: string): Snapshot {
    return saveSnapshot(this.world, name, this.tools.save());
  }

  restore(name: string): Snapshot {
    const { tools, ...snapshot } = this.world.store.transaction(() => {
      const restored = restoreSnapshot(this.world, name);
      acceptReadyValues(this.world, this.seed);
      refreshAllStatuses(this.world);
      return restored;
    });
    this.world.jobs.forget();
    this.tools.restore(tools);
    return snapshot;
  }
}

/**
 * Where a clock starts, and goes back to by a reset, in milliseconds since 1970 UTC; undefined for one that starts with the wall's. A data
 * file keeps it.
 */
function startOf(store: Store, mode: ClockMode, now: string | undefined, goesOn: boolean): number | undefined {
  const stored = readMeta(store, "now");
  if (stored !== undefined) return instantMs(stored);
  if (now === undefined && mode !== "manual") return undefined;
  const start = now ?? defaultStart;
  if (!goesOn) writeMeta(store, "now", start);
  return instantMs(start);
}

/** A data file has a time of its own, which `--now` does not change. */
function warnOfIgnoredStart(clock: Clock, { now, data }: Settings, log: Edges["log"]): void {
  if (now === undefined || clock.now() === instantMs(now)) return;
  log(
    `--now ${now} is ignored: the data file ${data} goes on at its own time, ${iso(clock.now())}. To begin at another time, name another file.`,
  );
}

/** Statuses are stored: those of a file that was written with another `--undelivered` are computed again. */
function useSameStatuses(world: World): void {
  const { undelivered } = world.settings;
  if (readMeta(world.store, "undelivered") === undelivered) return;
  refreshAllStatuses(world);
  writeMeta(world.store, "undelivered", undelivered);
}

/** A property of the data file that the options may leave out but not contradict. */
function sameAsStored(store: Store, name: "seed" | "clock", given: string | undefined, byDefault: string): string {
  const stored = readMeta(store, name);
  if (stored === undefined) {
    writeMeta(store, name, given ?? byDefault);
    return given ?? byDefault;
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
