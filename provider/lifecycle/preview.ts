import type { Observation } from "../api/service";
import { describeProblems } from "../configuration/problem";
import type { Change } from "../report/record";
import type { Naming } from "./accounts";
import { classify, type LastApplied } from "./classify";
import { refusalsOfPlan } from "./guards";
import { fieldMeta, type Properties, readInputs } from "./inputs";
import { observeForPlan } from "./observe-at";
import { type Plan, type PlanInput, plan } from "./plan";
import type { PreviewRequest } from "./preview-request";
import type { Comparison, Difference, PlannedWrite, ResourceDefinition } from "./resource";
import { isRecorded } from "./state";
import { unrecordedNotes, unrecordedOutputs } from "./unrecorded";

/** What was observed, and all that a plan needs of it. */
export interface Observed<Live> {
  input: PlanInput;
  /** Undefined: nobody looked. */
  observation: Observation<Live> | undefined;
  /** The outputs that live would give; nothing where it was not found. */
  shown: Properties;
}

/** Observes what is live and gathers all that the plan needs; plans nothing itself. */
export async function planInputOf<Args extends Naming, Live, Private extends object>(
  request: PreviewRequest<Args, Live, Private>,
): Promise<Observed<Live>> {
  const { definition, context, id, read, recorded, before } = request;
  const { driftCheck, failOnUnhealthy, dueRotations } = context.configuration;
  const seen =
    driftCheck === "off"
      ? undefined
      : await observeForPlan(definition, context, { id, recorded, relocates: request.relocates });
  const observation = seen?.observation;
  const rules = seen === undefined ? context.configuration : { ...context.configuration, postponed: seen.postponed };
  const found = observation?.state === "found" ? observation.live : undefined;
  const compare = (args: Partial<Args>, live: Live): Comparison => definition.compare(args, live, recorded, rules);
  const asRecorded = definition.liveOf(recorded, id);
  const { differences, ...comparison }: Comparison =
    observation?.state === "absent" ? { differences: [] } : compare(read.known, found ?? asRecorded);
  const { ignoreChanges, replaceOnChanges, protect, urn } = read.resource;
  const ignored = new Set(ignoreChanges);
  const notIgnored = ({ field, argument = field }: Difference): boolean => !ignored.has(argument) && !ignored.has("*");
  const differing = differences.filter(notIgnored);
  const recordedDifferences = compare(read.known, asRecorded).differences;
  const classified = classify({
    differences: differing,
    recordedDifferences:
      before === recorded
        ? recordedDifferences
        : definition.compare(read.known, definition.liveOf(before, id), before, rules).differences,
    outputs: before.outputs,
    desired: read.known,
    lastApplied: found === undefined ? undefined : lastAppliedTo(request, (args) => compare(args, found).differences),
    replaceOnChanges,
    dueRotations,
  });
  const shown = found === undefined ? {} : definition.outputsOf(found, recorded, context.clock.now().toISOString());
  const unrecorded = found === undefined || comparison.unobservable ? [] : recordedDifferences.filter(notIgnored);
  const input: PlanInput = {
    label: `${definition.noun} ${id}`,
    observed: observation?.state ?? "not-observed",
    driftCheck,
    comparison,
    changes: [
      ...createOnlyChanges(request, shown),
      ...unknownChanges(request).filter(({ field }) => !ignored.has(field)),
      ...classified,
      ...unrecordedOutputs(unrecorded, differing),
      ...unrecordedNotes(request),
    ],
    relocates: request.relocates,
    goneAdvice: definition.gone.advice,
    failOnUnhealthy,
  };
  if (observation?.state === "absent") {
    input.why = observation.why;
    if (observation.byUs) input.deletedByUs = true;
  }
  if (observation?.state === "unknown") input.why = request.reasonOf(observation.error);
  if (protect) input.protectedUrn = urn;
  return { input, observation, shown };
}

