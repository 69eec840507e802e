import { classifyResource } from "../../../drift/classify/resource";
import { type Cause, type Change, causes, type ResourceRecord } from "../../../provider/report/record";
import { record } from "../looks";

const read = ["accounts:read"];
const both = ["accounts:read", "accounts:write"];
const change = (cause: Cause, more: Partial<Change> = {}): Change => ({
  field: "scopes",
  desired: read,
  lastApplied: read,
  recorded: read,
  live: both,
  cause,
  repairable: true,
  ...more,
});
const found = (changes: Change[], encrypted?: string[]) =>
  classifyResource(record("ci", { changes }), new Set(encrypted));

const tiers: Record<Cause, string> = {
  drift: "changed",
  program: "pending-program",
  due: "due",
  unhealthy: "unhealthy",
  gone: "gone",
  unknown: "consequence",
  unrecorded: "pending-program",
};

test.each(Object.keys(causes) as Cause[])("a change by %s has one tier", (cause) => {
  expect(found([change(cause)])?.tier).toBe(tiers[cause]);
});

test("what is as it should be is clean", () => {
  expect(found([])).toBeUndefined();
});

test("of several changes the gravest is the finding", () => {
  const order: Cause[] = ["unhealthy", "gone", "drift", "due", "program", "unrecorded", "unknown"];
  for (const [place, cause] of order.entries())
    expect(
      found(
        order
          .slice(place)
          .reverse()
          .map((each) => change(each, { field: each })),
      )?.tier,
    ).toBe(tiers[cause]);
});

test("only the fields that drifted are reported with a drift, from every side, and not those that the program changed besides", () => {
  const name = change("program", { field: "name", desired: "new", lastApplied: "old", recorded: "old", live: "old" });
  expect(found([name, change("drift", { advice: "Look." })])).toEqual({
    tier: "changed",
    fields: [{ field: "scopes", wanted: read, applied: read, stored: read, live: both, advice: "Look." }],
    why: "scopes of API key id_ci differs live from what is declared",
  });
  const two = found([change("drift"), change("drift", { field: "name" })]);
  expect(two?.fields.map(({ field }) => field)).toEqual(["name", "scopes"]);
  const sorted = found([change("drift", { field: "name" }), change("drift")]);
  expect(sorted?.fields.map(({ field }) => field)).toEqual(["name", "scopes"]);
  expect(two?.why).toBe("name and scopes of API key id_ci differ live from what is declared");
});

test.each<[string, Partial<ResourceRecord>, string]>([
  ["could not be read", { observed: "unknown", why: "time-out" }, "undetermined"],
  ["is gone", { observed: "absent", why: "two readings" }, "gone"],
  ["can't be seen at this service", { unobservable: true }, "undetermined"],
  ["can't be seen, which is refused", { unobservable: true, refusals: ["no read"] }, "undetermined"],
  ["is in a state that forbids what is declared", { refusals: ["it holds *"] }, "changed"],
])("a resource that %s", (_, parts, tier) => {
  expect(classifyResource(record("ci", { changes: [change("due")], ...parts }))?.tier).toBe(tier);
});

test.each<[Partial<ResourceRecord>, string]>([
  [{ observed: "unknown", why: "time-out" }, "its live state could not be read: time-out"],
  [{ observed: "unknown" }, "its live state could not be read: no reason given"],
  [{ observed: "absent", why: "two readings" }, "deleted outside Pulumi: API key id_ci (two readings)."],
  [{ observed: "absent" }, "deleted outside Pulumi: API key id_ci (not listed)."],
  [
    { unobservable: true },
    "the service offers no read of such objects, or knows none of this id: nothing is known of it",
  ],
  [{ refusals: ["it holds *.", "Change it."] }, "it holds *. Change it."],
])("what could not be compared says why, and shows no field (%j)", (parts, why) => {
  expect(classifyResource(record("ci", { changes: [change("drift")], ...parts }))).toMatchObject({ why, fields: [] });
});

test("an object that is unhealthy says so", () => {
  const status = change("unhealthy", { field: "status", desired: "active", live: "inactive" });
  expect(found([status])).toMatchObject({ why: "API key id_ci does not deliver", fields: [{ field: "status" }] });
});

