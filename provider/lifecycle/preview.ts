import type { PaymentServiceError } from "../api/errors.js";
import type { Observation } from "../api/service.js";
import { describeProblems } from "../configuration/problem.js";
import type { Naming } from "./accounts.js";
import { isPlaceable } from "./check.js";
import { decide, type Replacing, type Situation, same, show, type Verdict } from "./decide.js";
import { refusalsOfPlan } from "./guards.js";
import { fieldMeta, type Properties, type ReadInputs, readInputs } from "./inputs.js";
import { observeForPlan } from "./observe-at.js";
import type { Comparison, Difference, PlannedWrite, ResourceDefinition, Scene, Stored } from "./resource.js";
import type { Stage } from "./stage.js";
import { type Home, isRecorded, type Placement, readStored } from "./state.js";

export interface PreviewRequest<Args, Live, Kept> {
  definition: ResourceDefinition<Args, Live, Kept>;
  scene: Scene;
  id: string;
  read: ReadInputs<Args>;
  stored: Stored<Kept> & { home: Home };
  /** Where the object lives, and where the program wants it (undefined: not known yet). */
  held: Placement;
  wanted: Placement | undefined;
  rehome: boolean;
  /** What an error of the service means to whoever runs this. */
  reasonOf(error: PaymentServiceError): string;
}

/** One call of `diff`, as the engine makes it. */
export interface DiffCall {
  id: string;
  /** Outputs as state holds them. */
  olds: Properties;
  news: Properties;
}

/** State holds the object, and the keys in it. */
export function holdAll<Args, Live, Kept>(
  { className, keysIn }: Pick<ResourceDefinition<Args, Live, Kept>, "className" | "keysIn">,
  { account, memory }: Pick<Scene, "account" | "memory">,
  { id, stored, holder }: { id: string; stored: Stored<Kept>; holder: string },
): void {
  memory.hold({ account, className, id }, holder);
  for (const keyId of keysIn?.(stored) ?? []) memory.hold({ account, className: "ApiKey", id: keyId }, holder);
}

/** @throws Refusal where state was made with another service or account, or the account can't be told */
export function previewRequest<Args extends Naming, Live, Kept extends object>(
  stage: Stage<Args, Live, Kept>,
  { id, olds, news }: DiffCall,
): PreviewRequest<Args, Live, Kept> {
  const { definition, run } = stage;
  const { className, noun } = definition;
  const label = `${noun} ${id}`;
  const read = stage.read(news, id);
  const stored = readStored<Kept>(definition.kept, olds);
  // What only a refresh met may be given up by the program just now.
  const holder = run.memory.isDeclared(read.resource) ? read.resource.urn : "";
  const wanted = isPlaceable(read) ? stage.wanted(read) : undefined;
  const profileMoved = wanted !== undefined && wanted.connection.profile !== stored.home.profile;
  const held = stage.held(stored.home, { accountNamed: !wanted || wanted.accountNamed || profileMoved });
  const scene = stage.scene(held, read.resource.urn, label);
  holdAll(definition, scene, { id, stored, holder });
  run.memory.object({ account: scene.account, className, id }).kept = stored.kept;
  const reasonOf = (error: PaymentServiceError): string => stage.reasonOf(error);
  return { definition, scene, id, read, stored, held, wanted, rehome: held.rehome, reasonOf };
}

/** What was looked at, and all that a decision needs of it. */
export interface Survey<Live> {
  situation: Situation;
  /** Undefined: nobody looked. */
  sight: Observation<Live> | undefined;
}

