import fc from "fast-check";
import { type PlanInput, plan, show } from "../../../provider/lifecycle/plan";
import type { Difference } from "../../../provider/lifecycle/resource";
import { type Change, causes } from "../../../provider/report/record";
import { calm, drift, planFor } from "./plan-inputs";

const unhealthy: Difference = { field: "status", desired: "active", live: "disabled", repairable: false };

test("what is as desired is clean and says nothing", () => {
  expect(plan(calm)).toEqual({ action: "none", changes: [], replaces: [], warnings: [], notes: [], runWarnings: [] });
});

describe("a difference", () => {
  test("is drift where live is not what state held: named with live and desired value", () => {
    expect(planFor([drift], { recorded: { name: "mine" } })).toMatchObject({
      action: "update",
      warnings: ['drift: name of API key key_1 is "theirs", wanted "mine".'],
    });
  });

  test("also tells what was last applied where that is neither", () => {
    const { warnings } = planFor([drift], { recorded: { name: "before" } });
    expect(warnings[0]).toContain('last applied "before"');
  });

  test("is the program's own where live is what state held: planned, and not called drift", () => {
    expect(planFor([drift], { recorded: { name: "theirs" } })).toMatchObject({ action: "update", warnings: [] });
  });

  test("that is not ours to repair is never planned, and fails only where that is asked for", () => {
    const given = { recorded: { status: "active" } };
    const planned = planFor([unhealthy], given);
    expect(planned.action).toBe("none");
    expect(planned.warnings[0]).toContain("unhealthy, not ours to repair: status");
    expect(planned).not.toHaveProperty("refusal");
    expect(planFor([unhealthy], given, { failOnUnhealthy: true }).refusal).toContain("not ours to repair");
  });

  test("whose time has come is due and not drift; with dueRotations report it is said and not planned", () => {
    const due: Difference = { ...drift, cause: "due", advice: "a new key is created" };
    const recorded = { name: "mine" };
    const notes = ["due: a new key is created"];
    expect(planFor([due], { recorded })).toMatchObject({ action: "update", warnings: [], notes });
    expect(planFor([due], { recorded, dueRotations: "report" })).toMatchObject({ action: "none", warnings: [], notes });
  });

  test.each([["name"], ["*"]])("replaces where replaceOnChanges names it by %s", (name) => {
    const planned = planFor([drift], { replaceOnChanges: [name] });
    expect(planned).toMatchObject({
      action: "replace",
      replaces: ["name differs, and replaceOnChanges names it"],
    });
    expect(planFor([drift], { replaceOnChanges: ["scopes"] }).replaces).toEqual([]);
  });

  test("is named in replaceOnChanges by the argument that declares it", () => {
    const difference = { ...drift, field: "scopes", argument: "access" };
    expect(planFor([difference], { replaceOnChanges: ["access"] }).replaces).toHaveLength(1);
    expect(planFor([difference], { replaceOnChanges: ["scopes"] }).replaces).toEqual([]);
  });
});

describe("what could not be observed", () => {
  const blind: Partial<PlanInput> = { observed: "unknown", why: "the service is down." };

  test("fails a strict preview with the reason and the way on", () => {
    const { action, refusal } = plan({ ...calm, ...blind });
    expect(action).toBe("refuse");
    expect(refusal).toContain("the service is down.");
    expect(refusal).toContain("payments:driftCheck warn");
  });

  test("is warned about under warn, and compared with what state holds", () => {
    const planned = planFor([drift], {}, { ...blind, driftCheck: "warn" });
    expect(planned.action).toBe("update");
    expect(planned.warnings[0]).toContain("so drift is unknown");
    expect(planned).not.toHaveProperty("refusal");
  });
});

describe("what is gone", () => {
  test("is created again, and the plan says why, what that means, and the way out of protection", () => {
    const gone: PlanInput = { ...calm, observed: "absent", why: "two readings do not show it" };
    const planned = plan(gone);
    expect(planned).toMatchObject({ action: "create", replaces: ["gone: two readings do not show it"] });
    expect(planned.warnings[0]).toContain("It will be created again.");
    expect(planned.warnings[0]).not.toContain("unprotect");
    const { warnings } = plan({ ...gone, protectedUrn: "urn:1" });
    expect(warnings[0]).toContain("pulumi state unprotect urn:1");
  });
});

const createOnly = { field: "type", cause: "program", replaces: "createOnly", repairable: false } as const;
const unknown = (field: string): Change => ({ field, cause: "unknown", repairable: false });

test("a create-only argument that changed, or may change, replaces", () => {
  const changes = [{ ...createOnly, desired: "publishable", recorded: "secret" }];
  expect(plan({ ...calm, changes })).toMatchObject({
    action: "replace",
    replaces: ['type: "secret" -> "publishable"'],
  });
  const maybe = { ...unknown("type"), replaces: "createOnly" } as const;
  expect(plan({ ...calm, changes: [maybe] })).toMatchObject({ action: "replace", replaces: [expect.any(String)] });
});

