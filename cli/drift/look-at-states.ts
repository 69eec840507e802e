import type { Look } from "../../drift/classify/stack";
import type { Engine } from "../../drift/collect/engine";
import { openStateObserver } from "../../drift/collect/from-state";
import { readStateFile, stateFilesIn } from "../../drift/collect/from-state-files";
import { stateOf, type Target } from "../../drift/collect/look";
import { runFromState, type StateSource } from "../../drift/from-state";
import { assemble } from "../../drift/report/assemble";
import type { Report } from "../../drift/report/report";
import { compareStacks, shardOf } from "../../drift/report/stack-order";
import type { Configuration } from "../../provider/configuration/configuration";
import { profilesVariable, readSettingsOf } from "../connection";
import { printable } from "../printable";
import { type StackName, UsageProblem } from "../pulumi";
import { findKeyOwners } from "../stack-tags";
import { printError } from "../terminal";
import { version } from "../version";
import { refuseUnwritable } from "./files";
import { noteLastUpdates } from "./last-updates";
import { progress, untilInterrupted, usableEngine } from "./look-at-all";
import type { DriftOptions } from "./options";
import { memoryIn, withPastFindings } from "./past-findings";
import { findTargets } from "./targets";

/** `drift --from-state`: compares what is live with states, and runs no program. @throws UsageProblem before anything is looked at */
export async function lookAtStates(options: DriftOptions): Promise<Report> {
  const startedAt = new Date();
  const { jobs, timeoutMs, all, shard, requireProgram, failOn } = options;
  const memory = memoryIn(options);
  refuseUnwritable(options);
  const { sources: everyone, first, updatedSince } = await sourcesOf(options);
  const configuration = await settingsOf(first);
  for (const note of configuration.notes) printError(`${note}\n`);
  const sources = shard === undefined ? everyone : shardOf(everyone, shard);
  const looked = await untilInterrupted((interrupted) =>
    runFromState({
      sources,
      observer: openStateObserver({ configuration, say: (line) => printError(`${line}\n`) }),
      jobs,
      timeoutMs,
      interrupted,
      all,
      shard,
      requireProgram,
      updatedSince,
      findKeyOwners,
      onLook: (classified, done) => progress(classified, `${done}/${sources.length}`),
    }),
  );
  const parts = { tool: version(), startedAt, endedAt: new Date(), failOn, ...looked };
  return assemble(withPastFindings(parts, memory));
}

/** The look at one stack without its program. Never throws: what goes wrong is in it. @throws UsageProblem for its settings */
export async function lookAtState({ stack, cwd }: Target, { engine, timeoutMs }: LookAtState): Promise<Look> {
  const configuration = await settingsOf({ cwd, stack: stack.name });
  const observer = openStateObserver({ configuration, say: (line) => printError(`${line}\n`) });
  const look: Look = { stack, state: undefined, records: [], deletions: new Set(), durationMs: 0 };
  try {
    const environment = { PULUMI_SKIP_UPDATE_CHECK: "true" };
    const state = await stateOf({ engine, environment }, { stack, cwd }, AbortSignal.timeout(timeoutMs));
    return { ...look, state, records: await observer.recordsOf(state) };
  } catch (error) {
    return { ...look, failure: (error as Error).message };
  }
}

interface LookAtState {
  engine: Engine;
  timeoutMs: number;
}

interface Sources {
  sources: StateSource[];
  /** The first stack of a project; undefined: there are files alone. */
  first: StackName | undefined;
  /** Those whose stacks were updated since. */
  updatedSince(): Promise<ReadonlySet<StateSource>>;
}

/** The exported states of the folders that are named, and the stacks that are named. Without folders, `all` is every stack of the projects. */
async function sourcesOf({ fromState: folders = [], stacks, all, cwds }: DriftOptions): Promise<Sources> {
  const files = folders.flatMap(filesIn);
  const asksEngine = stacks.length > 0 || folders.length === 0;
  const exports = asksEngine ? await exportsOf({ cwds, stacks, all }) : [];
  const exported = exports.map(({ source }) => source);
  const updates = await noteLastUpdates(all ? exports.map(({ target }) => target.cwd) : []);
  const sources = [...files, ...exported].sort((a, b) => compareStacks(a.stack, b.stack));
  const twice = sources.find(({ stack }, place) => place > 0 && compareStacks(stack, sources[place - 1]!.stack) === 0);
  if (twice !== undefined)
    throw new UsageProblem(
      `${printable(`${twice.stack.project}/${twice.stack.name}`)} is named more than once. Name each stack once.`,
    );
  const [first] = exports.map(({ target }) => ({ cwd: target.cwd, stack: target.stack.name }));
  return {
    sources,
    first,
    async updatedSince() {
      const isUpdated = await updates.updatedSince();
      const updated = exports.filter(({ target: { cwd, stack } }) => isUpdated({ cwd, name: stack.name }));
      return new Set(updated.map(({ source }) => source));
    },
  };
}

function filesIn(folder: string): StateSource[] {
  try {
    return stateFilesIn(folder).map(({ stack, file }) => ({
      stack,
      mayChange: false,
      read: () => readStateFile(file),
    }));
  } catch (error) {
    throw new UsageProblem(printable(`${(error as Error).message}.`));
  }
}

async function exportsOf(asked: Parameters<typeof findTargets>[0]): Promise<{ target: Target; source: StateSource }[]> {
  const engine = await usableEngine();
  const environment = { PULUMI_SKIP_UPDATE_CHECK: "true" };
  const targets = await findTargets(asked, engine);
  return targets.map((target) => ({
    target,
    source: {
      stack: target.stack,
      mayChange: true,
      read: (signal: AbortSignal) => stateOf({ engine, environment }, target, signal),
    },
  }));
}

/** The environment names the accounts of all stacks. Where it names none, the first stack does, as for `keys`. */
function settingsOf(first: StackName | undefined): Promise<Configuration> {
  const isGiven = accountVariables.some((name) => process.env[name]);
  return readSettingsOf(isGiven ? undefined : first);
}

const accountVariables = ["PAYMENTS_BASE_URL", "PAYMENTS_ACCOUNT_ID", "PAYMENTS_API_KEY", profilesVariable];