/** Looks at what is live and gathers all that the decision needs; decides nothing itself. */
export async function survey<Args extends Naming, Live, Kept extends object>(
  request: PreviewRequest<Args, Live, Kept>,
): Promise<Survey<Live>> {
  const { definition, scene, id, read, stored } = request;
  const { driftCheck, failOnUnhealthy, dueRotations } = scene.configuration;
  const seen =
    driftCheck === "off" ? undefined : await observeForPlan(definition, scene, { id, stored, rehome: request.rehome });
  const sight = seen?.sight;
  const rules = seen === undefined ? scene.configuration : { ...scene.configuration, postponed: seen.postponed };
  const live = sight?.state === "found" ? sight.live : definition.liveOf(stored, id);
  const comparison: Comparison =
    sight?.state === "absent" ? { differences: [] } : definition.compare(read.known, live, stored, rules);
  const { ignoreChanges, replaceOnChanges, protect, urn } = read.resource;
  const ignored = new Set(ignoreChanges);
  const notIgnored = ({ field, argument = field }: Difference): boolean => !ignored.has(argument) && !ignored.has("*");
  const changedHere = sight?.state === "found" ? changedByProgram(request, sight.live) : () => false;
  const differences = comparison.differences
    .filter(notIgnored)
    .map((each) => (changedHere(each) ? { ...each, byProgram: true as const } : each));
  const byState = definition.compare(
    read.known,
    definition.liveOf(stored, id),
    stored,
    scene.configuration,
  ).differences;
  const situation: Situation = {
    label: `${definition.noun} ${id}`,
    sight: sight?.state ?? "not-looked",
    driftCheck,
    comparison: { ...comparison, differences },
    stored: storedOf(request, differences, byState),
    replacing: replacingOf(request),
    unknown: [...read.unknown].filter((name) => !ignored.has(name)),
    createOnly: createOnlyFields(definition),
    replaceOnChanges,
    outdated: [
      ...outdatedOutputs(sight?.state === "found" && !comparison.unseen ? byState.filter(notIgnored) : [], differences),
      ...outdatedNotes(request),
    ],
    rehome: request.rehome,
    goneAdvice: definition.goneAdvice,
    failOnUnhealthy,
    dueRotations,
  };
  if (sight?.state === "absent") {
    situation.why = sight.why;
    if (sight.byUs) situation.deletedByUs = true;
  }
  if (sight?.state === "unknown") situation.why = request.reasonOf(sight.error);
  if (protect) situation.protectedUrn = urn;
  return { situation, sight };
}

/** Looks, decides, and for a write that is planned asks whether it would be refused. */
export async function preview<Args extends Naming, Live, Kept extends object>(
  request: PreviewRequest<Args, Live, Kept>,
): Promise<Verdict> {
  const { definition, scene, id, read, stored } = request;
  const { situation, sight } = await survey(request);
  const { differences } = situation.comparison;
  const verdict = decide(situation);
  if (verdict.failure !== undefined || sight === undefined || sight.state === "unknown") return verdict;
  const replaces = verdict.replaces.length > 0;
  const fields = new Set(differences.filter(({ repairable }) => repairable).map(({ field }) => field));
  // What is only recorded in state is no write, and a credential that may read is enough for it.
  if (!verdict.changes || (!replaces && fields.size === 0 && situation.unknown.length === 0)) return verdict;
  const planned: PlannedWrite<Args, Live, Kept> = {
    id,
    args: read.known,
    live: sight.state === "found" ? sight.live : undefined,
    stored,
    replaces,
    removes: replaces && !read.resource.retainOnDelete,
    fields,
  };
  const writes = definition.plannedWrites?.(planned, scene.configuration) ?? [];
  const problems = await refusalsOfPlan(scene, writes);
  return problems.length === 0
    ? verdict
    : { ...verdict, failure: describeProblems("refused before anything is written:", problems) };
}

/** What a refresh shows of an object: it plans nothing, so that what a preview would fail for is only said, unless nothing is known. */
export async function comparedInRefresh<Args extends Naming, Live, Kept extends object>(
  request: PreviewRequest<Args, Live, Kept>,
): Promise<Verdict> {
  const { situation } = await survey(request);
  const { failure, ...verdict } = decide(situation);
  if (failure === undefined) return verdict;
  if (situation.sight === "unknown") return { ...verdict, failure };
  return { ...verdict, warnings: [...verdict.warnings, failure] };
}

/**
 * Whether a difference is there only because the program changed: what is live was in sync with the inputs that state holds.
 * Inputs that this version can't read prove nothing.
 */
