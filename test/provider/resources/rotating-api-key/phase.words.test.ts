import type { LiveRotation } from "../../../../provider/resources/rotating-api-key/fields";
import {
  dueAtMs,
  overlapEndsAtMs,
  planRotation,
  replacesGoneKey,
  stepsToTake,
  whyRetiringStays,
} from "../../../../provider/resources/rotating-api-key/phase";
import { recoveryOptions } from "../../../../provider/text/recovery-options";
import {
  at,
  current,
  dayMs,
  facts,
  found,
  hourMs,
  live,
  liveKey,
  retiring,
  rotation,
  startMs,
  twoKeys,
} from "./observations";

describe("where a rotation stands is said", () => {
  test("with the time that is left until the next one", () => {
    expect(planRotation(facts(live(28 * dayMs)))).toEqual({
      steps: [],
      isAsked: false,
      lines: ["rotates in 2 days"],
      warnings: [],
    });
  });

  test("with nothing where no time makes it rotate", () => {
    const byTrigger = { trigger: "a", overlapHours: 1 };
    expect(planRotation(facts(live(0), { rotation: byTrigger })).lines).toEqual([]);
    expect(planRotation(facts(live(0), { rotation: undefined })).lines).toEqual([]);
  });

  test("with the time until the retiring key may go, then with when the next is due", () => {
    const plan = planRotation(twoKeys(live(4 * hourMs, { retiring: found("key_1") })));
    expect(plan.lines).toEqual(["the retiring key key_1 (one) can be deleted in 20 h", "rotates in 29 days"]);
    expect(plan.warnings).toEqual([]);
  });

  test("as due at its very moment, and as overdue from then on, where two keys stand in the way", () => {
    const locked = { retiring: found("key_1"), retiringLockedBy: "it is the run's own" };
    const stays = "the retiring key key_1 (one) stays: it is the run's own";
    const waits = (late: string): string =>
      `${late}: two keys exist already, so it rotates when the retiring key key_1 is gone`;
    expect(planRotation(twoKeys(live(30 * dayMs, locked))).warnings).toEqual([stays, waits("due")]);
    expect(planRotation(twoKeys(live(32 * dayMs, locked)))).toEqual({
      steps: [],
      isAsked: false,
      lines: [],
      warnings: [stays, waits("overdue by 2 days")],
    });
    const emergency = planRotation(twoKeys(live(32 * dayMs, { ...locked, emergency: "rotate" })));
    expect(emergency.warnings).toEqual([stays, waits("due")]);
    expect(emergency.isAsked).toBe(true);
  });

  test("with a stranger of its name, whole", () => {
    const leftOver = [liveKey("key_3", { lastUsed: at(hourMs) })];
    expect(planRotation(facts(live(2 * hourMs, { leftOver }))).warnings).toEqual([
      `key key_3 (name of key_3) was created for this rotation, state does not record it, and somebody used it at ${at(hourMs)}. State may come from an older backup. The provider leaves the key alone. Once nobody needs it:\n${recoveryOptions(leftOver[0]!)}`,
    ]);
  });
});

test("to revoke a key that is the only one makes its successor first, and then deletes it because it was told to", () => {
  expect(planRotation(facts(live(0, { emergency: "revoke" })))).toEqual({
    steps: [
      { do: "rotate", why: "emergency" },
      { do: "retire", id: "key_2", why: "told" },
    ],
    isAsked: true,
    lines: [],
    warnings: [],
  });
  expect(planRotation(facts(live(0, { emergency: "rotate" }))).steps).toEqual([{ do: "rotate", why: "emergency" }]);
  expect(planRotation(facts(live(0, { emergency: "revoke" }), { privateState: {} })).steps).toEqual([
    { do: "rotate", why: "emergency" },
  ]);
});

test("steps that are due are taken where that is not switched off", () => {
  const plan = planRotation(facts(live(30 * dayMs)));
  expect(stepsToTake(plan, "apply")).toEqual([{ do: "rotate", why: "due" }]);
  expect(stepsToTake(plan, "report")).toEqual([]);
});

test("the retiring key goes because it is quiet, or because it was told to", () => {
  const why = (more: Partial<LiveRotation>) =>
    planRotation(twoKeys(live(dayMs, { retiring: found("key_1"), ...more }))).steps[0];
  expect(why({})).toEqual({ do: "retire", id: "key_1", why: "quiet" });
  expect(why({ forced: new Set(["key_1"]) })).toEqual({ do: "retire", id: "key_1", why: "told" });
  expect(why({ forced: new Set(["key_9"]) })).toEqual({ do: "retire", id: "key_1", why: "quiet" });
  expect(why({ retiring: undefined })).toEqual({ do: "forget", id: "key_1" });
});

