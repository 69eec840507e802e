import fc from "fast-check";
import type { z } from "zod";
import { readInputs, unknownMarker } from "../../../provider/lifecycle/inputs";
import { type ApiKeyArgs, apiKeyArgs } from "../../../provider/resources/api-key/fields";
import { resources } from "../../../provider/resources/registry";

const read = (inputs: Record<string, unknown>) => readInputs<ApiKeyArgs>(apiKeyArgs, inputs);

test("known and well-formed arguments are read, sets in their canonical form", () => {
  const { known, problems } = read({ type: "secret", scopes: ["b:read", "a:read", "b:read"], name: "n" });
  expect(problems).toEqual([]);
  expect(known).toEqual({ type: "secret", scopes: ["a:read", "b:read"], name: "n" });
});

test("every problem is told at once with its property path", () => {
  const { problems, unusable } = read({ type: "x", scopes: ["a:read", "api_key:read"], name: 7, scops: [] });
  expect(problems.map(({ path }) => path).sort()).toEqual(["name", "scopes[1]", "scops", "type"]);
  expect(problems.find(({ path }) => path === "scops")!.message).toContain('Did you mean "scopes"?');
  expect(unusable).toEqual(new Set(["type", "scopes", "name"]));
});

test.each(Object.values(resources).map(({ className, args }) => ({ className, args: args as z.ZodObject })))(
  "what is wrong with an argument of $className is said in our words, not in those of the schema library",
  ({ args }) => {
    const wrong = [7, -1, 1.5, "", "nonsense", true, [], [7], [""], {}, { a: 1 }, { everyDays: -1, overlapHours: "x" }];
    const messages = Object.keys(args.shape).flatMap((name) =>
      wrong.flatMap((value) => readInputs(args, { [name]: value }).problems.map(({ message }) => message)),
    );
    expect(messages.length).toBeGreaterThan(wrong.length);
    const theirs =
      /invalid (?:input|option|string|key|element)|expected|received|too (?:small|big)|unrecognized|pattern/i;
    expect(messages.filter((message) => theirs.test(message))).toEqual([]);
  },
);

test("an argument that is missing is required, not of a wrong type; null is missing", () => {
  expect(read({}).problems).toEqual([{ path: "type", message: "is required. Add it" }]);
  expect(read({ type: null, name: null }).problems).toEqual([{ path: "type", message: "is required. Add it" }]);
});

test("an argument that is not known yet is unknown and no problem, at any depth", () => {
  for (const scopes of [unknownMarker, [unknownMarker], ["accounts:read", unknownMarker]]) {
    const { known, unknown, unusable, problems } = read({ type: "secret", scopes });
    expect(problems).toEqual([]);
    expect(known).toEqual({ type: "secret" });
    expect([...unknown]).toEqual(["scopes"]);
    expect(unusable.has("scopes")).toBe(true);
  }
});

test("what the SDK class hands over beside the arguments is read leniently, and is no argument", () => {
  const told = {
    urn: "urn:1",
    tag: "t",
    former: [{ name: "ci", tag: "0123abcd" }],
    ignoreChanges: ["name"],
    replaceOnChanges: ["scopes"],
    protect: true,
    retainOnDelete: true,
  };
  const { resource, problems } = read({ type: "publishable", __resource: told, __provider: "code" });
  expect(problems).toEqual([]);
  expect(resource).toEqual(told);
  const nothing = {
    urn: "",
    tag: "",
    former: [],
    ignoreChanges: [],
    replaceOnChanges: [],
    protect: false,
    retainOnDelete: false,
  };
  expect(read({ __resource: { urn: 7, ignoreChanges: "x", extra: 1 } }).resource).toEqual(nothing);
  expect(read({}).resource).toEqual(nothing);
});

test("whatever is handed over: each argument is known, unknown, a problem, or left out, and nothing is thrown", () => {
  const value = fc.oneof(fc.jsonValue(), fc.constant(unknownMarker), fc.constant([unknownMarker]));
  const name = fc.oneof(fc.constantFrom(...Object.keys(apiKeyArgs.shape)), fc.string());
  fc.assert(
    fc.property(fc.dictionary(name, value), (inputs) => {
      const { known, unknown, problems, unusable } = read(inputs);
      for (const [argument, given] of Object.entries(inputs)) {
        if (!(argument in apiKeyArgs.shape) || given === null) continue;
        const told = problems.some(({ path }) => path.split(/[.[]/)[0] === argument);
        const places = [argument in known, unknown.has(argument), told];
        expect(places.filter(Boolean)).toHaveLength(1);
        expect(unusable.has(argument)).toBe(!places[0]);
      }
    }),
  );
});

test("no problem of a secret argument holds its value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (junk) => {
      const { problems } = read({ type: "secret", adoptValue: { planted: "PLANTED_SECRET", junk } });
      expect(problems.some(({ path }) => path.startsWith("adoptValue"))).toBe(true);
      expect(JSON.stringify(problems)).not.toContain("PLANTED_SECRET");
    }),
  );
});
