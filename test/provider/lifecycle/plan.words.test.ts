import { notObservedLine, type Plan, type PlanInput, plan, show } from "../../../provider/lifecycle/plan";
import type { Difference } from "../../../provider/lifecycle/resource";
import type { Change } from "../../../provider/report/record";
import { calm, drift, type Given, planFor } from "./plan-inputs";

const clean = { action: "none", replaces: [], warnings: [], notes: [], runWarnings: [] };
/** The plan without the list of changes, which is its input. */
const said = ({ changes: _, ...planned }: Plan) => planned;
const planned = (more: Partial<PlanInput>) => said(plan({ ...calm, ...more }));
const differing = (difference: Difference, given?: Given, more?: Partial<PlanInput>) =>
  said(planFor([difference], given, more));
const unknown = (field: string): Change => ({ field, cause: "unknown", repairable: false });
const unknownType: Change = { ...unknown("type"), replaces: "createOnly" };

describe("the line of a difference", () => {
  test("is a warning of drift where state held something else, with that where it is a third thing", () => {
    const line = 'drift: name of API key key_1 is "theirs", wanted "mine"';
    expect(differing(drift)).toEqual({ ...clean, action: "update", warnings: [`${line}.`] });
    expect(differing(drift, { recorded: { name: "mine" } }).warnings).toEqual([`${line}.`]);
    expect(differing(drift, { recorded: { name: "once" } }).warnings).toEqual([`${line}, last applied "once".`]);
  });

  test("is only said where state held what is live, as a set too", () => {
    expect(differing(drift, { recorded: { name: "theirs" } })).toEqual({
      ...clean,
      action: "update",
      notes: ['to change: name of API key key_1 is "theirs", wanted "mine".'],
    });
    const scopes = { ...drift, field: "scopes", live: ["a:read"], desired: ["b:read"] };
    expect(differing(scopes, { recorded: { scopes: ["a:read"] } }).notes).toEqual([
      'to change: scopes of API key key_1 is ["a:read"], wanted ["b:read"].',
    ]);
  });

  test("ends with its advice", () => {
    const { warnings } = differing({ ...drift, live: undefined, advice: "Look." });
    expect(warnings).toEqual([]);
    const { notes } = differing({ ...drift, live: undefined, advice: "Look." });
    expect(notes).toEqual(['to change: name of API key key_1 is not set, wanted "mine". Look.']);
  });

  test("says of what is not ours to repair that it is so; more than one fails in one message", () => {
    const sick: Difference = { field: "status", desired: "active", live: "disabled", repairable: false };
    const line = 'unhealthy, not ours to repair: status of API key key_1 is "disabled", wanted "active".';
    expect(differing(sick)).toEqual({ ...clean, warnings: [line] });
    const refused = planFor([sick, sick, drift], { recorded: { name: "theirs" } }, { failOnUnhealthy: true });
    expect(refused).toMatchObject({ action: "refuse", warnings: [], refusal: `${line}\n${line}` });
    expect(refused.notes).toEqual([expect.stringContaining("to change: name")]);
    expect(differing(drift, {}, { failOnUnhealthy: true })).not.toHaveProperty("refusal");
  });
});

test("a step that is due is planned where it was asked for, whatever is said of those that are due", () => {
  const due: Difference = { ...drift, cause: "due", advice: "a new key is created" };
  const dueOf = (difference: Difference, dueRotations: "apply" | "report") =>
    differing(difference, { dueRotations, replaceOnChanges: ["*"] });
  expect(dueOf(due, "report")).toEqual({ ...clean, notes: ["due: a new key is created"] });
  expect(dueOf(due, "apply")).toEqual({ ...clean, action: "update", notes: ["due: a new key is created"] });
  expect(dueOf({ ...due, isAsked: true }, "report").action).toBe("update");
  expect(dueOf({ ...due, isAsked: false }, "report").action).toBe("none");
  expect(planFor([drift, due], { dueRotations: "report" }).action).toBe("update");
});

describe("what could not be seen", () => {
  const blind: Partial<PlanInput> = { observed: "unknown", why: "it is down." };
  const reason = "the live state of API key key_1 could not be read: it is down.";

  test("fails a strict preview and decides nothing else", () => {
    const refusal = `${reason} Drift is unknown. To preview without live state, run 'pulumi config set payments:driftCheck warn'.`;
    expect(differing(drift, {}, blind)).toEqual({ ...clean, action: "refuse", refusal });
    expect(planned({ observed: "unknown" }).refusal).toContain("could not be read: no reason given Drift is unknown");
  });

  test("is compared with what state holds otherwise, and that is said", () => {
    expect(planned({ ...blind, driftCheck: "warn" })).toEqual({
      ...clean,
      warnings: [`${reason} Compared with the recorded state only, so drift is unknown.`],
    });
  });

  test("because nobody looked is said once a run, and of nothing else", () => {
    expect(notObservedLine).toBe(
      "live state was not read because payments:driftCheck is off, so this run can't show drift",
    );
    expect(planned({ observed: "not-observed", driftCheck: "off" })).toEqual({
      ...clean,
      runWarnings: [notObservedLine],
    });
  });
});

