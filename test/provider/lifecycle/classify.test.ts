import fc from "fast-check";
import { classify, type Evidence, isSameMeaning, type LastApplied } from "../../../provider/lifecycle/classify";
import type { Difference } from "../../../provider/lifecycle/resource";
import { drift, evidenceOf } from "./plan-inputs";

const read = ["accounts:read"];
const write = ["accounts:write"];
const both = ["accounts:read", "accounts:write"];

const scopesOf = (desired: string[], live: string[]): Difference[] =>
  isSameMeaning(desired, live) ? [] : [{ field: "scopes", desired, live, repairable: true }];

/** A key whose scopes the program declares as `desired`, last applied as `before`; live is never as desired. */
function classified(desired: string[], before: string[], live: string[], isWhole = true) {
  const applied: LastApplied = {
    inputs: { scopes: before },
    known: isWhole ? { scopes: before } : {},
    isWhole,
    differences: isWhole ? scopesOf(before, live) : [],
  };
  const evidence: Evidence = { ...evidenceOf(scopesOf(desired, live)), desired: { scopes: desired } };
  return classify({ ...evidence, lastApplied: applied })[0]!;
}

describe.each([
  ["and this version can read all of what was applied", true],
  ["and this version can't read all of what was applied", false],
])("where state tells what was applied %s", (_, isWhole) => {
  test.each([
    ["somebody changed it live", read, read, both, "drift"],
    ["the program changed, and nobody else did", both, read, read, "program"],
    ["the program changed, and somebody changed it live too", both, read, write, "drift"],
    ["the order of what was applied is another", ["b:r", "a:r"], ["a:r", "b:r"], ["a:r"], "drift"],
  ])("%s", (__, desired, before, live, cause) => {
    expect(classified(desired, before, live, isWhole)).toMatchObject({ cause, desired, live, lastApplied: before });
  });
});

test("where state does not tell what was applied, what is live is not excused by it", () => {
  expect(classify(evidenceOf([drift]))).toEqual([
    { field: "name", desired: "mine", live: "theirs", cause: "drift", repairable: true },
  ]);
});

const applied = (inputs: object, more: Partial<LastApplied> = {}): LastApplied => ({
  inputs: inputs as Record<string, unknown>,
  known: inputs as Record<string, unknown>,
  isWhole: true,
  differences: [],
  ...more,
});

test("an argument that was never declared before is the program's, and no drift", () => {
  for (const isWhole of [true, false]) {
    const evidence = { ...evidenceOf([drift]), desired: { name: "mine" }, lastApplied: applied({}, { isWhole }) };
    expect(classify(evidence)[0]).toMatchObject({ cause: "program", lastApplied: undefined });
  }
});

test("a made name that somebody changed is drift, though no argument declares it", () => {
  const made: Difference = { field: "name", desired: "ci-0a1b2c3d-abcdefgh", live: "mine", repairable: true };
  for (const isWhole of [true, false]) {
    const lastApplied = applied({}, { isWhole, differences: [made] });
    expect(classify({ ...evidenceOf([made]), lastApplied })[0]!.cause).toBe("drift");
  }
});

test("a difference that only the program's change made is the program's, though the argument of its field is as it was applied", () => {
  const dropped: Difference = { field: "scopes", desired: read, live: both, repairable: true };
  const evidence = { ...evidenceOf([dropped]), desired: { scopes: read } };
  expect(classify({ ...evidence, lastApplied: applied({ scopes: read }) })[0]!.cause).toBe("program");
  const differing = applied({ scopes: read }, { differences: [dropped] });
  expect(classify({ ...evidence, lastApplied: differing })[0]!.cause).toBe("drift");
});

describe("a field that an argument of another name declares", () => {
  const apple = (
    now: string,
    before: string,
    desired: string[],
    wasDesired: string[],
    live: string[],
    isWhole: boolean,
  ) => {
    const difference = { field: "scopes", argument: "access", desired: desired, live, repairable: true };
    const differences = isSameMeaning(wasDesired, live) ? [] : [{ ...difference, desired: wasDesired }];
    const lastApplied = applied({ access: before }, { isWhole, differences });
    return classify({ ...evidenceOf([difference]), desired: { access: now }, lastApplied })[0];
  };

  test.each([[true], [false]])("shows what was applied in the form of the field (all can be read: %s)", (isWhole) => {
    expect(apple("read", "write", ["d:read"], ["d:write"], ["d:write"], isWhole)).toMatchObject({
      argument: "access",
      cause: "program",
      lastApplied: ["d:write"],
    });
    const drifted = { cause: "drift", lastApplied: ["d:write"] };
    expect(apple("read", "write", ["d:read"], ["d:write"], [], isWhole)).toMatchObject(drifted);
    expect(apple("write", "write", ["d:write"], ["d:write"], [], isWhole)).toMatchObject(drifted);
  });

  test("shows it as it was declared where this version can't read that, and is drift", () => {
    const difference = {
      field: "scopes",
      argument: "access",
      desired: ["d:read"],
      live: ["d:write"],
      repairable: true,
    };
    const lastApplied = applied({ access: "of a later version" }, { known: {}, isWhole: false });
    const evidence = { ...evidenceOf([difference]), desired: { access: "read" }, lastApplied };
    expect(classify(evidence)[0]).toMatchObject({ cause: "drift", lastApplied: "of a later version" });
  });
});

