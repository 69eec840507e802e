import { decide, notLookedLine, type Situation, show } from "../../../provider/lifecycle/decide.js";
import type { Comparison, Difference } from "../../../provider/lifecycle/resource.js";
import { calm, drift } from "./situations.js";

const clean = { changes: false, replaces: [], warnings: [], infos: [], runWarnings: [] };
const differing = (difference: Difference, more: Partial<Situation> = {}) =>
  decide({ ...calm, comparison: { differences: [difference] }, ...more });

describe("the line of a difference", () => {
  test("is a warning of drift where state held something else, with that where it is a third thing", () => {
    const line = 'drift: name of API key key_1 is "theirs", wanted "mine"';
    expect(differing(drift)).toEqual({ ...clean, changes: true, warnings: [`${line}.`] });
    expect(differing(drift, { stored: { name: "mine" } }).warnings).toEqual([`${line}.`]);
    expect(differing(drift, { stored: { name: "once" } }).warnings).toEqual([`${line}, last applied "once".`]);
  });

  test("is only said where state held what is live, as a set too", () => {
    expect(differing(drift, { stored: { name: "theirs" } })).toEqual({
      ...clean,
      changes: true,
      infos: ['to change: name of API key key_1 is "theirs", wanted "mine".'],
    });
    const scopes = { ...drift, field: "scopes", live: ["a:read"], wanted: ["b:read"] };
    expect(differing(scopes, { stored: { scopes: ["a:read"] } }).infos).toEqual([
      'to change: scopes of API key key_1 is ["a:read"], wanted ["b:read"].',
    ]);
  });

  test("ends with its advice", () => {
    const { warnings } = differing({ ...drift, live: undefined, advice: "Look." });
    expect(warnings).toEqual([]);
    const { infos } = differing({ ...drift, live: undefined, advice: "Look." });
    expect(infos).toEqual(['to change: name of API key key_1 is not set, wanted "mine". Look.']);
  });

  test("says of what is not ours to repair that it is so; more than one fails in one message", () => {
    const sick: Difference = { field: "status", wanted: "active", live: "disabled", repairable: false };
    const line = 'unhealthy, not ours to repair: status of API key key_1 is "disabled", wanted "active".';
    expect(differing(sick)).toEqual({ ...clean, warnings: [line] });
    const both = { differences: [sick, sick, drift] };
    const verdict = decide({ ...calm, comparison: both, failOnUnhealthy: true, stored: { name: "theirs" } });
    expect(verdict).toMatchObject({ changes: true, warnings: [], failure: `${line}\n${line}` });
    expect(differing(drift, { failOnUnhealthy: true })).not.toHaveProperty("failure");
  });
});

test("a step that is due is planned where it was asked for, whatever is said of those that are due", () => {
  const due: Difference = { ...drift, due: "a new key is made" };
  const planned = (difference: Difference, dueRotations: "apply" | "report") =>
    differing(difference, { dueRotations, replaceOnChanges: ["*"] });
  expect(planned(due, "report")).toEqual({ ...clean, infos: ["due: a new key is made"] });
  expect(planned(due, "apply")).toEqual({ ...clean, changes: true, infos: ["due: a new key is made"] });
  expect(planned({ ...due, isAsked: true }, "report").changes).toBe(true);
  expect(planned({ ...due, isAsked: false }, "report").changes).toBe(false);
  const before: Comparison = { differences: [drift, due] };
  expect(decide({ ...calm, comparison: before, dueRotations: "report" }).changes).toBe(true);
});

describe("what could not be seen", () => {
  const blind: Situation = { ...calm, sight: "unknown", why: "it is down." };
  const reason = "the live state of API key key_1 could not be read: it is down.";

  test("fails a strict preview and decides nothing else", () => {
    const failure = `${reason} Nothing is known about drift. With 'pulumi config set payments:driftCheck warn' a preview goes on without looking.`;
    expect(decide({ ...blind, comparison: { differences: [drift] }, unknown: ["scopes"] })).toEqual({
      ...clean,
      failure,
    });
    const { why: _, ...untold } = blind;
    expect(decide(untold).failure).toContain("could not be read: no reason given Nothing");
  });

  test("is compared with what state holds otherwise, and that is said", () => {
    expect(decide({ ...blind, driftCheck: "warn" })).toEqual({
      ...clean,
      warnings: [`${reason} Compared with the stored state: drift was not looked for.`],
    });
  });

  test("because nobody looked is said once a run, and of nothing else", () => {
    expect(notLookedLine).toBe(
      "live state was not looked at, since payments:driftCheck is off: drift would not show here",
    );
    expect(decide({ ...calm, sight: "not-looked", driftCheck: "off" })).toEqual({
      ...clean,
      runWarnings: [notLookedLine],
    });
  });
});

