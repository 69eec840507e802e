import fc from "fast-check";
import { compareApiKey } from "../../../../provider/resources/api-key/fields";
import { learnShownAs, type ShownAs, shownAsFor } from "../../../../provider/resources/api-key/normalization";

const key = (name: string, scopes: string[]) => ({ id: "key_1", type: "secret" as const, name, scopes });
const whole = (spelled: object) => ({ name: "ci", scopes: [], ...spelled });
const learned = (wanted: object, shown: object, before?: object, known?: ShownAs) =>
  learnShownAs({ desired: wanted, after: whole(shown), before: before && whole(before), known });
const after = (wanted: object, shown: object, before?: object) => learned(wanted, shown, before).shownAs;

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
      const { differences } = compareApiKey(args, key("ci", live), {
        outputs: {},
        privateState: shownAs ? { shownAs } : {},
      });
      const same = (left: string[], right: string[]) => [...left].sort().join() === [...right].sort().join();
      const isHidden = shownAs !== undefined && same(live, shown);
      expect(differences).toHaveLength(same(declared, live) || isHidden ? 0 : 1);
    }),
  );
});

describe("a scope that was there before the write, and is shown after a write that left it out", () => {
  const left = { scopes: ["a:write"] };
  const shown = { scopes: ["a:read", "a:write"] };
  const earlier = (declared: string[], extra: string[]): ShownAs => ({
    scopes: { declared, shown: [...declared, ...extra].sort() },
  });

  test("is part of what was written where the service was seen to add it by itself", () => {
    const known = earlier(["a:write", "b:read"], ["a:read"]);
    expect(learned(left, shown, { scopes: ["a:read", "a:write", "b:read"] }, known)).toEqual({
      shownAs: { scopes: { declared: ["a:write"], shown: ["a:read", "a:write"] } },
      unexplained: [],
    });
  });

  test("is part of it where the write took away another one of the same namespace, and of no other", () => {
    expect(learned(left, shown, { scopes: ["a:delete", "a:read"] }).unexplained).toEqual([]);
    expect(learned(left, shown, { scopes: ["b:delete", "a:read"] }).unexplained).toEqual(["a:read"]);
  });

  test("is unexplained where it was declared before, and what is unexplained keeps the rest from being learned", () => {
    const known = earlier(["a:read", "b:write"], ["b:read"]);
    const before = { scopes: ["a:read", "b:read", "b:write"] };
    const wanted = { scopes: ["a:write", "b:write"] };
    const seen = learned(wanted, { scopes: ["a:read", "a:write", "b:read", "b:write"] }, before, known);
    expect(seen).toEqual({ shownAs: known, unexplained: ["a:read"] });
  });

  test("is unexplained where all that is known is what the service makes of *", () => {
    const all = ["a:read", "a:write", "b:read"];
    expect(
      learned({ scopes: ["a:write", "b:read"] }, { scopes: all }, { scopes: all }, earlier(["*"], all)).unexplained,
    ).toEqual(["a:read"]);
  });

  test("is no longer known to come from the service once the program declared it", () => {
    const known = earlier(["a:write"], ["a:read"]);
    const rejected = learned({ scopes: ["a:read", "b:read"] }, { scopes: ["a:read"] }, { scopes: ["a:read"] }, known);
    expect(rejected.shownAs).toEqual({ scopes: { declared: ["a:write"], shown: ["a:write"] } });
  });
});

test("a write that shows exactly what was declared leaves nothing recorded", () => {
  const known = { scopes: { declared: ["a:write"], shown: ["a:read", "a:write"] } };
  expect(learned({ scopes: ["b:read"] }, { scopes: ["b:read"] }, { scopes: ["a:read", "a:write"] }, known)).toEqual({
    unexplained: [],
  });
});

test("what was recorded for one declaration counts for no other, and what was recorded of a name goes with it", () => {
  const shownAs = {
    name: { declared: " ci ", shown: "ci" },
    scopes: { declared: ["a:write"], shown: ["a:read", "a:write"] },
  };
  expect(shownAsFor(shownAs, { name: " ci ", scopes: ["a:write"] })).toEqual(shownAs);
  expect(shownAsFor(shownAs, { name: "ci", scopes: ["a:read"] })).toEqual({ scopes: shownAs.scopes });
  expect(shownAsFor(shownAs, { name: "ci" })).toBeUndefined();
  const args = { type: "secret" as const, scopes: ["a:read"] };
  expect(
    compareApiKey(args, key("ci", ["a:read", "a:write"]), { outputs: {}, privateState: { shownAs } }).differences,
  ).toHaveLength(1);
});
