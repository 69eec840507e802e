import fc from "fast-check";
import { detailedDiff } from "../../../provider/native/detailed-diff";
import type { Change } from "../../../provider/report/record";

const change = (more: Partial<Change>): Change => ({ field: "scopes", cause: "drift", repairable: true, ...more });
const scopes = fc.uniqueArray(fc.constantFrom("a:read", "a:write", "b:read", "b:write", "c:read", "c:write", "*"));

/** What the engine makes of the list that state holds, by the paths alone. */
function applied(old: readonly string[], wanted: readonly string[], paths: ReturnType<typeof detailedDiff>): string[] {
  const at = (kind: string) => paths.filter((each) => each.kind === kind).map(({ path }) => Number(path.slice(7, -1)));
  const removed = new Set([...at("DELETE"), ...at("UPDATE")]);
  const added = [...at("ADD"), ...at("UPDATE")].map((index) => wanted[index]!);
  return [...old.filter((_, index) => !removed.has(index)), ...added];
}

test("the paths of a list name each element that is added or removed, and no other", () => {
  fc.assert(
    fc.property(scopes, scopes, (live, desired) => {
      fc.pre(JSON.stringify([...live].sort()) !== JSON.stringify([...desired].sort()));
      const sides = { outputs: { scopes: live }, inputs: { scopes: desired } };
      const paths = detailedDiff([change({ live, desired })], sides);
      expect(applied(live, desired, paths).sort()).toEqual([...desired].sort());
      const both = live.filter((each) => desired.includes(each));
      const named = paths.filter(({ kind }) => kind === "DELETE").map(({ path }) => live[Number(path.slice(7, -1))]);
      expect(named.filter((each) => both.includes(each!))).toEqual([]);
    }),
  );
});

test("scopes that another resource manages are neither added nor removed", () => {
  const sides = { outputs: { scopes: ["pay:read", "x:read", "y:read"] }, inputs: { scopes: ["y:read", "z:read"] } };
  const paths = detailedDiff([change({ live: ["x:read", "y:read"], desired: ["y:read", "z:read"] })], sides);
  expect(paths).toEqual([{ path: "scopes[1]", kind: "UPDATE", replaces: false }]);
});

test("where state does not hold what was compared, the list as a whole is shown", () => {
  const sides = { outputs: { scopes: ["old"] }, inputs: { scopes: ["new"] } };
  expect(detailedDiff([change({ live: ["live"], desired: ["new"] })], sides)).toEqual([
    { path: "scopes", kind: "UPDATE", replaces: false },
  ]);
});

test("a field that no argument declares is shown by the argument that does", () => {
  const sides = { outputs: { scopes: ["pay:read"], access: "read" }, inputs: { access: "readWrite" } };
  const paths = detailedDiff([change({ argument: "access", live: ["pay:read"], desired: ["pay:read", "x"] })], sides);
  expect(paths).toEqual([{ path: "access", kind: "UPDATE", replaces: false }]);
});

test("what replaces the object says so on its path", () => {
  const sides = { outputs: { type: "secret" }, inputs: { type: "publishable" } };
  const type = change({ field: "type", cause: "program", replaces: "createOnly", repairable: false });
  expect(detailedDiff([type], sides)).toEqual([{ path: "type", kind: "UPDATE", replaces: true }]);
});

test("a key that is due appears as one that is not known yet, and one that goes as deleted", () => {
  const sides = { outputs: { current: { id: "key_1" }, retiring: { id: "key_0" } }, inputs: { rotation: {} } };
  const due = { argument: "rotation", cause: "due" as const };
  const changes = [
    change({ ...due, field: "current", desired: "a new key", live: "key_1" }),
    change({ ...due, field: "retiring", live: "key_0" }),
  ];
  expect(detailedDiff(changes, sides)).toEqual([
    { path: "current", kind: "ADD", replaces: false },
    { path: "retiring", kind: "DELETE", replaces: false },
  ]);
});

test("what nobody may repair and what is due and only reported have no path", () => {
  const sides = { outputs: { status: "disabled" }, inputs: { status: "active" } };
  for (const cause of ["unhealthy", "due"] as const)
    expect(detailedDiff([change({ field: "status", cause, repairable: false })], sides)).toEqual([]);
});

test("a name with signs of a path in it is quoted", () => {
  const sides = { outputs: { "scopes of the retiring key": 1 }, inputs: {} };
  const [found] = detailedDiff([change({ field: "scopes of the retiring key", desired: 2 })], sides);
  expect(found?.path).toBe('["scopes of the retiring key"]');
});
