import { type EngineEvent, LocalWorkspace, Stack, type Workspace } from "@pulumi/pulumi/automation";
import type { PolicyRecord } from "../../provider/report/policy-record";
import { withoutSecrets } from "../../provider/text/outgoing";
import type { Look } from "../classify/stack";
import type { StackRef } from "../report/report";
import type { Engine } from "./engine";
import { PolicyEvents } from "./policy-events";
import { makeRecordFolder, removeFolder } from "./record-folder";
import { readPolicyRecords, readRecords, removeRecords } from "./records";
import type { StateResource } from "./state";
import { ourResources } from "./state";

/** A stack to look at. */
export interface Target {
  stack: StackRef;
  /** Absolute folder of its project. */
  cwd: string;
}

/** Policy packs for a preview, and a configuration for each of them or for none. Absolute paths. */
export interface PolicyPacks {
  paths: string[];
  configs: string[];
}

export interface LookParts {
  engine: Engine;
  /** Added to the environment of the command: it has the provider record, and nothing else. */
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Ends the look early, as an interrupted command does. */
  interrupted: AbortSignal;
  packs: PolicyPacks;
}

/**
 * Looks at one stack: reads its state, then has the engine preview it with the provider in the mode that only records. Never
 * throws: what goes wrong is in the look. Writes nothing but its own temporary folder, and removes that.
 */
export async function lookAt({ stack, cwd }: Target, parts: LookParts): Promise<Look> {
  const startedMs = performance.now();
  const look: Look = { stack, state: undefined, records: [], deletions: new Set(), durationMs: 0 };
  const timedOut = AbortSignal.timeout(parts.timeoutMs);
  const signal = AbortSignal.any([timedOut, parts.interrupted]);
  const reasonOf = (error: unknown): string => {
    if (timedOut.aborted) return `it took longer than ${parts.timeoutMs / 1000} s (--timeout)`;
    // A program may have printed anything.
    return parts.interrupted.aborted ? "it was interrupted" : withoutSecrets((error as Error).message);
  };
  const events = new PolicyEvents();
  const withPacks = parts.packs.paths.length > 0;
  let folder: string | undefined;
  try {
    signal.throwIfAborted();
    const records = makeRecordFolder();
    folder = records;
    const state = await stateOf(parts, { stack, cwd }, signal);
    look.state = state;
    // Nothing of ours is there, so nothing of ours can have drifted: a preview would only cost time.
    if (state.length > 0 || withPacks) {
      const preview = (packs: PolicyPacks): Promise<Set<string>> =>
        previewOf({ ...parts, packs }, { stack, cwd }, records, signal, events);
      look.deletions = await preview(parts.packs).catch((error: Error) => {
        if (!withPacks || signal.aborted) throw error;
        // The engine went through to its end, and calls it failed because a rule that is mandatory is broken.
        if (events.onlyViolated) return events.deletions;
        // A pack that breaks ends the preview. That must not hide what drifted.
        look.policyFailure = reasonOf(error);
        removeRecords(records);
        return preview({ paths: [], configs: [] });
      });
    }
  } catch (error) {
    look.failure = reasonOf(error);
  }
  let ofPacks: PolicyRecord[] = [];
  if (folder !== undefined) {
    try {
      ofPacks = readPolicyRecords(folder);
      look.records = readRecords(folder).records;
    } catch (error) {
      look.failure ??= reasonOf(error);
    }
    removeFolder(folder);
  }
  if (withPacks) look.policy = events.withRecords(ofPacks);
  return { ...look, durationMs: Math.round(performance.now() - startedMs) };
}

/** The resources of ours in a stack's state; secrets stay encrypted. */
export async function stateOf(
  { engine, environment }: Pick<LookParts, "engine" | "environment">,
  { stack, cwd }: Target,
  signal?: AbortSignal,
): Promise<StateResource[]> {
  const args = ["stack", "export", "--stack", stack.name];
  const { stdout } = await engine.run(args, cwd, { ...environment }, undefined, undefined, signal);
  return ourResources(JSON.parse(stdout));
}

/** The urns that the engine would delete. */
async function previewOf(
  parts: LookParts,
  { stack, cwd }: Target,
  folder: string,
  signal: AbortSignal,
  events: PolicyEvents,
): Promise<Set<string>> {
  const workspace = await LocalWorkspace.create({
    workDir: cwd,
    pulumiCommand: parts.engine,
    envVars: { ...parts.environment, ...recordingTo(folder) },
  });
  leaveSelectionAlone(workspace);
  const { paths, configs } = parts.packs;
  const selected = await Stack.select(stack.name, workspace);
  await selected.preview({
    onEvent: (event: EngineEvent) => events.take(event),
    signal,
    color: "never",
    suppressProgress: true,
    userAgent: "pulumi-payments-drift",
    ...(paths.length > 0 && { policyPacks: paths, policyPackConfigs: configs }),
  });
  return events.deletions;
}

/** Which stack the user has selected is the user's: the name is given with every command. */
function leaveSelectionAlone(workspace: Workspace): void {
  workspace.selectStack = async () => undefined;
}

const recordingTo = (folder: string): Record<string, string> => ({ PAYMENTS_REPORT_DIR: folder });
