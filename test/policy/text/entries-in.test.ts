import { entriesIn } from "../../../policy/text/entries-in";

test("entries are found by their own names only", () => {
  const entries = entriesIn('{"eu":1,"__proto__":{"polluted":true}}');
  expect([...entries]).toEqual([
    ["eu", 1],
    ["__proto__", { polluted: true }],
  ]);
  expect(entries.get("constructor")).toBeUndefined();
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test.each(["null", "5", "true", "{", "", "undefined"])("%j has no entries", (text) => {
  expect(entriesIn(text).size).toBe(0);
});
