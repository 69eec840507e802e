import type { LiveRotation, RotatingApiKeyPrivateState } from "../../../../provider/resources/rotating-api-key/fields";
import {
  rotationAsRead,
  rotationOutputs,
  rotationPrivateStateFor,
} from "../../../../provider/resources/rotating-api-key/outputs";
import { triggerMark } from "../../../../provider/resources/rotating-api-key/private-state";

const since = "2026-01-01T00:00:00.000Z";
const current = { id: "key_2", name: "two", since, createdAt: "2025-12-31T00:00:00Z", adopted: true as const };
const retiring = { id: "key_1", name: "one", since, retiredAt: "2026-01-02T00:00:00.000Z", createdAt: since };
const byTime = { everyDays: 30, overlapHours: 24 };
const byTrigger = { trigger: "a", overlapHours: 1 };

describe("what state shows", () => {
  test("are the keys with what is told of them, and when the next steps are due, beside all else", () => {
    expect(rotationOutputs({ value: "v", accountId: "acct_1" }, { current, retiring }, byTime)).toEqual({
      value: "v",
      accountId: "acct_1",
      current: { id: "key_2", name: "two", since },
      retiring: { id: "key_1", name: "one", since, mayGoAt: "2026-01-03T00:00:00.000Z" },
      rotatesAt: "2026-01-31T00:00:00.000Z",
    });
  });

  test("is nothing of a retiring key, nor of a time, that there is no more", () => {
    const before = { value: "v", retiring: { id: "key_1" }, rotatesAt: since };
    expect(rotationOutputs(before, { current }, byTrigger)).toEqual({
      value: "v",
      current: { id: "key_2", name: "two", since },
    });
    expect(rotationOutputs(before, {}, byTime)).toEqual({ value: "v" });
  });

  test("says never of a time beyond all dates", () => {
    expect(rotationOutputs({}, { current }, { ...byTime, everyDays: 1e12 }).rotatesAt).toBe("never");
    const lastDayMs = 8.64e15;
    const at = { ...current, since: new Date(lastDayMs - 86_400_000).toISOString() };
    expect(rotationOutputs({}, { current: at }, { ...byTime, everyDays: 1 }).rotatesAt).toBe(
      new Date(lastDayMs).toISOString(),
    );
  });

  test("never says of a time that is not known", () => {
    const unknown = rotationOutputs({}, { retiring: { ...retiring, retiredAt: "" } }, byTime);
    expect(unknown.retiring).toMatchObject({ mayGoAt: "never" });
  });
});

describe("what is read", () => {
  const outputs = { value: "v", scopes: ["accounts:read"] };
  const recorded = { outputs, privateState: {} };
  const live = (current_: LiveRotation["current"]): LiveRotation => ({
    current: current_,
    leftOver: [],
    forced: new Set(),
  });

  test("are the scopes of the current key, in one order; the values stay as they were", () => {
    const scopes = ["b:read", "a:read"];
    const key = { id: "key_2", name: "two", type: "secret" as const, scopes, value: "sk_****" };
    expect(rotationAsRead(live({ state: "found", live: key }), recorded)).toEqual({
      value: "v",
      scopes: ["a:read", "b:read"],
    });
  });

  test("changes nothing where the current key is gone", () => {
    expect(rotationAsRead(live({ state: "absent", why: "gone" }), recorded)).toEqual(outputs);
  });
});

describe("what is kept", () => {
  const keys: RotatingApiKeyPrivateState = { current, retiring, generation: 2 };

  test("are the keys, and the times that are declared", () => {
    expect(rotationPrivateStateFor({ rotation: byTime }, keys)).toEqual({ ...keys, ...byTime });
    const before = { ...keys, trigger: triggerMark("b"), overlapHours: 9 };
    expect(rotationPrivateStateFor({ rotation: byTime }, before)).toEqual({ ...keys, ...byTime });
  });

  test("is the mark of a trigger, the one before until a rotation follows the new one", () => {
    expect(rotationPrivateStateFor({ rotation: byTrigger }, { ...keys, everyDays: 30 })).toEqual({
      ...keys,
      trigger: triggerMark("a"),
      overlapHours: 1,
    });
    expect(rotationPrivateStateFor({ rotation: byTrigger }, { ...keys, trigger: "before" }).trigger).toBe("before");
  });

  test("is what it was of a rotation that is not known yet", () => {
    for (const before of [
      { ...keys, everyDays: 30, overlapHours: 24 },
      { ...keys, trigger: "t", overlapHours: 1 },
    ])
      expect(rotationPrivateStateFor({}, before)).toEqual(before);
  });

  test("is the guard that is declared, and no longer the one before", () => {
    const before: RotatingApiKeyPrivateState = { ...keys, deletionGuard: "off", deleteAdopted: true };
    expect(rotationPrivateStateFor({ rotation: byTime }, before)).toEqual({ ...keys, ...byTime });
    const deletionGuard = { unusedHours: 3 };
    expect(rotationPrivateStateFor({ rotation: byTime, deletionGuard }, before)).toEqual({
      ...keys,
      ...byTime,
      deletionGuard,
    });
  });

  test("is whether an adopted key goes with the resource, while that is the current one", () => {
    const wanted = { rotation: byTime, deleteAdopted: true };
    expect(rotationPrivateStateFor(wanted, keys).deleteAdopted).toBe(true);
    expect(rotationPrivateStateFor({ ...wanted, deleteAdopted: false }, keys)).not.toHaveProperty("deleteAdopted");
    const { adopted: _, ...own } = current;
    expect(rotationPrivateStateFor(wanted, { ...keys, current: own })).not.toHaveProperty("deleteAdopted");
    expect(rotationPrivateStateFor(wanted, {})).not.toHaveProperty("deleteAdopted");
  });

  test("holds nothing that is not there", () => {
    expect(Object.keys(rotationPrivateStateFor({}, {}))).toEqual([]);
  });
});
