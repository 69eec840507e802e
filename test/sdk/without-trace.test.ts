import { withoutTrace } from "../../sdk/without-trace";

test("an error is made with its message and no frames, and later ones have theirs", () => {
  expect(withoutTrace(() => new Error("why")).stack).toBe("Error: why");
  expect(new Error("later").stack).toMatch(/\n +at /);
});

test("what can't be made leaves later errors their frames too", () => {
  const make = (): Error => {
    throw new TypeError("no");
  };
  expect(() => withoutTrace(make)).toThrow(TypeError);
  expect(new Error("later").stack).toMatch(/\n +at /);
});