/** Observes, plans, and for a write that is planned asks whether it would be refused. */
export async function preview<Args extends Naming, Live, Private extends object>(
  request: PreviewRequest<Args, Live, Private>,
): Promise<Plan> {
  const { definition, context, id, read, recorded } = request;
  const { input, observation } = await planInputOf(request);
  const planned = plan(input);
  const { action } = planned;
  if (observation === undefined || observation.state === "unknown") return planned;
  // What is only recorded in state is no write, and a credential that may read is enough for it.
  if (action === "refuse" || action === "none" || action === "record") return planned;
  const replaces = action !== "update";
  const write: PlannedWrite<Args, Live, Private> = {
    id,
    args: read.known,
    live: observation.state === "found" ? observation.live : undefined,
    recorded,
    replaces,
    removes: replaces && !read.resource.retainOnDelete,
    fields: new Set(planned.changes.filter(({ repairable }) => repairable).map(({ field }) => field)),
  };
  const writes = definition.keys?.plannedWrites?.(write, context.configuration) ?? [];
  const problems = await refusalsOfPlan(context, writes);
  return problems.length === 0
    ? planned
    : { ...planned, action: "refuse", refusal: describeProblems("refused before any write:", problems) };
}

/** What a refresh shows of an object: it plans nothing, so that what a preview would fail for is only said, unless nothing is known. */
export async function comparedInRefresh<Args extends Naming, Live, Private extends object>(
  request: PreviewRequest<Args, Live, Private>,
): Promise<Plan> {
  const { input } = await planInputOf(request);
  const { refusal, ...compared } = plan({ ...input, failOnUnhealthy: false });
  if (refusal === undefined) return compared;
  if (input.observed === "unknown") return { ...compared, refusal };
  return { ...compared, action: "none", warnings: [...compared.warnings, refusal] };
}

/** What state tells of the arguments that the object was last applied with. */
function lastAppliedTo<Args extends Naming, Live, Private>(
  { definition, context, read }: PreviewRequest<Args, Live, Private>,
  against: (args: Partial<Args>) => readonly Difference[],
): LastApplied | undefined {
  const inputs = context.registry.inputsInState(read.resource);
  if (inputs === undefined) return undefined;
  const { known, problems, unusable } = readInputs<Args>(definition.args, inputs);
  return { inputs, known, isWhole: problems.length === 0 && unusable.size === 0, differences: against(known) };
}

function createOnlyFields<Args, Live, Private>(definition: ResourceDefinition<Args, Live, Private>): Set<string> {
  const fields = Object.entries(definition.args.shape).filter(([, schema]) => fieldMeta(schema).createOnly);
  return new Set(fields.map(([name]) => name));
}

/** The arguments that are not known before other resources are applied. */
function unknownChanges<Args, Live, Private>({ definition, read }: PreviewRequest<Args, Live, Private>): Change[] {
  const createOnly = createOnlyFields(definition);
  return [...read.unknown].map((field) => {
    const change: Change = { field, cause: "unknown", repairable: false };
    return createOnly.has(field) ? { ...change, replaces: "createOnly" } : change;
  });
}

/** Create-only arguments whose declared value is not the one that the object was made with. */
function createOnlyChanges<Args, Live, Private>(
  request: PreviewRequest<Args, Live, Private>,
  shown: Properties,
): Change[] {
  const { definition, read, recorded, recordedPlacement, desiredPlacement } = request;
  const changes: Change[] = [];
  const add = (field: string, desired: unknown, recorded: unknown, live?: unknown): void => {
    changes.push({ field, desired, recorded, live, cause: "program", replaces: "createOnly", repairable: false });
  };
  for (const field of createOnlyFields(definition)) {
    // Where it lives is compared by what it leads to, below: two profiles may lead to one account.
    if (field === "accountId" || field === "profile") continue;
    const value = (read.known as Properties)[field];
    const before = recorded.outputs[field];
    if (value !== undefined && before !== undefined && !isRecorded(value, before))
      add(field, value, before, shown[field]);
  }
  if (desiredPlacement === undefined) return changes;
  if (desiredPlacement.accountId !== recordedPlacement.accountId)
    add("accountId", desiredPlacement.accountId, recordedPlacement.accountId);
  else if (desiredPlacement.connection.serviceUrl !== recordedPlacement.connection.serviceUrl)
    add("profile", desiredPlacement.connection.serviceUrl, recordedPlacement.connection.serviceUrl);
  return changes;
}
