import fc from "fast-check";
import {
  planRotation,
  type RotationFacts,
  type Step,
  stepsToTake,
} from "../../../../provider/resources/rotating-api-key/phase";
import { triggerMark } from "../../../../provider/resources/rotating-api-key/private-state";
import { at, current, dayMs, facts, found, gone, hourMs, live, liveKey, twoKeys } from "./observations";

const did = (planned: RotationFacts): string[] =>
  planRotation(planned).steps.map((step: Step) =>
    step.do === "rotate" ? `rotate: ${step.why}` : `${step.do} ${step.id}`,
  );

test("a key becomes due at its time, not a millisecond before", () => {
  expect(did(facts(live(30 * dayMs - 1)))).toEqual([]);
  expect(did(facts(live(30 * dayMs)))).toEqual(["rotate: due"]);
});

test("where nobody looked nothing is done, and that is said", () => {
  expect(planRotation(facts({ ...live(60 * dayMs), nowMs: undefined }))).toEqual({
    steps: [],
    isAsked: false,
    lines: [],
    warnings: ["its keys were not read, so nothing rotates and no key is deleted in this run, whatever is due"],
  });
});

test("a key that state does not hold is reported with its command, never deleted, and a rotation goes on beside it", () => {
  const leftOver = [liveKey("key_3")];
  const planned = planRotation(facts(live(30 * dayMs, { leftOver })));
  expect(planned.steps.map((step) => step.do)).toEqual(["rotate"]);
  expect(planned.warnings).toEqual([expect.stringMatching(/^orphan: API key key_3.*orphans --delete key_3$/s)]);
  expect(did(facts(live(0, { leftOver, current: gone })))).toEqual(["rotate: gone"]);
});

test("one that somebody used says that state is old: it is left alone, no third key is made, and no force changes that", () => {
  const leftOver = [liveKey("key_3", { lastUsed: at(hourMs) })];
  const planned = planRotation(facts(live(31 * dayMs, { leftOver })));
  expect(planned.steps).toEqual([]);
  expect(planned.warnings).toEqual([
    expect.stringMatching(/^key key_3 \(name of key_3\) .* somebody used it at .*orphans --delete key_3$/s),
    "overdue by 24 h: two keys exist already, so it rotates when key key_3 is gone",
  ]);
  expect(did(facts(live(31 * dayMs, { leftOver, forced: new Set(["key_3"]) })))).toEqual([]);
  expect(did(facts(live(0, { leftOver, current: gone })))).toEqual(["rotate: gone"]);
});

test("state that names no key makes one", () => {
  expect(did(facts(live(0, { current: gone }), { privateState: {} }))).toEqual(["rotate: gone"]);
});

test("while rotation is not known nothing is called due, and the retiring key is not said to go", () => {
  const planned = planRotation(twoKeys(live(40 * dayMs, { retiring: found("key_1") }), { rotation: undefined }));
  expect(planned).toEqual({
    steps: [],
    isAsked: false,
    lines: ["whether the retiring key key_1 (one) can be deleted is unknown until rotation is known"],
    warnings: [],
  });
});

test("where steps that are due are said only, what fixes and what was asked for is done all the same", () => {
  const taken = (planned: RotationFacts): string[] =>
    stepsToTake(planRotation(planned), "report").map((step) => step.do);
  expect(taken(facts(live(30 * dayMs)))).toEqual([]);
  expect(taken(twoKeys(live(30 * hourMs, { retiring: found("key_1") })))).toEqual([]);
  expect(taken(facts(live(30 * dayMs, { leftOver: [liveKey("key_3")] })))).toEqual([]);
  expect(taken(facts(live(0, { current: gone })))).toEqual(["rotate"]);
  expect(taken(facts(live(0, { emergency: "rotate" })))).toEqual(["rotate"]);
  expect(taken(twoKeys(live(hourMs, { emergency: "revoke", retiring: found("key_1") })))).toEqual([
    "retire",
    "rotate",
    "retire",
  ]);
});

test("the retiring key goes when its overlap is over and it was not used since the hand-over", () => {
  const observation = (nowMs: number, used = {}) => twoKeys(live(nowMs, { retiring: found("key_1", used) }));
  expect(did(observation(24 * hourMs - 1))).toEqual([]);
  expect(did(observation(24 * hourMs))).toEqual(["retire key_1"]);
  expect(did(observation(24 * hourMs, { lastUsed: at(0) }))).toEqual(["retire key_1"]);
  expect(did(observation(24 * hourMs, { lastUsed: at(1) }))).toEqual([]);
  expect(did(observation(24 * hourMs + 1, { lastUsed: at(1) }))).toEqual(["retire key_1"]);
});