test("an argument that is not known yet is never called clean, and said", () => {
  const planned = plan({ ...calm, changes: [unknown("scopes")] });
  expect(planned).toMatchObject({ action: "update", replaces: [] });
  expect(planned.notes[0]).toContain("scopes can't be compared until apply");
});

const unrecorded = (advice: string): Change => ({ field: "name", cause: "unrecorded", repairable: false, advice });

test("what state alone has wrong is recorded, and the line says what", () => {
  const planned = plan({ ...calm, changes: [unrecorded('name is "mine", state says "before"')] });
  expect(planned).toMatchObject({ action: "record", replaces: [], warnings: [] });
  expect(planned.notes[0]).toContain('name is "mine", state says "before"');
});

test("what live state forbids fails the preview with every reason", () => {
  expect(plan({ ...calm, comparison: { refusals: ["one", "two"] } })).toMatchObject({
    action: "refuse",
    refusal: "one\ntwo",
  });
});

describe("a move to another address", () => {
  test("is accepted for what was found there, and recorded", () => {
    expect(plan({ ...calm, relocates: true })).toMatchObject({
      action: "record",
      notes: [expect.stringContaining("found")],
    });
  });

  test.each([
    ["absent", "strict"],
    ["absent", "warn"],
    ["unknown", "strict"],
    ["unknown", "warn"],
    ["not-observed", "off"],
  ] as const)("is refused for what is %s there (driftCheck %s)", (observed, driftCheck) => {
    const planned = plan({ ...calm, observed, driftCheck, relocates: true });
    expect(planned.refusal).toBeDefined();
    expect(planned.action).toBe("refuse");
  });
});

const value = fc.constantFrom("a", "b", undefined, ["a"], ["b"]);
const cause = fc.constantFrom(...(Object.keys(causes) as (keyof typeof causes)[]));
const change: fc.Arbitrary<Change> = fc
  .record({
    field: fc.constantFrom("name", "scopes", "status"),
    desired: value,
    recorded: value,
    live: value,
    cause,
    advice: fc.constant("advice"),
    repairable: fc.boolean(),
  })
  .map((each) => ({ ...each, repairable: each.repairable && !["unknown", "unrecorded"].includes(each.cause) }));
const input: fc.Arbitrary<PlanInput> = fc.record({
  label: fc.constant("API key key_1"),
  observed: fc.constantFrom("found" as const, "absent" as const, "unknown" as const, "not-observed" as const),
  driftCheck: fc.constantFrom("strict" as const, "warn" as const, "off" as const),
  changes: fc
    .tuple(fc.array(change, { maxLength: 3 }), fc.boolean())
    .map(([changes, replaced]) => (replaced ? [{ ...createOnly, desired: "a", recorded: "b" }, ...changes] : changes)),
  comparison: fc.constant({}),
  relocates: fc.boolean(),
  goneAdvice: fc.constant("advice"),
  failOnUnhealthy: fc.boolean(),
});

describe("whatever the input", () => {
  test("nothing is called clean in strict that nobody saw", () => {
    fc.assert(
      fc.property(input, (each) => {
        expect(plan({ ...each, driftCheck: "strict", observed: "unknown" }).action).toBe("refuse");
      }),
    );
  });

  test("no action means: seen or not to be looked for, no repairable change, nothing unknown, nothing to record", () => {
    fc.assert(
      fc.property(input, (each) => {
        if (plan(each).action !== "none") return;
        expect(each.observed).not.toBe("absent");
        const left = each.changes.filter((one) => one.repairable || one.replaces);
        expect(left).toEqual([]);
        expect(each.changes.filter((one) => one.cause === "unknown" || one.cause === "unrecorded")).toEqual([]);
        expect(each.relocates).toBe(false);
      }),
    );
  });

  test("what replaces is a replacement or a creation, and what is gone is said", () => {
    fc.assert(
      fc.property(input, (each) => {
        const { action, replaces, refusal, warnings } = plan(each);
        expect(action === "refuse").toBe(refusal !== undefined);
        if (action === "refuse") return;
        expect(action === "replace" || action === "create").toBe(replaces.length > 0);
        if (each.observed === "absent") expect(warnings.join()).toContain("gone: ");
      }),
    );
  });

  test("the input is left alone", () => {
    fc.assert(
      fc.property(input, (each) => {
        const before = show(each);
        plan(each);
        expect(show(each)).toBe(before);
      }),
    );
  });
});

test("an object that the service does not show follows to a new address with a warning, never as found", () => {
  const planned = plan({ ...calm, relocates: true, comparison: { unobservable: true } });
  expect(planned.notes).toEqual([]);
  expect(planned).toMatchObject({
    action: "record",
    warnings: [expect.stringContaining("can't be seen at the new address")],
  });
});
