import fc from "fast-check";
import { decide, type Situation, show } from "../../../provider/lifecycle/decide.js";
import type { Difference } from "../../../provider/lifecycle/resource.js";
import { calm, drift } from "./situations.js";

const unhealthy: Difference = { field: "status", wanted: "active", live: "disabled", repairable: false };

test("what is as wanted is clean and says nothing", () => {
  expect(decide(calm)).toEqual({ changes: false, replaces: [], warnings: [], infos: [], runWarnings: [] });
});

describe("a difference", () => {
  test("is drift where live is not what state held: named with live and wanted value", () => {
    const verdict = decide({ ...calm, comparison: { differences: [drift] }, stored: { name: "mine" } });
    expect(verdict).toMatchObject({
      changes: true,
      warnings: ['drift: name of API key key_1 is "theirs", wanted "mine".'],
    });
  });

  test("also tells what was last applied where that is neither", () => {
    const { warnings } = decide({ ...calm, comparison: { differences: [drift] }, stored: { name: "before" } });
    expect(warnings[0]).toContain('last applied "before"');
  });

  test("is the program's own where live is what state held: planned, and not called drift", () => {
    const verdict = decide({ ...calm, comparison: { differences: [drift] }, stored: { name: "theirs" } });
    expect(verdict).toMatchObject({ changes: true, warnings: [] });
  });

  test("that is not ours to repair is never planned, and fails only where that is asked for", () => {
    const situation = { ...calm, comparison: { differences: [unhealthy] }, stored: { status: "active" } };
    const verdict = decide(situation);
    expect(verdict.changes).toBe(false);
    expect(verdict.warnings[0]).toContain("unhealthy, not ours to repair: status");
    expect(verdict).not.toHaveProperty("failure");
    expect(decide({ ...situation, failOnUnhealthy: true }).failure).toContain("not ours to repair");
  });

  test("whose time has come is due and not drift; with dueRotations report it is said and not planned", () => {
    const due: Difference = { ...drift, due: "a new key is made" };
    const situation = { ...calm, comparison: { differences: [due] }, stored: { name: "mine" } };
    expect(decide(situation)).toMatchObject({ changes: true, warnings: [], infos: ["due: a new key is made"] });
    const reported = decide({ ...situation, dueRotations: "report" });
    expect(reported).toMatchObject({ changes: false, warnings: [], infos: ["due: a new key is made"] });
  });

  test.each([["name"], ["*"]])("replaces where replaceOnChanges names it by %s", (name) => {
    const situation = { ...calm, comparison: { differences: [drift] }, replaceOnChanges: [name] };
    expect(decide(situation).replaces).toEqual(["name differs, and replaceOnChanges names it"]);
    expect(decide({ ...situation, replaceOnChanges: ["scopes"] }).replaces).toEqual([]);
  });

  test("is named in replaceOnChanges by the argument that declares it", () => {
    const difference = { ...drift, field: "scopes", argument: "access" };
    const situation = { ...calm, comparison: { differences: [difference] } };
    expect(decide({ ...situation, replaceOnChanges: ["access"] }).replaces).toHaveLength(1);
    expect(decide({ ...situation, replaceOnChanges: ["scopes"] }).replaces).toEqual([]);
  });
});

describe("what could not be seen", () => {
  const blind: Situation = { ...calm, sight: "unknown", why: "the service is down." };

  test("fails a strict preview with the reason and the way on", () => {
    const { failure } = decide(blind);
    expect(failure).toContain("the service is down.");
    expect(failure).toContain("payments:driftCheck warn");
  });

  test("is warned about under warn, and compared with what state holds", () => {
    const verdict = decide({ ...blind, driftCheck: "warn", comparison: { differences: [drift] } });
    expect(verdict).toMatchObject({ changes: true });
    expect(verdict.warnings[0]).toContain("drift was not looked for");
    expect(verdict).not.toHaveProperty("failure");
  });
});

describe("what is gone", () => {
  test("replaces, says why and what that means, and names the way out of protection", () => {
    const gone: Situation = { ...calm, sight: "absent", why: "two readings do not show it" };
    const verdict = decide(gone);
    expect(verdict).toMatchObject({ changes: true, replaces: ["gone: two readings do not show it"] });
    expect(verdict.warnings[0]).toContain("It will be created again.");
    expect(verdict.warnings[0]).not.toContain("unprotect");
    const { warnings } = decide({ ...gone, protectedUrn: "urn:1" });
    expect(warnings[0]).toContain("pulumi state unprotect urn:1");
  });
});

test("a create-only argument that changed, or may change, replaces", () => {
  const replacing = [{ field: "type", wanted: "publishable", stored: "secret" }];
  expect(decide({ ...calm, replacing }).replaces).toEqual(['type: "secret" -> "publishable"']);
  expect(decide({ ...calm, unknown: ["type"] })).toMatchObject({ changes: true, replaces: [expect.any(String)] });
});

