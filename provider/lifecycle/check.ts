import { PaymentServiceError } from "../api/errors";
import type { Problem } from "../configuration/problem";
import { holdsKeyValue } from "../text/key-value";
import { outgoing } from "../text/outgoing";
import { knownSecrets } from "../text/secrets";
import { type Naming, place } from "./accounts";
import { noteCheck } from "./collect-check";
import { refusalsOfPlan } from "./guards";
import { fieldMeta, type Properties, type ReadInputs, type ResourceInput, readInputs, secretFields } from "./inputs";
import type { ProviderCall } from "./provider-call";
import type { ResourceContext, ResourceDefinition } from "./resource";
import { scopeConflicts } from "./scope-conflicts";
import type { Placement } from "./state";

export interface CheckFailure {
  property: string;
  reason: string;
}

/** All problems of the inputs at once, each with its path; for a new object also what stands against it live. */
export async function check<Args extends Naming, Live, Private extends object>(
  providerCall: ProviderCall<Args, Live, Private>,
  olds: Properties,
  news: Properties,
): Promise<{ inputs: Properties; failures: CheckFailure[] }> {
  const { definition, run } = providerCall;
  const configuration = run.configuration();
  const read = providerCall.read(news);
  run.registry.rememberUrn(read.resource);
  // 'pulumi up --replace' asks for no diff: then only the old inputs tell what this resource has adopted before.
  if (typeof olds.adoptId === "string") holdAdopted(providerCall, olds, olds.adoptId, read.resource.urn);
  const isNew = Object.keys(olds).length === 0;
  if (!isNew) run.registry.rememberInputs(read.resource, olds);
  const problems = [
    ...pastedSecrets(news, secretFields(definition)),
    ...read.problems,
    ...(definition.problems?.(read.known, read.unusable) ?? []),
  ];
  const placed = isPlaceable(read) ? place(configuration, read.known) : undefined;
  if (placed && "problems" in placed) problems.push(...placed.problems);
  let lacksValue = false;
  if (placed && "connection" in placed) {
    const { connection, accountId } = placed;
    const declarations = { account: { serviceUrl: connection.serviceUrl, accountId }, registry: run.registry };
    problems.push(...claimProblems(providerCall, read, placed));
    problems.push(...scopeConflicts(definition, declarations, read));
    lacksValue = isNew && definition.keys?.lackValue?.(declarations, read) === true;
  }
  if (run.report !== undefined) {
    noteCheck(run.report, { className: definition.className, urn: read.resource.urn, isNew, problems });
    problems.length = 0;
  } else if (isNew && problems.length === 0 && placed && "connection" in placed && configuration.driftCheck !== "off") {
    const context = providerCall.context(placed, read.resource.urn, definition.noun);
    if (run.registry.isGone(read.resource.urn)) await context.log.info(definition.gone.advice);
    problems.push(...(await preconditions(providerCall, context, read)));
  }
  const inputs = {
    ...news,
    ...read.known,
    __resource: { ...keptResource(read.resource), ...(lacksValue && { lacksValue }) },
  };
  // The engine can't carry undefined.
  return {
    inputs: JSON.parse(JSON.stringify(inputs)) as Properties,
    failures: problems.map((problem) =>
      failureOf(definition.args, news, isNew ? problem : withIgnored(problem, read.resource)),
    ),
  };
}

/** What is no secret is shown, stored and sent in clear. Pure. */
function pastedSecrets(inputs: Properties, secretNames: ReadonlySet<string>): Problem[] {
  const names = Object.keys(inputs).filter((name) => !name.startsWith("__") && !secretNames.has(name));
  const pasted = names.filter((name) => knownSecrets.holds(JSON.stringify(inputs[name] ?? "")));
  return pasted.map((path) => ({ path, message: holdsValue }));
}

const holdsValue = "contains an API key value or a credential of this run, which is not shown here. Remove it";

