import { notYetKnown, secretValue } from "../../../policy/facts.js";
import { asSecret, factsOf, patched, textsIn, textsInClear } from "../../../policy/wire/decode.js";
import { unknownString } from "../sdk-view.js";

const learnt: string[] = [];
beforeEach(() => learnt.splice(0));
const read = (raw: Record<string, unknown>, { hidden = [] as string[], seeThrough = false } = {}) =>
  factsOf(raw, { hidden: new Set(hidden), seeThrough, learn: (secret) => learnt.push(secret) });

test("known values are copied as they are, what is null or begins with __ is left out", () => {
  expect(read({ a: 1, b: { c: [true, null, "x"] }, d: null, __provider: "code", __defaults: [] })).toEqual({
    a: 1,
    b: { c: [true, null, "x"] },
  });
});

test("an unknown value at any depth is marked, and hides nothing beside it", () => {
  expect(read({ a: unknownString, b: ["*", unknownString], c: { d: unknownString, e: 2 } })).toEqual({
    a: notYetKnown,
    b: ["*", notYetKnown],
    c: { d: notYetKnown, e: 2 },
  });
});

test("a secret is marked and learnt, every text in it", () => {
  expect(read({ a: asSecret("hunter22"), b: [asSecret({ c: ["deep", 1] })] })).toEqual({
    a: secretValue,
    b: [secretValue],
  });
  expect(learnt).toEqual(["hunter22", "deep"]);
});

test("a secret that is not known yet is not known yet", () => {
  expect(read({ a: asSecret(unknownString) })).toEqual({ a: notYetKnown });
  expect(learnt).toEqual([]);
});

test("where secrets are seen through they are learnt all the same, and what is hidden stays hidden", () => {
  const raw = { scopes: asSecret(["accounts:read"]), value: asSecret("sk_1"), adoptValue: "sk_2" };
  expect(read(raw, { hidden: ["value", "adoptValue"], seeThrough: true })).toEqual({
    scopes: ["accounts:read"],
    value: secretValue,
    adoptValue: secretValue,
  });
  expect(learnt).toEqual(["accounts:read", "sk_1", "sk_2"]);
});

test("a hidden property that is not known yet or not there says so", () => {
  expect(read({ value: unknownString, adoptValue: null }, { hidden: ["value", "adoptValue"] })).toEqual({
    value: notYetKnown,
  });
});

test("a patch keeps what was a secret one, and everything else as it was", () => {
  const raw = { __provider: "code", name: asSecret("old"), scopes: ["a"], other: asSecret("x") };
  expect(patched(raw, { name: "new", scopes: ["b"] })).toEqual({
    __provider: "code",
    name: asSecret("new"),
    scopes: ["b"],
    other: asSecret("x"),
  });
  expect(raw.scopes).toEqual(["a"]);
});

test("texts in clear come with their path, those in secrets and internal ones do not", () => {
  const told: string[][] = [];
  const raw = { a: "1", b: { c: ["2", asSecret("3")] }, d: asSecret({ e: "4" }), __f: "5", g: 6 };
  textsInClear(raw, "", (text, path) => told.push([path, text]));
  expect(told).toEqual([
    ["a", "1"],
    ["b.c[0]", "2"],
  ]);
});

test("texts in a value are found whatever surrounds them, markers of unknown values not among them", () => {
  const texts: string[] = [];
  textsIn({ a: ["1", asSecret({ b: "2" })], c: unknownString, d: null }, (text) => texts.push(text));
  expect(texts).toEqual(["1", "2"]);
});