test("an argument that is not known yet is never called clean, and said", () => {
  const verdict = decide({ ...calm, unknown: ["scopes"] });
  expect(verdict).toMatchObject({ changes: true, replaces: [] });
  expect(verdict.infos[0]).toContain("scopes can't be compared before apply");
});

test("what state alone has wrong is recorded, and the line says what", () => {
  const verdict = decide({ ...calm, outdated: ['name is "mine", state says "before"'] });
  expect(verdict).toMatchObject({ changes: true, replaces: [], warnings: [] });
  expect(verdict.infos[0]).toContain('name is "mine", state says "before"');
});

test("what live state forbids fails the preview with every reason", () => {
  expect(decide({ ...calm, comparison: { differences: [], refusals: ["one", "two"] } }).failure).toBe("one\ntwo");
});

describe("a move to another address", () => {
  test("is accepted for what was found there, and recorded", () => {
    expect(decide({ ...calm, rehome: true })).toMatchObject({
      changes: true,
      infos: [expect.stringContaining("found")],
    });
  });

  test.each([
    ["absent", "strict"],
    ["absent", "warn"],
    ["unknown", "strict"],
    ["unknown", "warn"],
    ["not-looked", "off"],
  ] as const)("is refused for what is %s there (driftCheck %s)", (sight, driftCheck) => {
    const verdict = decide({ ...calm, sight, driftCheck, rehome: true });
    expect(verdict.failure).toBeDefined();
    expect(verdict.changes).toBe(false);
  });
});

const value = fc.constantFrom("a", "b", undefined, ["a"], ["b"]);
const difference: fc.Arbitrary<Difference> = fc.record({
  field: fc.constantFrom("name", "scopes", "status"),
  wanted: value,
  live: value,
  repairable: fc.boolean(),
});
const situation: fc.Arbitrary<Situation> = fc.record({
  label: fc.constant("API key key_1"),
  sight: fc.constantFrom("found" as const, "absent" as const, "unknown" as const, "not-looked" as const),
  driftCheck: fc.constantFrom("strict" as const, "warn" as const, "off" as const),
  comparison: fc.record({ differences: fc.array(difference, { maxLength: 3 }) }),
  stored: fc.dictionary(fc.constantFrom("name", "scopes", "status"), value),
  replacing: fc.array(fc.record({ field: fc.constant("type"), wanted: value, stored: value }), { maxLength: 1 }),
  unknown: fc.subarray(["type", "scopes"]),
  createOnly: fc.constant(new Set(["type"])),
  replaceOnChanges: fc.subarray(["name", "*"]),
  outdated: fc.subarray(["environment"]),
  rehome: fc.boolean(),
  goneAdvice: fc.constant("advice"),
  failOnUnhealthy: fc.boolean(),
  dueRotations: fc.constantFrom("apply" as const, "report" as const),
});

describe("whatever the situation", () => {
  test("nothing is called clean in strict that nobody saw", () => {
    fc.assert(
      fc.property(situation, (each) => {
        const verdict = decide({ ...each, driftCheck: "strict", sight: "unknown" });
        expect(verdict.failure).toBeDefined();
      }),
    );
  });

  test("clean means: seen or not to be looked for, no repairable difference, nothing unknown, nothing to record", () => {
    fc.assert(
      fc.property(situation, (each) => {
        const verdict = decide(each);
        if (verdict.changes || verdict.failure !== undefined) return;
        expect(each.sight).not.toBe("absent");
        expect(each.comparison.differences.filter(({ repairable }) => repairable)).toEqual([]);
        expect([...each.unknown, ...each.replacing, ...each.outdated]).toEqual([]);
        expect(each.rehome).toBe(false);
      }),
    );
  });

  test("a replacement is a change, and a change that is not the program's is said", () => {
    fc.assert(
      fc.property(situation, (each) => {
        const verdict = decide(each);
        if (verdict.replaces.length > 0 && verdict.failure === undefined) expect(verdict.changes).toBe(true);
        if (each.sight === "absent" && verdict.failure === undefined)
          expect(verdict.warnings.join()).toContain("gone: ");
      }),
    );
  });

  test("the input is left alone", () => {
    fc.assert(
      fc.property(situation, (each) => {
        const before = show(each);
        decide(each);
        expect(show(each)).toBe(before);
      }),
    );
  });
});

test("an object that the service does not show follows to a new address with a warning, never as found", () => {
  const verdict = decide({ ...calm, rehome: true, comparison: { differences: [], unseen: true } });
  expect(verdict.infos).toEqual([]);
  expect(verdict).toMatchObject({
    changes: true,
    warnings: [expect.stringContaining("can't be seen at the new address")],
  });
});
