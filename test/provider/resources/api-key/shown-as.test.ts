import fc from "fast-check";
import { compareApiKey } from "../../../../provider/resources/api-key/compare.js";
import { shownAsAfter, shownAsFor } from "../../../../provider/resources/api-key/shown-as.js";

const key = (name: string, scopes: string[]) => ({ id: "key_1", type: "secret" as const, name, scopes });
const after = (wanted: object, shown: object, before?: object) =>
  shownAsAfter(wanted, { name: "ci", scopes: [], ...shown }, before && { name: "ci", scopes: [], ...before });

test.each([
  ["trimmed", " ci ", "ci"],
  ["with one space for many", "a  b", "a b"],
  ["composed", "cafe\u0301", "caf\u00e9"],
])("a name that comes back %s is the same name in this service's spelling", (_how, declared, shown) => {
  expect(after({ name: declared }, { name: shown })).toEqual({ name: { declared, shown } });
});

test.each([
  ["ci", "cd"],
  ["ci", "CI"],
  ["ci", ""],
])("a name %j that comes back as %j is another name", (declared, shown) => {
  expect(after({ name: declared }, { name: shown })).toBeUndefined();
});

test("scopes that come back with those of the same namespaces are an expansion, and so is whatever * comes back as", () => {
  expect(after({ scopes: ["a:write"] }, { scopes: ["a:write", "a:read"] })?.scopes?.shown).toEqual([
    "a:read",
    "a:write",
  ]);
  expect(after({ scopes: ["*"] }, { scopes: ["a:read", "b:read"] })?.scopes?.declared).toEqual(["*"]);
});

test("scopes are no expansion where one is missing, goes with none that is declared, or was there before the write", () => {
  expect(after({ scopes: ["a:write", "b:read"] }, { scopes: ["a:write", "a:read"] })).toBeUndefined();
  expect(after({ scopes: ["a:write"] }, { scopes: ["a:write", "b:read"] })).toBeUndefined();
  // A service that ignored the write shows just this: what was to be taken away must not count as declared.
  expect(
    after({ scopes: ["a:read"] }, { scopes: ["a:read", "a:write"] }, { scopes: ["a:read", "a:write"] }),
  ).toBeUndefined();
  expect(after({ scopes: ["*"] }, { scopes: ["a:read"] }, { scopes: ["a:read"] })).toBeUndefined();
});

const scopes = fc.uniqueArray(fc.constantFrom("a:read", "a:write", "b:read", "b:write", "c:read"), { minLength: 1 });

test("whatever was recorded hides that one spelling of that one declaration, and no other difference", () => {
  fc.assert(
    fc.property(scopes, scopes, scopes, (declared, shown, live) => {
      const shownAs = after({ scopes: declared }, { scopes: shown });
      const args = { type: "secret" as const, scopes: declared };
      const { differences } = compareApiKey(args, key("ci", live), { outputs: {}, kept: shownAs ? { shownAs } : {} });
      const same = (left: string[], right: string[]) => [...left].sort().join() === [...right].sort().join();
      const isHidden = shownAs !== undefined && same(live, shown);
      expect(differences).toHaveLength(same(declared, live) || isHidden ? 0 : 1);
    }),
  );
});

test("what was recorded for one declaration goes with it", () => {
  const shownAs = {
    name: { declared: " ci ", shown: "ci" },
    scopes: { declared: ["a:write"], shown: ["a:read", "a:write"] },
  };
  expect(shownAsFor(shownAs, { name: " ci ", scopes: ["a:write"] })).toEqual(shownAs);
  expect(shownAsFor(shownAs, { name: " ci ", scopes: ["a:read"] })).toEqual({ name: shownAs.name });
  expect(shownAsFor(shownAs, { name: "ci" })).toBeUndefined();
});