test("a deletion guard longer than the overlap is waited for after a use", () => {
  const observation = (nowMs: number) =>
    twoKeys(live(nowMs, { retiring: found("key_1", { lastUsed: at(hourMs) }) }), { guardHours: 72 });
  expect(did(observation(72 * hourMs))).toEqual([]);
  expect(did(observation(73 * hourMs))).toEqual(["retire key_1"]);
  expect(planRotation(observation(48 * hourMs)).warnings[0]).toMatch(
    /is still in use: last at 2026-01-01T01:00:00.000Z \(47 h ago\).*deleted after 3 days/,
  );
});

test("a use that can't be read counts as one", () => {
  expect(did(twoKeys(live(90 * dayMs, { retiring: found("key_1", { lastUsed: "yesterday" }) })))).toEqual([]);
});

test("what forces a key outweighs use and overlap, and never the run's own credential", () => {
  const forced = { retiring: found("key_1", { lastUsed: at(hourMs) }), forced: new Set(["key_1"]) };
  expect(did(twoKeys(live(2 * hourMs, forced)))).toEqual(["retire key_1"]);
  expect(did(twoKeys(live(2 * hourMs, { ...forced, retiringLockedBy: "it is the run's" })))).toEqual([]);
});

test("a retiring key that somebody deleted is forgotten, and makes room at once", () => {
  expect(did(twoKeys(live(hourMs, { retiring: gone })))).toEqual(["forget key_1"]);
  expect(did(twoKeys(live(30 * dayMs, { retiring: gone })))).toEqual(["forget key_1", "rotate: due"]);
});

test("a current key that is gone is recreated before anything else goes", () => {
  const observation = live(30 * dayMs, { current: gone, retiring: found("key_1") });
  expect(did(twoKeys(observation))).toEqual(["rotate: gone", "retire key_1"]);
});

test("to revoke deletes the retiring key, makes a new one, and then deletes the one before", () => {
  const observation = live(hourMs, { emergency: "revoke", retiring: found("key_1", { lastUsed: at(hourMs) }) });
  expect(did(twoKeys(observation))).toEqual(["retire key_1", "rotate: emergency", "retire key_2"]);
});

test("an emergency with a retiring key in its overlap waits, and says for what", () => {
  const observation = live(hourMs, { emergency: "rotate", retiring: found("key_1") });
  expect(did(twoKeys(observation))).toEqual([]);
  expect(planRotation(twoKeys(observation)).warnings).toEqual([
    "due: two keys exist already, so it rotates when the retiring key key_1 is gone",
  ]);
});

test("only a change of a recorded trigger rotates", () => {
  const by = (trigger: string | undefined) =>
    facts(live(0), {
      rotation: { trigger: "b", overlapHours: 1 },
      privateState: {
        generation: 1,
        current,
        ...(trigger === undefined ? {} : { trigger: triggerMark(trigger) }),
      },
    });
  expect(did(by(undefined))).toEqual([]);
  expect(did(by("b"))).toEqual([]);
  expect(did(by("a"))).toEqual(["rotate: trigger"]);
});

const sights = fc.oneof(
  fc.constant(gone),
  fc.integer({ min: -100, max: 100 }).map((hours) => found("", { lastUsed: at(hours * hourMs) })),
  fc.constant(found("")),
);

test("whatever is seen: never more than two keys, never fewer than one by our hand, and no key goes in its overlap", () => {
  fc.assert(
    fc.property(
      fc.record({
        nowHours: fc.integer({ min: -10, max: 3_000 }),
        current: sights,
        retiring: fc.option(sights, { nil: undefined }),
        emergency: fc.option(fc.constantFrom("rotate" as const, "revoke" as const), { nil: undefined }),
        forced: fc.boolean(),
        locked: fc.boolean(),
        guardHours: fc.nat(48),
      }),
      ({ nowHours, current, retiring, emergency, forced, locked, guardHours }) => {
        const observation = live(nowHours * hourMs, {
          current,
          retiring,
          emergency,
          forced: new Set(forced ? ["key_1"] : []),
          retiringLockedBy: locked ? "the run's own" : undefined,
        });
        const planned = (retiring === undefined ? facts : twoKeys)(observation, { guardHours });
        const keys = new Set<string>();
        if (current.state === "found") keys.add("key_2");
        if (retiring?.state === "found") keys.add("key_1");
        for (const step of planRotation(planned).steps) {
          if (step.do === "rotate") keys.add("new");
          if (step.do !== "retire") continue;
          keys.delete(step.id);
          expect(keys.size).toBeGreaterThanOrEqual(1);
          if (step.id === "key_1" && !forced && emergency !== "revoke") expect(nowHours).toBeGreaterThanOrEqual(24);
          if (step.id === "key_1") expect(locked).toBe(false);
        }
        expect(keys.size).toBeLessThanOrEqual(2);
      },
    ),
  );
});
