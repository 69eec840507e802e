import { quoted } from "../../../provider/reading/outcome";

test("a name is quoted, and one that looks like a value is not shown", () => {
  expect(quoted('bil"ling')).toBe('"bil\\"ling"');
  expect(quoted("sk_live_0123456789")).toBe("that was asked for (not shown, since it looks like a value)");
});