describe("a move that is not accepted", () => {
  const rest =
    ": the move was refused, and this object was left as it is. If only this object was deleted before the move, remove it from state with 'pulumi state delete'. What had followed before it in this run (an endpoint, say) comes back with the old address configured and the two addresses of PAYMENTS_REHOME swapped.";
  const at = "API key key_1";
  test.each<[PlanInput["observed"], string | undefined, string]>([
    ["absent", undefined, `${at} is not at the new address (not in its list), so this is not the same service`],
    ["absent", "told", `${at} is not at the new address (told), so this is not the same service`],
    ["unknown", undefined, `${at} could not be read at the new address (no reason given)`],
    ["unknown", "told", `${at} could not be read at the new address (told)`],
    ["not-observed", undefined, `${at} was not read at the new address because payments:driftCheck is off`],
  ])("for what is %s (why: %s) says so, and how to get out of it", (observed, why, line) => {
    const refused = planned({
      observed,
      driftCheck: "warn",
      relocates: true,
      changes: [unknownType],
      ...(why ? { why } : {}),
    });
    expect(refused).toMatchObject({ action: "refuse", refusal: `${line}${rest}`, replaces: [], notes: [] });
  });
});

test("a move that is accepted is said, and why where nothing can be seen", () => {
  expect(planned({ relocates: true })).toEqual({
    ...clean,
    action: "record",
    notes: ["API key key_1 was found at the new address; state will follow"],
  });
  expect(planned({ relocates: true, comparison: { unobservable: true } })).toEqual({
    ...clean,
    action: "record",
    warnings: [
      "API key key_1 can't be seen at the new address; its state follows on the word of PAYMENTS_REHOME alone",
    ],
  });
  expect(planned({ comparison: { unobservable: true } })).toEqual(clean);
});

test("what live state forbids stands before all else, save of what is gone", () => {
  const comparison = { refusals: ["one"], notes: ["a note"] };
  expect(differing(drift, {}, { comparison })).toEqual({ ...clean, action: "refuse", refusal: "one" });
  expect(planned({ comparison, observed: "absent" })).not.toHaveProperty("refusal");
  expect(planned({ comparison: { refusals: [] } })).toEqual(clean);
});

test("what a comparison has to say is said where it belongs", () => {
  const comparison = { notes: ["a note"], warnings: ["a warning"], runWarnings: ["of the run"] };
  expect(planned({ comparison })).toEqual({
    ...clean,
    notes: ["a note"],
    warnings: ["a warning"],
    runWarnings: ["of the run"],
  });
});

describe("why something is replaced", () => {
  test("is what was declared and what is", () => {
    const change = { field: "type", recorded: "secret", cause: "program", repairable: false } as const;
    expect(planned({ changes: [{ ...change, replaces: "createOnly" }] })).toEqual({
      ...clean,
      action: "replace",
      replaces: ['type: "secret" -> not set'],
    });
  });

  test("is an argument that can't change and is not known", () => {
    expect(planned({ changes: [unknown("scopes"), unknownType] })).toEqual({
      ...clean,
      action: "replace",
      replaces: ["type is unknown until apply"],
      notes: ["scopes, type can't be compared until apply"],
    });
  });

  test("is that it is gone", () => {
    expect(planned({ observed: "absent" })).toEqual({
      ...clean,
      action: "create",
      replaces: ["gone: not in the service's list"],
      warnings: [
        "gone: API key key_1 was deleted outside Pulumi (not in the service's list). It will be created again.",
      ],
    });
    expect(planned({ observed: "absent", why: "told", protectedUrn: "urn:1" })).toMatchObject({
      replaces: ["gone: told"],
      warnings: [
        "gone: API key key_1 was deleted outside Pulumi (told). It will be created again. The program protects it: if the engine refuses the replacement, run 'pulumi state unprotect urn:1' once, then this again.",
      ],
    });
  });
});

test("what this run deleted itself is no warning, and nobody else is blamed for it", () => {
  expect(planned({ observed: "absent", why: "this run deleted it", deletedByUs: true })).toEqual({
    ...clean,
    action: "create",
    replaces: ["gone: this run deleted it"],
    notes: ["gone: API key key_1 was deleted by this run. It will be created again."],
  });
});

test("what state alone has wrong is one line", () => {
  const unrecorded = (advice: string): Change => ({ field: "a", cause: "unrecorded", repairable: false, advice });
  expect(planned({ changes: [unrecorded("a is 1"), unrecorded("b is 2")] })).toEqual({
    ...clean,
    action: "record",
    notes: ["recorded in state only, nothing is written to the service: a is 1; b is 2"],
  });
});

test("a value is shown as JSON, and one that is not there as not set", () => {
  expect(show({ a: ["b"] })).toBe('{"a":["b"]}');
  expect(show(undefined)).toBe("not set");
});
