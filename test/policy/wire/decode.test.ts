import { notYetKnown, secretValue } from "../../../policy/facts";
import { factsOf, patched, textsIn, textsInClear } from "../../../policy/wire/decode";
import { asSecret } from "../../../provider/wire/special-values";
import { unknownString } from "../sdk-view";

const learned: string[] = [];
beforeEach(() => learned.splice(0));
const read = (raw: Record<string, unknown>, { hidden = [] as string[], seeThrough = false } = {}) =>
  factsOf(raw, { hidden: new Set(hidden), seeThrough, learn: (secret) => learned.push(secret) });

test("known values do not change, and null values and names that start with __ are left out", () => {
  expect(read({ a: 1, b: { c: [true, null, "x"] }, d: null, __provider: "code", __defaults: [] })).toEqual({
    a: 1,
    b: { c: [true, null, "x"] },
  });
});

test("an unknown value at any depth becomes a marker, and the values beside it stay", () => {
  expect(read({ a: unknownString, b: ["*", unknownString], c: { d: unknownString, e: 2 } })).toEqual({
    a: notYetKnown,
    b: ["*", notYetKnown],
    c: { d: notYetKnown, e: 2 },
  });
});

test("a secret becomes a marker, and every text in it is learned", () => {
  expect(read({ a: asSecret("hunter22"), b: [asSecret({ c: ["deep", 1] })] })).toEqual({
    a: secretValue,
    b: [secretValue],
  });
  expect(learned).toEqual(["hunter22", "deep"]);
});

test("an unknown secret is unknown", () => {
  expect(read({ a: asSecret(unknownString) })).toEqual({ a: notYetKnown });
  expect(learned).toEqual([]);
});

test("readable secrets are learned too, and hidden properties stay hidden", () => {
  const raw = { scopes: asSecret(["accounts:read"]), value: asSecret("sk_1"), adoptValue: "sk_2" };
  expect(read(raw, { hidden: ["value", "adoptValue"], seeThrough: true })).toEqual({
    scopes: ["accounts:read"],
    value: secretValue,
    adoptValue: secretValue,
  });
  expect(learned).toEqual(["accounts:read", "sk_1", "sk_2"]);
});

test("a hidden property can be unknown or absent", () => {
  expect(read({ value: unknownString, adoptValue: null }, { hidden: ["value", "adoptValue"] })).toEqual({
    value: notYetKnown,
  });
});

test("a patch keeps secrets secret, and changes nothing else", () => {
  const raw = { __provider: "code", name: asSecret("old"), scopes: ["a"], other: asSecret("x") };
  expect(patched(raw, { name: "new", scopes: ["b"] })).toEqual({
    __provider: "code",
    name: asSecret("new"),
    scopes: ["b"],
    other: asSecret("x"),
  });
  expect(raw.scopes).toEqual(["a"]);
});

test("texts in plain text are found with their path, and those in secrets and internal properties are not", () => {
  const each: string[][] = [];
  const raw = { a: "1", b: { c: ["2", asSecret("3")] }, d: asSecret({ e: "4" }), __f: "5", g: 6 };
  textsInClear(raw, "", (text, path) => each.push([path, text]));
  expect(each).toEqual([
    ["a", "1"],
    ["b.c[0]", "2"],
  ]);
});

test("all texts in a value are found, except markers of unknown values", () => {
  const texts: string[] = [];
  textsIn({ a: ["1", asSecret({ b: "2" })], c: unknownString, d: null }, (text) => texts.push(text));
  expect(texts).toEqual(["1", "2"]);
});
