import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Difference, RecordedState, ResourceDefinition, ResourceSource, Table } from "./resource";

type Shape<Fields, Side extends "input" | "output"> = {
  -readonly [Name in keyof Fields as Fields[Name] extends Record<Side, z.ZodType>
    ? Name
    : never]: Fields[Name] extends Record<Side, infer Schema extends z.ZodType> ? Schema : never;
};

function schemaOf<Fields extends object, Side extends "input" | "output">(fields: Fields, side: Side) {
  const entries = Object.entries(fields as Table<never, never>);
  const shape = Object.fromEntries(entries.flatMap(([name, each]) => (each[side] ? [[name, each[side]]] : [])));
  return z.object(shape) as unknown as z.ZodObject<Shape<Fields, Side>>;
}

/** The schema of the arguments. */
export const inputsOf = <Fields extends object>(fields: Fields) => schemaOf(fields, "input");

/** The arguments, well-formed. */
export type InputsOf<Fields extends object> = z.output<ReturnType<typeof inputsOf<Fields>>>;

/** The schema of the outputs. */
export const outputsOf = <Fields extends object>(fields: Fields) => schemaOf(fields, "output");

/** A difference of a field in the table, with the part of an update that repairs it. */
export interface FieldDifference extends Difference {
  body: object;
}

/** The fields in which the live object is not as the program wants it. Pure. */
export function differencesOf<Live, Private>(
  fields: Table<Live, Private>,
  args: object,
  live: Live,
  recorded: RecordedState<Private>,
): FieldDifference[] {
  return Object.entries(fields).flatMap(([field, { comparison }]) => {
    if (comparison === undefined) return [];
    const desired = comparison.desired(args, recorded, live);
    if (desired === undefined) return [];
    const now = comparison.live(live, args);
    if (isDeepStrictEqual(desired, now) || comparison.isNormalized?.(recorded.privateState, desired, now)) return [];
    return [{ field, desired, live: now, repairable: true, body: comparison.write(desired, live, args) }];
  });
}

/** What state records after a reading. Pure. */
export function observedOutputs<Live, Private>(
  fields: Table<Live, Private>,
  live: Live,
  recorded: RecordedState<Private>,
): Record<string, unknown> {
  const observed = Object.entries(fields).flatMap(([name, { observe }]) =>
    observe === undefined ? [] : [[name, observe(live, recorded)]],
  );
  return { ...recorded.outputs, ...Object.fromEntries(observed) };
}

/** The fields of the live object as state last recorded them. Pure. */
export function restoredFields<Live, Private>(
  fields: Table<Live, Private>,
  { outputs }: RecordedState<Private>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { restore }]) => (restore ? [[name, restore(outputs[name])]] : [])),
  );
}

/** Completes what follows from the table of fields. */
export const defineResource = <Args, Live, Private>(
  source: ResourceSource<Args, Live, Private>,
): ResourceDefinition<Args, Live, Private> => ({
  outputsOf: (live, recorded) => observedOutputs(source.fields, live, recorded),
  ...source,
  args: inputsOf(source.fields),
  outputs: outputsOf(source.fields),
});