describe("a move that is not accepted", () => {
  const rest =
    ": the move was not accepted, and this was left as it is. If just this one was deleted before the move, 'pulumi state delete' forgets it. What had followed before it in this run (an endpoint, say) comes back with the old address configured and the two addresses of PAYMENTS_REHOME swapped.";
  const at = "API key key_1";
  test.each<[Situation["sight"], string | undefined, string]>([
    ["absent", undefined, `${at} is not at the new address (not in its list), so this is not the same service`],
    ["absent", "told", `${at} is not at the new address (told), so this is not the same service`],
    ["unknown", undefined, `${at} could not be looked for at the new address (no reason given)`],
    ["unknown", "told", `${at} could not be looked for at the new address (told)`],
    ["not-looked", undefined, `${at} was not looked for at the new address, since payments:driftCheck is off`],
  ])("for what is %s (why: %s) says so, and how to get out of it", (sight, why, line) => {
    const situation: Situation = { ...calm, sight, driftCheck: "warn", rehome: true, ...(why ? { why } : {}) };
    const verdict = decide({ ...situation, unknown: ["type"], comparison: { differences: [drift] } });
    expect(verdict.failure).toBe(`${line}${rest}`);
    expect(verdict).toMatchObject({ changes: false, replaces: [], infos: [] });
  });
});

test("a move that is accepted is said, and why where nothing can be seen", () => {
  expect(decide({ ...calm, rehome: true })).toEqual({
    ...clean,
    changes: true,
    infos: ["API key key_1 was found at the new address; state will follow"],
  });
  expect(decide({ ...calm, rehome: true, comparison: { differences: [], unseen: true } })).toEqual({
    ...clean,
    changes: true,
    warnings: [
      "API key key_1 can't be seen at the new address; its state follows on the word of PAYMENTS_REHOME alone",
    ],
  });
  expect(decide({ ...calm, comparison: { differences: [], unseen: true } })).toEqual(clean);
});

test("what live state forbids stands before all else, save of what is gone", () => {
  const comparison = { differences: [drift], refusals: ["one"], notes: ["a note"] };
  expect(decide({ ...calm, comparison, unknown: ["type"] })).toEqual({ ...clean, failure: "one" });
  expect(decide({ ...calm, comparison, sight: "absent" })).not.toHaveProperty("failure");
  expect(decide({ ...calm, comparison: { differences: [], refusals: [] } })).toEqual(clean);
});

test("what a comparison has to say is said where it belongs", () => {
  const comparison = { differences: [], notes: ["a note"], warnings: ["a warning"], runWarnings: ["of the run"] };
  expect(decide({ ...calm, comparison })).toEqual({
    ...clean,
    infos: ["a note"],
    warnings: ["a warning"],
    runWarnings: ["of the run"],
  });
});

describe("why something is replaced", () => {
  test("is what was declared and what is", () => {
    const replacing = [{ field: "type", wanted: undefined, stored: "secret" }];
    expect(decide({ ...calm, replacing })).toEqual({
      ...clean,
      changes: true,
      replaces: ['type: "secret" -> not set'],
    });
  });

  test("is an argument that can't change and is not known", () => {
    expect(decide({ ...calm, unknown: ["scopes", "type"] })).toEqual({
      ...clean,
      changes: true,
      replaces: ["type is not known before apply"],
      infos: ["scopes, type can't be compared before apply"],
    });
  });

  test("is that it is gone; then nothing is compared", () => {
    expect(decide({ ...calm, sight: "absent", comparison: { differences: [drift] } })).toEqual({
      ...clean,
      changes: true,
      replaces: ["gone: not in the service's list"],
      warnings: [
        "gone: API key key_1 was deleted behind Pulumi's back (not in the service's list). It will be created again.",
      ],
    });
    expect(decide({ ...calm, sight: "absent", why: "told", protectedUrn: "urn:1" })).toMatchObject({
      replaces: ["gone: told"],
      warnings: [
        "gone: API key key_1 was deleted behind Pulumi's back (told). It will be created again. The program protects it: if the engine refuses the replacement, run 'pulumi state unprotect urn:1' once, then this again.",
      ],
    });
  });
});

test("what this run deleted itself is no warning, and nobody else is blamed for it", () => {
  expect(decide({ ...calm, sight: "absent", why: "this run deleted it", deletedByUs: true })).toEqual({
    ...clean,
    changes: true,
    replaces: ["gone: this run deleted it"],
    infos: ["gone: API key key_1 was deleted by this run. It will be created again."],
  });
});

test("what state alone has wrong is one line", () => {
  expect(decide({ ...calm, outdated: ["a is 1", "b is 2"] })).toEqual({
    ...clean,
    changes: true,
    infos: ["to record in state, without a write to the service: a is 1; b is 2"],
  });
});

test("a value is shown as JSON, and one that is not there as not set", () => {
  expect(show({ a: ["b"] })).toBe('{"a":["b"]}');
  expect(show(undefined)).toBe("not set");
});