test("what was applied is shown as it was declared, though live shows it in another form", () => {
  const spaced = applied({ name: "  spaced " });
  expect(classify({ ...evidenceOf([drift]), lastApplied: spaced })[0]).toMatchObject({ lastApplied: "  spaced " });
});

test("of several fields each is compared with what was applied by itself", () => {
  const own: Difference = {
    field: "scopes",
    argument: "access",
    desired: ["d:read"],
    live: ["d:write"],
    repairable: true,
  };
  const differences = [
    { ...drift, desired: "before" },
    { ...own, field: "scopes", desired: ["d:none"] },
  ];
  const evidence = evidenceOf([drift, own]);
  const names = (lastApplied: LastApplied) => classify({ ...evidence, lastApplied }).map(({ cause }) => cause);
  expect(names(applied({ name: "before" }, { differences: differences.slice(0, 1) }))).toEqual(["drift", "program"]);
  expect(names(applied({ name: "before" }, { differences: differences.slice(1) }))).toEqual(["program", "drift"]);
  const [, scopes] = classify({ ...evidence, lastApplied: applied({ access: "none" }, { differences }) });
  expect(scopes).toMatchObject({ lastApplied: ["d:none"] });
});

test("a resource states what its field tells by itself, whatever was applied", () => {
  const lastApplied = applied({});
  for (const cause of ["unhealthy", "gone"] as const)
    expect(classify({ ...evidenceOf([{ ...drift, cause }]), lastApplied })[0]!.cause).toBe(cause);
  expect(classify({ ...evidenceOf([{ ...drift, repairable: false }]), lastApplied })[0]).toMatchObject({
    cause: "unhealthy",
    repairable: false,
  });
});

test("a step whose time has come is due: its clause is the advice, and it replaces nothing", () => {
  const due: Difference = { ...drift, cause: "due", advice: "a new key is created" };
  const [change] = classify({ ...evidenceOf([due], { replaceOnChanges: ["*"] }), lastApplied: applied({}) });
  expect(change).toMatchObject({ cause: "due", advice: "a new key is created", repairable: true });
  expect(change).not.toHaveProperty("replaces");
  expect(classify(evidenceOf([{ ...due, repairable: false }]))[0]!.repairable).toBe(false);
});

test("what no update repairs is not replaced either", () => {
  const [change] = classify(evidenceOf([{ ...drift, repairable: false }], { replaceOnChanges: ["*"] }));
  expect(change).not.toHaveProperty("replaces");
});

describe("what state holds of a field", () => {
  const recordedOf = (evidence: Partial<Evidence>): unknown =>
    classify({ ...evidenceOf([drift]), outputs: { name: "whole" }, ...evidence })[0]!.recorded;

  test("is seen as live is seen, without what another resource manages", () => {
    expect(recordedOf({ recordedDifferences: [{ ...drift, live: "own part" }] })).toBe("own part");
    expect(recordedOf({ recordedDifferences: [{ ...drift, field: "other", live: "own part" }] })).toBe("mine");
    expect(recordedOf({ outputs: {} })).toBeUndefined();
  });

  test("counts as live where that is what was applied", () => {
    expect(recordedOf({ lastApplied: applied({ name: "theirs" }) })).toBe("theirs");
    expect(recordedOf({ lastApplied: applied({ name: "theirs" }, { isWhole: false }) })).toBe("mine");
  });
});

test("lists of texts are sets; everything else is compared as it stands", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (list) => {
      expect(isSameMeaning([...list].reverse(), [...list, ...list])).toBe(true);
      expect(isSameMeaning([...list, "one more, which none has"], list)).toBe(false);
    }),
  );
  expect(isSameMeaning([1, 2], [2, 1])).toBe(false);
  expect(isSameMeaning([1, "a"], ["a", 1])).toBe(false);
  expect(isSameMeaning(undefined, [])).toBe(false);
});
