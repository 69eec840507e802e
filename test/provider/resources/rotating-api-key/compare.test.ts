import type { ResourceContext } from "../../../../provider/lifecycle/resource";
import { compareRotation, factsOf } from "../../../../provider/resources/rotating-api-key/compare";
import type {
  LiveRotation,
  RotatingApiKeyArgs,
  RotatingApiKeyPrivateState,
} from "../../../../provider/resources/rotating-api-key/fields";
import { triggerMark } from "../../../../provider/resources/rotating-api-key/private-state";
import { current, dayMs, found, gone, live, liveKey, retiring, rotation } from "./observations";

const rules = { deletionGuard: { unusedHours: 24 }, dueRotations: "apply" } as ResourceContext["configuration"];

const args: Partial<RotatingApiKeyArgs> = { rotation, scopes: ["accounts:read"] };
const compare = (observation: LiveRotation, privateState: RotatingApiKeyPrivateState = { current }, wanted = args) =>
  compareRotation(wanted, observation, { outputs: {}, privateState }, rules);
const timed = { argument: "rotation", repairable: true };

test("what is as declared and not due differs in nothing, and tells when it will", () => {
  expect(compare(live(0))).toEqual({ differences: [], notes: ["rotates in 30 days"], warnings: [] });
});

describe("a new key", () => {
  test("whose time has come is due by the argument rotation", () => {
    expect(compare(live(30 * dayMs)).differences).toEqual([
      {
        ...timed,
        field: "current",
        desired: "a new key",
        live: "key_2",
        cause: "due",
        advice: "a new key is created and handed on; the current key stays for its overlap",
      },
    ]);
  });

  test("that the trigger asks for is asked for", () => {
    const wanted = { ...args, rotation: { trigger: "b", overlapHours: 1 } };
    expect(compare(live(0), { current, trigger: triggerMark("a") }, wanted).differences).toEqual([
      {
        ...timed,
        isAsked: true,
        field: "current",
        desired: "a new key",
        live: "key_2",
        cause: "due",
        advice: "the trigger changed: a new key is created and handed on; the current key stays for its overlap",
      },
    ]);
  });

  test("that this run was asked to make is asked for, the deletion of the one before too", () => {
    expect(compare(live(0, { emergency: "revoke" })).differences).toEqual([
      {
        ...timed,
        isAsked: true,
        field: "current",
        desired: "a new key",
        live: "key_2",
        cause: "due",
        advice: "requested for this run: a new key is created and handed on",
      },
      {
        ...timed,
        isAsked: true,
        field: "retiring",
        desired: undefined,
        live: "key_2",
        cause: "due",
        advice: "key key_2 is deleted: this run was asked to",
      },
    ]);
  });

  test("in place of one that is gone is a repair, and not due", () => {
    expect(compare(live(0, { current: gone })).differences).toEqual([
      {
        field: "current",
        desired: "key_2",
        cause: "gone",
        live: "gone (not in the list)",
        repairable: true,
        advice: "A new key is created, and the value changes.",
      },
    ]);
    expect(compare(live(0, { current: gone }), {}).differences).toMatchObject([{ desired: undefined }]);
    expect(compare(live(0, { emergency: "rotate" }), {}).differences).toMatchObject([{ live: undefined }]);
  });
});

describe("the retiring key", () => {
  test("that is quiet after its overlap is due to go", () => {
    const observation = live(dayMs, { retiring: found("key_1") });
    expect(compare(observation, { current, retiring }).differences).toEqual([
      {
        ...timed,
        field: "retiring",
        desired: undefined,
        live: "key_1",
        cause: "due",
        advice: "key key_1 is deleted: its overlap is over and nobody uses it",
      },
    ]);
  });

  test("that somebody deleted is due to be forgotten", () => {
    expect(compare(live(0, { retiring: gone }), { current, retiring }).differences).toEqual([
      {
        ...timed,
        field: "retiring",
        desired: undefined,
        live: undefined,
        cause: "due",
        advice: "key key_1 is gone already and leaves state",
      },
    ]);
  });

  test("that waits for somebody is warned of, and is no difference", () => {
    const observation = live(dayMs, { retiring: found("key_1"), retiringLockedBy: "it is the run's" });
    expect(compare(observation, { current, retiring })).toEqual({
      differences: [],
      notes: ["rotates in 29 days"],
      warnings: ["the retiring key key_1 (one) stays: it is the run's"],
    });
  });
});

test("a left-over key is a warning and no difference: nobody changed anything that is ours", () => {
  const leftOver = [liveKey("key_3", { name: "three" })];
  const comparison = compare(live(0, { leftOver }));
  expect(comparison.differences).toEqual([]);
  expect(comparison.warnings).toEqual([expect.stringContaining("orphan: API key key_3")]);
});

describe("the scopes", () => {
  const held = ["payouts:write", "accounts:read"];
  const difference = {
    argument: "scopes",
    desired: ["accounts:read"],
    live: ["accounts:read", "payouts:write"],
    repairable: true,
  };

  test("of both keys are compared, each with a name of its own", () => {
    const observation = live(0, {
      current: found("key_2", { scopes: held }),
      retiring: found("key_1", { scopes: held }),
    });
    expect(compare(observation, { current, retiring }).differences).toEqual([
      { ...difference, field: "scopes" },
      { ...difference, field: "scopes of the retiring key" },
    ]);
  });

  test("are not compared where they are not known, or the key is gone; their order is none", () => {
    const { scopes: _, ...unknown } = args;
    expect(compare(live(0, { current: found("key_2", { scopes: held }) }), { current }, unknown).differences).toEqual(
      [],
    );
    const shuffled = { ...args, scopes: ["payouts:write", "accounts:read", "accounts:read"] };
    const observation = live(0, {
      current: found("key_2", { scopes: [...held].reverse() }),
      retiring: found("key_1", { scopes: held }),
    });
    expect(compare(observation, { current, retiring }, shuffled).differences).toEqual([]);
    expect(compare(live(0, { retiring: gone }), { current, retiring }).differences).toHaveLength(1);
  });
});

describe("the deletion guard that a retiring key waits for", () => {
  test("is its own, else the stack's, and none where it is off", () => {
    const hours = (privateState: RotatingApiKeyPrivateState): number =>
      factsOf(args, live(0), { outputs: {}, privateState }, rules).guardHours;
    expect(hours({})).toBe(24);
    expect(hours({ deletionGuard: { unusedHours: 3 } })).toBe(3);
    expect(hours({ deletionGuard: "off" })).toBe(0);
  });
});

test("what is decided from is what is declared, what state keeps, what is seen and how due steps are treated", () => {
  const observation = live(0);
  expect(
    factsOf(args, observation, { outputs: { current }, privateState: {} }, { ...rules, dueRotations: "report" }),
  ).toEqual({
    rotation: args.rotation,
    privateState: { current },
    live: observation,
    guardHours: 24,
    dueRotations: "report",
  });
});

test("a guard that keeps the retiring key reaches the rotation of that key alone", () => {
  const observation = live(0, { retiring: found("key_1") });
  const factsWith = (id: string, privateState: Partial<RotatingApiKeyPrivateState>) =>
    factsOf(args, observation, { outputs: {}, privateState }, { ...rules, postponed: new Map([[id, "it is used"]]) });
  expect(factsWith("key_1", { current, retiring }).live).toEqual({ ...observation, retiringLockedBy: "it is used" });
  expect(factsWith("key_0", { current, retiring }).live).toBe(observation);
  expect(factsWith("key_1", { current }).live).toBe(observation);
});
