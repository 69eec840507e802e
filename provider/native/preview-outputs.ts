import { fieldMeta, type Properties, unknownMarker } from "../lifecycle/inputs";
import type { ResourceDefinition } from "../lifecycle/resource";
import type { Change } from "../report/record";

type Outputs = Pick<ResourceDefinition<never, never, never>, "args" | "outputs">;

/** The outputs of a new object before it is made: those that are arguments too are known. Pure. */
export function outputsOfCreate({ args, outputs }: Outputs, inputs: Properties): Properties {
  const known = Object.keys(outputs.shape).map((name) => [
    name,
    isAsDeclared({ args, outputs }, name, inputs) ? inputs[name] : unknownMarker,
  ]);
  return { ...Object.fromEntries(known), __resource: inputs.__resource };
}

/** Whether an output has the value that the program gives to the argument of its name. */
function isAsDeclared({ args, outputs }: Outputs, name: string, inputs: Properties): boolean {
  const { follows, mergedWith } = fieldMeta(outputs.shape[name]!);
  const isMerged = mergedWith !== undefined && inputs[mergedWith] !== undefined;
  return name in args.shape && inputs[name] !== undefined && !follows?.includes(name) && !isMerged;
}

/** What a write changes besides the field that it writes, whatever the field is. */
const changesWithAnyWrite: ReadonlySet<string> = new Set(["updatedAt", "lastUsedObservedAt"]);

/**
 * The outputs of an object before it is updated: what the update leaves alone stays known, above all a value that was shown
 * once. Pure.
 *
 * @param changes what the diff found, in this run; undefined: nobody asked for one
 */
export function outputsOfUpdate(
  { args, outputs }: Outputs,
  { olds, news, changes }: { olds: Properties; news: Properties; changes: readonly Change[] | undefined },
): Properties {
  const changed = new Set(changes?.map(({ field }) => field));
  // A successor brings a value, and everything that follows from it.
  const isOtherKey = changes === undefined || changes.some(({ field }) => field === "current" || field === "retiring");
  const shown = Object.entries(outputs.shape).flatMap(([name, schema]): [string, unknown][] => {
    if (isAsDeclared({ args, outputs }, name, news)) return [[name, news[name]]];
    const { secret, follows = [] } = fieldMeta(schema);
    const isUnknown =
      changed.has(name) ||
      follows.some((each) => changes === undefined || changed.has(each)) ||
      changesWithAnyWrite.has(name) ||
      (isOtherKey && (secret === true || !(name in args.shape)) && !isPlace(name));
    if (isUnknown) return [[name, unknownMarker]];
    return olds[name] === undefined ? [] : [[name, olds[name]]];
  });
  const isValuePending = shown.some(([name, value]) => name === "value" && value === unknownMarker);
  const __resource = { ...(news.__resource as Properties | undefined), ...(isValuePending && { valuePending: true }) };
  return { ...Object.fromEntries(shown), __resource };
}

/** Where an object lives never changes in an update. */
const isPlace = (name: string): boolean => ["accountId", "serviceUrl", "environment"].includes(name);