test("where no comparison was possible, the fields that moved are reported, without those that move by themselves", () => {
  const sides = {
    scopes: { desired: read, recorded: ["b", "a"], live: ["*"] },
    name: { recorded: "ci", live: "ci" },
    tags: { recorded: ["b", "a"], live: ["a", "b"] },
    lastUsed: { recorded: "2030-01-01", live: "2030-01-02" },
    createdAt: { recorded: "2030-01-01", live: "2030-01-02" },
    updatedAt: { recorded: "2030-01-01", live: "2030-01-02" },
    access: { recorded: "read", live: "write" },
    value: { recorded: "x" },
  };
  const refused = classifyResource(record("ci", { refusals: ["it holds *"], sides }));
  expect(refused).toEqual({
    tier: "changed",
    fields: [
      { field: "access", stored: "read", live: "write" },
      { field: "scopes", wanted: read, stored: ["b", "a"], live: ["*"] },
    ],
    why: "it holds *",
  });
});

test("what the program replaces is pending, and reported once though it is compared as well", () => {
  const replaced = change("program", { field: "type", desired: "secret", live: "publishable", replaces: "createOnly" });
  const { lastApplied: _, ...asReplaced } = replaced;
  const judged = found([asReplaced, { ...replaced, lastApplied: "publishable" }]);
  expect(judged).toMatchObject({
    tier: "pending-program",
    why: "the program changed type since the last up",
  });
  expect(judged?.fields).toMatchObject([{ field: "type", wanted: "secret", applied: "publishable" }]);
});

test("what only state has wrong, and what is not known yet, are reported in words alone", () => {
  const unrecorded = (advice: string) => change("unrecorded", { advice });
  expect(found([unrecorded("a is 1"), unrecorded("b is 2")])).toEqual({
    tier: "pending-program",
    fields: [],
    why: "the next up records in state, without a write to the service: a is 1; b is 2",
  });
  expect(found([change("unknown", { field: "name" }), change("unknown")])).toEqual({
    tier: "consequence",
    fields: [],
    why: "name, scopes can't be compared before what it depends on is applied",
  });
});

test("a rotation whose time has come is due, and no drift", () => {
  const due = change("due", { field: "current", desired: "a new key", live: "key_1", advice: "a new key is made" });
  expect(found([due])).toEqual({
    tier: "due",
    fields: [{ field: "current", wanted: "a new key", live: "key_1", advice: "A new key is made." }],
    why: "a new key is made",
  });
});

test("a rotation whose current key was deleted is gone, and what drifted besides is reported with it", () => {
  const current = change("gone", { field: "current", desired: "key_2", live: "gone (two readings)" });
  expect(found([change("drift", { field: "scopes of the retiring key" }), current])).toMatchObject({
    tier: "gone",
    fields: [{ field: "current" }, { field: "scopes of the retiring key" }],
    why: "deleted outside Pulumi: the current key key_2 of API key id_ci",
  });
});

test("of a rotation that lost both keys each is reported", () => {
  const lost = (field: string, id: string) => change("gone", { field, desired: id });
  expect(found([lost("current", "key_2"), lost("retiring", "key_1")])?.why).toBe(
    "deleted outside Pulumi: the current key key_2 and retiring key key_1 of API key id_ci",
  );
});

test("an argument that state holds encrypted is not shown on any side", () => {
  const mark = "[secret]";
  expect(found([change("drift")], ["scopes"])?.fields).toEqual([
    { field: "scopes", wanted: mark, stored: mark, live: mark },
  ]);
  const [byAnother] = found([change("drift", { argument: "access" })], ["access"])!.fields;
  expect(byAnother).toEqual({ field: "scopes", wanted: read, stored: read, live: both });
  const refused = record("ci", { refusals: ["no"], sides: { name: { recorded: "a", live: "b" } } });
  expect(classifyResource(refused, new Set(["name"]))?.fields).toEqual([
    { field: "name", wanted: mark, stored: mark, live: mark },
  ]);
});