/** What `ignoreChanges` puts in place of what the program says can't be fixed in the argument itself. Pure. */
function withIgnored(problem: Problem, { ignoreChanges }: ResourceInput): Problem {
  const [argument = ""] = problem.path.split(/[.[]/);
  if (!ignoreChanges.includes(argument) && !ignoreChanges.includes("*")) return problem;
  const why = `ignoreChanges keeps ${argument} as state has it, whatever the program declares: take it out of ignoreChanges for one up`;
  return { ...problem, message: `${problem.message.replace(/\.$/, "")}. (${why}.)` };
}

/** Whether the inputs tell yet where the object is to live. */
export function isPlaceable({ unusable }: { unusable: ReadonlySet<string> }): boolean {
  return !unusable.has("accountId") && !unusable.has("profile");
}

/** What state keeps of what the SDK class told: never the urn, which stands there anyway, and nothing that says nothing. */
function keptResource({ urn: _, ...resource }: ResourceInput): Properties {
  const told = Object.entries(resource).filter(([, value]) => value && !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(told);
}

function holdAdopted<Args extends Naming, Live, Private extends object>(
  { definition, run }: ProviderCall<Args, Live, Private>,
  olds: Properties,
  id: string,
  urn: string,
): void {
  const placed = place(run.configuration(), readInputs<Args>(definition.args, olds).known);
  if ("problems" in placed) return;
  const account = { serviceUrl: placed.connection.serviceUrl, accountId: placed.accountId };
  run.registry.record({ account, className: definition.className, id }, urn);
}

function claimProblems<Args extends Naming, Live, Private extends object>(
  { definition, run }: ProviderCall<Args, Live, Private>,
  { known, resource }: ReadInputs<Args>,
  { connection, accountId }: Placement,
): Problem[] {
  const { namedBy } = definition;
  const id = known[namedBy];
  if (id === undefined) return [];
  // Two classes may each manage a part of one key.
  const what = definition.partOf === undefined ? namedBy : definition.className;
  const recordedBy = run.registry.claim(`${connection.serviceUrl} ${accountId} ${what} ${id}`, resource.urn);
  return recordedBy === undefined ? [] : [{ path: namedBy, message: alreadyManaged(`${namedBy} ${id}`, recordedBy) }];
}

const alreadyManaged = (object: string, other: string): string =>
  `${object} is managed by ${other} of this stack already. Declare it in only one of the two`;

async function preconditions<Args extends Naming, Live, Private extends object>(
  { definition }: ProviderCall<Args, Live, Private>,
  context: ResourceContext,
  read: ReadInputs<Args>,
): Promise<Problem[]> {
  try {
    const { problems = [], writes } = await definition.planCreate(context, read.known, read.resource);
    return [...problems, ...(await refusalsOfPlan(context, writes))];
  } catch (error) {
    // Only what could not be read may be passed over: what was read and forbids the object stands in every mode.
    if (context.configuration.driftCheck === "strict" || !PaymentServiceError.isInstance(error)) throw error;
    await context.log.warn(`live state could not be read: ${error.message}`);
    return [];
  }
}

/**
 * The engine prints the value of a property that a failure names, so a secret one goes unnamed. Within a property it finds
 * none and prints `value {<nil>}`, which is not true: the path then stands in the reason.
 */
function failureOf(
  args: ResourceDefinition<unknown, unknown, unknown>["args"],
  inputs: Properties,
  problem: Problem,
): CheckFailure {
  const { path, message, fix } = problem;
  const name = path.split(/[.[]/)[0] ?? "";
  const schema = args.shape[name];
  const isSecret = schema !== undefined && fieldMeta(schema).secret === true;
  const given = JSON.stringify(inputs[name] ?? "");
  if (!isSecret && knownSecrets.holds(given)) return { property: "", reason: outgoing(`${name}: ${holdsValue}`) };
  if (!isSecret && holdsKeyValue(given)) {
    return {
      property: "",
      reason: outgoing(`${path}: contains what looks like an API key value, which is not shown here. Remove it`),
    };
  }
  const reason = fix === undefined ? message : `${message} (${fix})`;
  return schema !== undefined && !isSecret && path === name
    ? { property: path, reason: outgoing(reason) }
    : { property: "", reason: outgoing(`${path}: ${reason}`) };
}
