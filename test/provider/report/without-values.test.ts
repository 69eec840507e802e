import { withoutValues } from "../../../provider/report/without-values.js";

test("what looks like the value of a key is taken out of every text, however deep", () => {
  const value = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";
  expect(withoutValues({ a: [`x ${value} y`], b: { c: value } })).toEqual({
    a: ["x [redacted] y"],
    b: { c: "[redacted]" },
  });
});

test.each(["live-1a2b3c4d-abcdefgh", "test-shop-backend-key", "secret rotation", "sk-shop", "accounts:read"])(
  "%s is a name and stays",
  (name) => {
    expect(withoutValues(name)).toBe(name);
  },
);

test("what is no text stays as it is", () => {
  expect(withoutValues([1, null, true, undefined])).toEqual([1, null, true, undefined]);
});
