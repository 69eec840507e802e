import { matchesAny } from "../../../policy/rules/matches-any.js";

test("one pattern of several is enough, and no pattern matches nothing", () => {
  expect(matchesAny(["prod", "pr-*"], "pr-12")).toBe(true);
  expect(matchesAny(["prod", "pr-*"], "dev")).toBe(false);
  expect(matchesAny([], "dev")).toBe(false);
});
