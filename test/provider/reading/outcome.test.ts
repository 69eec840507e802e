import { quoted } from "../../../provider/reading/outcome.js";

test("a name is quoted, and one that looks like a value is not shown", () => {
  expect(quoted('bil"ling')).toBe('"bil\\"ling"');
  expect(quoted("sk_live_0123456789")).not.toContain("0123456789");
});
