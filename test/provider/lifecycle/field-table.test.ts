import fc from "fast-check";
import { z } from "zod";
import {
  defineResource,
  differencesOf,
  inputsOf,
  observedOutputs,
  outputsOf,
  restoredFields,
} from "../../../provider/lifecycle/field-table";
import type { RecordedState, ResourceSource, TableField } from "../../../provider/lifecycle/resource";

interface Live {
  label: string;
  tags: string[];
}
interface Private {
  shown?: string;
}
const fields = {
  label: {
    input: z.string().optional(),
    output: z.string(),
    observe: ({ label }) => label,
    restore: (output) => String(output ?? ""),
    comparison: {
      desired: ({ label }: { label?: string }) => label,
      live: ({ label }) => label,
      isNormalized: ({ shown }, _, live) => live === shown,
      write: (label: string) => ({ label }),
    },
  },
  tags: {
    input: z.array(z.string()).optional(),
    output: z.array(z.string()),
    observe: ({ tags }, { outputs }) => [...tags, ...((outputs.tags as string[] | undefined) ?? [])],
    comparison: {
      desired: ({ tags }: { tags?: string[] }) => tags,
      live: ({ tags }) => tags,
      write: (tags: string[], { label }) => ({ tags: [...tags, label] }),
    },
  },
  adoptId: { input: z.string().optional() },
  createdAt: { output: z.string().optional() },
} satisfies Record<string, TableField<Live, Private>>;

const live: Live = { label: "a", tags: ["x"] };
const nothing: RecordedState<Private> = { outputs: {}, privateState: {} };

test("the arguments are the fields that have an input, and the outputs those that have an output", () => {
  expect(Object.keys(inputsOf(fields).shape)).toEqual(["label", "tags", "adoptId"]);
  expect(Object.keys(outputsOf(fields).shape)).toEqual(["label", "tags", "createdAt"]);
  expect(inputsOf(fields).parse({ label: "b" })).toEqual({ label: "b" });
});

test("a field that the program declares otherwise is a difference, with the part of an update that repairs it", () => {
  expect(differencesOf(fields, { label: "b", tags: ["y"] }, live, nothing)).toEqual([
    { field: "label", desired: "b", live: "a", repairable: true, body: { label: "b" } },
    { field: "tags", desired: ["y"], live: ["x"], repairable: true, body: { tags: ["y", "a"] } },
  ]);
});

test("a field that the program does not declare is not compared, and one that is only read never is", () => {
  expect(differencesOf(fields, { adoptId: "key_1" }, live, nothing)).toEqual([]);
});

test("a value that the service shows in a form of its own is no difference", () => {
  const recorded = { outputs: {}, privateState: { shown: "a" } };
  expect(differencesOf(fields, { label: "b", tags: ["x"] }, live, recorded)).toEqual([]);
});

test("whatever is live: the same value is no difference, and another one always is", () => {
  const tags = fc.array(fc.constantFrom("x", "y", "z"), { maxLength: 3 });
  fc.assert(
    fc.property(tags, tags, (declared, now) => {
      const found = differencesOf(fields, { tags: declared }, { label: "a", tags: now }, nothing);
      expect(found.map(({ field }) => field)).toEqual(String(declared) === String(now) ? [] : ["tags"]);
    }),
  );
});

test("a reading replaces what it observes, and leaves everything else as state records it", () => {
  const recorded = { outputs: { label: "old", tags: ["r"], createdAt: "c", ofTomorrow: 1 }, privateState: {} };
  expect(observedOutputs(fields, live, recorded)).toEqual({
    label: "a",
    tags: ["x", "r"],
    createdAt: "c",
    ofTomorrow: 1,
  });
});

test("the object is restored from what state records, field by field, where a field says how", () => {
  expect(restoredFields(fields, { outputs: { label: "a", tags: ["x"] }, privateState: {} })).toEqual({ label: "a" });
  expect(restoredFields(fields, nothing)).toEqual({ label: "" });
});

test("a resource is completed from its table, and its own way to read outputs comes first", () => {
  const source = { className: "X", fields } as unknown as ResourceSource<object, Live, Private>;
  const derived = defineResource(source);
  expect(Object.keys(derived.args.shape)).toEqual(["label", "tags", "adoptId"]);
  expect(Object.keys(derived.outputs.shape)).toEqual(["label", "tags", "createdAt"]);
  expect(derived.outputsOf(live, nothing, "now")).toEqual({ label: "a", tags: ["x"] });
  const own = defineResource({ ...source, outputsOf: () => ({ own: true }) });
  expect(own.outputsOf(live, nothing, "now")).toEqual({ own: true });
});