describe("why the retiring key stays", () => {
  const why = (
    change: Partial<{
      more: Partial<LiveRotation>;
      privateState: object;
      used: string;
      rotation: undefined;
      guardHours: number;
    }>,
    nowMs = 2 * dayMs,
  ) =>
    whyRetiringStays(
      {
        rotation: "rotation" in change ? undefined : rotation,
        live: live(nowMs, change.more),
        guardHours: change.guardHours ?? 0,
      },
      { ...retiring, ...change.privateState },
      change.used,
      startMs + nowMs,
    );
  const forced = { forced: new Set(["key_1"]) };

  test("is nothing once its overlap is over and nobody uses it", () => {
    expect(why({})).toBeUndefined();
    expect(why({ used: at(0) })).toBeUndefined();
    expect(why({ used: at(dayMs) })).toBeUndefined();
  });

  test("is no use of the time when it was the current one, however long the guard", () => {
    const guarded = { guardHours: 72 };
    expect(why({ ...guarded, used: at(-1) }, dayMs)).toBeUndefined();
    expect(why({ ...guarded, used: at(0) }, dayMs)).toBeUndefined();
    expect(why({ ...guarded, used: at(1) }, dayMs)).toMatchObject({ isWaiting: true });
  });

  test("is that the rotation is not known, which waits for nobody", () => {
    expect(why({ rotation: undefined })).toEqual({
      line: "whether the retiring key key_1 (one) can be deleted is unknown until rotation is known",
      isWaiting: false,
    });
    expect(why({ rotation: undefined, more: forced })).toBeUndefined();
  });

  test("is that nobody knows since when it is retiring", () => {
    const unknown = { privateState: { retiredAt: "" } };
    expect(why(unknown)).toEqual({
      line: "the retiring key key_1 (one): state does not record since when; PAYMENTS_FORCE=key_1 deletes it",
      isWaiting: true,
    });
    expect(why({ ...unknown, more: forced })).toBeUndefined();
  });

  test("is its overlap, which only force outweighs", () => {
    expect(why({}, dayMs - 1)).toEqual({
      line: "the retiring key key_1 (one) can be deleted in 1 min",
      isWaiting: false,
    });
    expect(why({ more: forced }, 0)).toBeUndefined();
    expect(why({}, dayMs)).toBeUndefined();
  });

  test("is that it is the run's own, whatever forces it", () => {
    const stays = { line: "the retiring key key_1 (one) stays: it is the run's own", isWaiting: true };
    const locked = { retiringLockedBy: "it is the run's own" };
    expect(why({ more: locked })).toEqual(stays);
    expect(why({ more: { ...locked, ...forced } })).toEqual(stays);
    expect(why({ more: { ...locked, emergency: "revoke" } }, 0)).toEqual(stays);
  });

  test("is a use after the hand-over, for as long as overlap and guard ask, whichever is longer", () => {
    const line = (ago: string, quiet: string): string =>
      `the retiring key key_1 (one) is still in use: last at ${at(dayMs + 1)}${ago}, after its successor was handed on. Some program still uses the old value. The key is deleted after ${quiet} without use. PAYMENTS_FORCE=key_1 deletes it in one run anyway.`;
    const used = at(dayMs + 1);
    expect(why({ used })).toEqual({ line: line(" (23 h ago)", "24 h"), isWaiting: true });
    expect(why({ used }, 2 * dayMs + 1)).toBeUndefined();
    const guarded = { used, guardHours: 72 };
    expect(why(guarded, 4 * dayMs)).toEqual({ line: line(" (2 days ago)", "3 days"), isWaiting: true });
    expect(why(guarded, 4 * dayMs + 1)).toBeUndefined();
    expect(why({ used, more: forced })).toBeUndefined();
  });

  test("is a use that nobody can read, without how long ago", () => {
    expect(why({ used: "yesterday" }, 90 * dayMs)).toMatchObject({
      line: expect.stringContaining("is still in use: last at yesterday, after its successor"),
      isWaiting: true,
    });
  });
});

test("times follow from what is declared and what is kept, and there is none where one of them tells none", () => {
  expect(dueAtMs(rotation, current)).toBe(startMs + 30 * dayMs);
  expect(dueAtMs(undefined, current)).toBeUndefined();
  expect(dueAtMs(rotation, undefined)).toBeUndefined();
  expect(dueAtMs({ trigger: "a", overlapHours: 1 }, current)).toBeUndefined();
  expect(dueAtMs(rotation, { ...current, since: "once" })).toBeUndefined();
  expect(overlapEndsAtMs(rotation, retiring)).toBe(startMs + dayMs);
  expect(overlapEndsAtMs(undefined, retiring)).toBe(startMs);
});

test("only a current key that is gone is fixed whatever the time", () => {
  expect(replacesGoneKey({ do: "rotate", why: "gone" })).toBe(true);
  for (const why of ["due", "trigger", "emergency"] as const)
    expect(replacesGoneKey({ do: "rotate", why })).toBe(false);
  expect(replacesGoneKey({ do: "forget", id: "key_1" })).toBe(false);
  expect(replacesGoneKey({ do: "retire", id: "key_1", why: "quiet" })).toBe(false);
});
