import type { ResourceContext } from "../../../../provider/lifecycle/resource";
import type { RotatingApiKeyPrivateState } from "../../../../provider/resources/rotating-api-key/fields";
import {
  asApiKey,
  deletionsOf,
  knownValueOf,
  lookupOf,
  postponableDeletions,
  retiringStays,
  rotationKeys,
  rotationWrites,
} from "../../../../provider/resources/rotating-api-key/planned-writes";
import { at, current, found, gone, live, liveKey, retiring } from "./observations";

const rules = { deletionGuard: { unusedHours: 24 } } as ResourceContext["configuration"];
const outputs = { value: "sk_two", retiringValue: "sk_one" };
const both = { outputs, privateState: { current, retiring } };
const of = (privateState: Partial<RotatingApiKeyPrivateState>) => ({ outputs, privateState });
const [one, two] = rotationKeys(both) as [ReturnType<typeof rotationKeys>[0], ReturnType<typeof rotationKeys>[0]];

const deletion = (id: string, value: string, write: "delete" | "replace" = "delete") => ({
  write,
  id,
  lookup: {},
  known: { value, isGiven: false },
  deletionGuard: { unusedHours: 24 },
  recordedUse: undefined,
});

test("the key that goes first is first, and each has the value that state holds of it", () => {
  expect(rotationKeys(both)).toEqual([
    { key: retiring, value: "sk_one" },
    { key: current, value: "sk_two" },
  ]);
  expect(rotationKeys(of({ current }))).toEqual([{ key: current, value: "sk_two" }]);
  expect(rotationKeys(of({}))).toEqual([]);
});

test("the value of an adopted key is one that a person gave; a key is looked up by its creation", () => {
  expect(knownValueOf({ key: { ...current, adopted: true }, value: "v" })).toEqual({ value: "v", isGiven: true });
  expect(knownValueOf({ key: current, value: "v" })).toEqual({ value: "v", isGiven: false });
  expect(lookupOf({ ...current, createdAt: at(0) })).toEqual({ createdAt: at(0) });
});

test("as a key of its own, only the current one is an adopted one; the guard is the rotation's", () => {
  const key = { key: { ...current, createdAt: at(0), adopted: true as const }, value: "v" };
  const asKey = (privateState: Partial<RotatingApiKeyPrivateState>) => asApiKey(key, of(privateState));
  expect(asKey({ current: key.key })).toEqual({
    outputs: { type: "secret", value: "v", createdAt: at(0) },
    privateState: { adopted: true },
  });
  expect(asKey({ current: key.key, deleteAdopted: true, deletionGuard: "off" }).privateState).toEqual({
    adopted: true,
    deleteAdopted: true,
    deletionGuard: "off",
  });
  expect(asKey({ current: { ...current, id: "key_3" } }).privateState).toEqual({});
  expect(asKey({}).privateState).toEqual({});
  expect(asApiKey(two, both).privateState).toEqual({});
});

test("why the retiring key stays names the key, save where its use says so itself", () => {
  const use = { guard: "deletion", why: "it is in use" } as const;
  const credential = { guard: "credential", why: "the run uses it" } as const;
  expect(retiringStays(retiring, [use, credential])).toBe(
    "it is in use\nthe retiring key key_1 (one) stays: the run uses it",
  );
});

describe("a deletion that may wait", () => {
  test("is that of the retiring key, where it is there", () => {
    expect(postponableDeletions(live(0, { retiring: found("key_1") }), both)).toEqual([
      {
        write: "delete",
        id: "key_1",
        lookup: { createdAt: undefined },
        known: { value: "sk_one", isGiven: false },
        deletionGuard: "off",
      },
    ]);
  });

  test.each([
    ["no key retires", live(0), of({ current })],
    ["the retiring key is gone", live(0, { retiring: gone }), both],
    ["state holds another one", live(0, { retiring: found("key_0") }), both],
    ["state holds none", live(0, { retiring: found("key_1") }), of({})],
  ])("is none where %s", (_, observed, recorded) => {
    expect(postponableDeletions(observed, recorded)).toEqual([]);
  });
});

test("a removal deletes both keys, and leaves an adopted one", () => {
  expect(deletionsOf([one, two], both, "delete", rules)).toEqual([
    deletion("key_1", "sk_one"),
    deletion("key_2", "sk_two"),
  ]);
  const adopted = { ...current, adopted: true as const };
  const recorded = of({ current: adopted, retiring });
  expect(deletionsOf(rotationKeys(recorded), recorded, "replace", rules)).toEqual([
    deletion("key_1", "sk_one", "replace"),
  ]);
});

describe("a planned write", () => {
  const plan = (more: Partial<Parameters<typeof rotationWrites>[0]>) =>
    rotationWrites(
      {
        id: "rotation",
        args: { scopes: ["accounts:read"] },
        live: live(0, { retiring: found("key_1") }),
        recorded: both,
        replaces: false,
        removes: false,
        fields: new Set(["scopes"]),
        ...more,
      },
      rules,
    );
  const create = { write: "create" };

  test("of scopes goes to each key that is there, and makes them the declared ones", () => {
    const [first, ...updates] = plan({ fields: new Set(["name", "scopes of the retiring key"]) });
    expect(first).toEqual(create);
    expect(updates).toEqual([
      {
        write: "update",
        id: "key_1",
        lookup: { createdAt: undefined },
        known: { value: "sk_one", isGiven: false },
        path: "scopes",
        merge: expect.any(Function),
      },
      expect.objectContaining({ write: "update", id: "key_2", known: { value: "sk_two", isGiven: false } }),
    ]);
    const now = liveKey("key_1");
    const merged = updates.map((update) => (update.write === "update" ? update.merge(now) : undefined));
    expect(merged).toEqual([{ scopes: ["accounts:read"] }, { scopes: ["accounts:read"] }]);
    expect(plan({ live: live(0, { retiring: gone }) }).map((write) => "id" in write && write.id)).toEqual([
      false,
      "key_2",
    ]);
  });

  test.each([
    ["the scopes are not written", { fields: new Set(["name"]) }],
    ["no scopes are declared", { args: {} }],
    ["the rotation is gone", { live: undefined, replaces: true, removes: true }],
    ["a replaced rotation keeps its keys", { replaces: true }],
    ["nothing of it is there", { live: live(0, { current: gone }), replaces: true, removes: true }],
  ])("is the creation of a key alone where %s", (_, more) => {
    expect(plan(more)).toEqual([create]);
  });

  test("of a replacement deletes the keys that are there", () => {
    expect(plan({ replaces: true, removes: true })).toEqual([
      create,
      deletion("key_1", "sk_one", "replace"),
      deletion("key_2", "sk_two", "replace"),
    ]);
  });
});
