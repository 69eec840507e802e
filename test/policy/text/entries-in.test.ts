import { entriesIn } from "../../../policy/text/entries-in.js";

test("what an object says is found by name, and by no name that it does not say", () => {
  const entries = entriesIn('{"eu":1,"__proto__":{"polluted":true}}');
  expect([...entries]).toEqual([
    ["eu", 1],
    ["__proto__", { polluted: true }],
  ]);
  expect(entries.get("constructor")).toBeUndefined();
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test.each(["null", "5", "true", "{", "", "undefined"])("%j says nothing", (text) => {
  expect(entriesIn(text).size).toBe(0);
});