function changedByProgram<Args extends Naming, Live, Kept>(
  { definition, scene, read, stored }: PreviewRequest<Args, Live, Kept>,
  live: Live,
): (difference: Difference) => boolean {
  const inputs = scene.memory.inputsInState(read.resource);
  const before = inputs && readInputs<Args>(definition.args, inputs);
  if (before === undefined || before.problems.length > 0 || before.unusable.size > 0) return () => false;
  const differing = definition.compare(before.known, live, stored, scene.configuration).differences;
  return ({ field }) => !differing.some((each) => each.field === field);
}

/** What state held of the fields that differ, seen as live is seen: without what another resource manages. */
function storedOf<Args extends Naming, Live, Kept>(
  { stored }: PreviewRequest<Args, Live, Kept>,
  differences: readonly Difference[],
  byState: readonly Difference[],
): Record<string, unknown> {
  const known = differences.filter(({ field }) => stored.outputs[field] !== undefined);
  return Object.fromEntries(
    known.map((now) => [
      now.field,
      now.byProgram ? now.live : (byState.find(({ field }) => field === now.field) ?? { live: now.wanted }).live,
    ]),
  );
}

/** What state shows otherwise than it is, though live is as wanted: an update that was cut off after its write leaves that. */
function outdatedOutputs(byState: readonly Difference[], live: readonly Difference[]): string[] {
  return byState
    .filter(({ field, repairable }) => repairable && !live.some((each) => each.field === field))
    .map(({ field, live: stored }) => `${field} is as wanted, state says ${show(stored)}`);
}

function createOnlyFields<Args, Live, Kept>(definition: ResourceDefinition<Args, Live, Kept>): Set<string> {
  const fields = Object.entries(definition.args.shape).filter(([, schema]) => fieldMeta(schema).createOnly);
  return new Set(fields.map(([name]) => name));
}

function replacingOf<Args extends Naming, Live, Kept>(request: PreviewRequest<Args, Live, Kept>): Replacing[] {
  const { definition, read, stored, held, wanted } = request;
  const replacing: Replacing[] = [];
  for (const field of createOnlyFields(definition)) {
    // Where it lives is compared by what it leads to, below: two profiles may lead to one account.
    if (field === "accountId" || field === "profile") continue;
    const value = (read.known as Record<string, unknown>)[field];
    const before = stored.outputs[field];
    if (value !== undefined && before !== undefined && !isRecorded(value, before)) {
      replacing.push({ field, wanted: value, stored: before });
    }
  }
  if (wanted === undefined) return replacing;
  if (wanted.accountId !== held.accountId) {
    replacing.push({ field: "accountId", wanted: wanted.accountId, stored: held.accountId });
  } else if (wanted.connection.serviceUrl !== held.connection.serviceUrl) {
    replacing.push({ field: "profile", wanted: wanted.connection.serviceUrl, stored: held.connection.serviceUrl });
  }
  return replacing;
}

/** What state holds of where the object lives, and keeps for later, that is not what the program says now. */
function outdatedNotes<Args extends Naming, Live, Kept extends object>(
  request: PreviewRequest<Args, Live, Kept>,
): string[] {
  const { definition, read, stored, held, wanted } = request;
  const notes: string[] = [];
  const note = (what: string, now: unknown, before: unknown): void => {
    if (!same(now, before)) notes.push(`${what} is ${show(now)}, state says ${show(before)}`);
  };
  if (wanted !== undefined) {
    note("profile", wanted.connection.profile, stored.home.profile);
    if (wanted.accountNamed !== held.accountNamed)
      notes.push(`the account is ${wanted.accountNamed ? "named by the resource" : "that of the configuration"} now`);
    // One that the configuration no longer names stays recorded.
    if (wanted.connection.environment !== undefined)
      note("environment", wanted.connection.environment, stored.home.environment);
  }
  const kept = Object.entries(definition.keptFor?.(read.known, stored.kept) ?? stored.kept);
  const before = stored.kept as Record<string, unknown>;
  for (const [name, now] of kept) note(name, now, before[name]);
  for (const name of Object.keys(before))
    if (!kept.some(([each]) => each === name)) note(name, undefined, before[name]);
  return notes;
}
