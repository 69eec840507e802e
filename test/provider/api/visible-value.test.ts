import fc from "fast-check";
import { fitsVisible, tellsKeysApart, visibleIn } from "../../../provider/api/visible-value";

test.each([
  ["sk_sandbox_****", "sk_sandbox_", ""],
  ["sk_sandbox_****ab12", "sk_sandbox_", "ab12"],
  ["sk_live_4eC3...dp7c", "sk_live_4eC3", "dp7c"],
  ["sk_…dp7c", "sk_", "dp7c"],
  ["••••••dp7c", "", "dp7c"],
  ["XXXXXXXX-dp7c", "", "-dp7c"],
  ["sk_****mid****dp7c", "sk_", "dp7c"],
  ["sk_****a****b****dp7c", "sk_", "dp7c"],
  ["sk_****xdp7c", "sk_", "xdp7c"],
])("%s shows %j before and %j after what is masked", (shown, head, tail) => {
  expect(visibleIn(shown)).toEqual({ head, tail });
});

test.each(["", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "redacted", "sk_a.b"])(
  "%j masks nothing, so that nothing of it is carried on",
  (shown) => {
    expect(visibleIn(shown)).toBeUndefined();
  },
);

test.each([
  ["sk_sandbox_", "", false],
  ["sk_live_", "abc", false],
  ["sk_live_", "abcd", true],
  ["sk_live_4eC3", "", true],
  ["sk_live_4e", "c3", true],
  ["1sk_live_", "", true],
  ["", "", false],
])("what is shown as %j … %j tells keys apart: %s", (head, tail, apart) => {
  expect(tellsKeysApart({ head, tail })).toBe(apart);
});

const secret = fc.stringMatching(/^sk_live_[a-f0-9]{24}$/);

test("a value fits what is shown of it, however much that is, and no other value of its kind does where its end is shown", () => {
  fc.assert(
    fc.property(secret, secret, fc.nat(12), fc.integer({ min: 4, max: 8 }), (value, other, headLength, tailLength) => {
      const shown = `${value.slice(0, headLength)}****${value.slice(-tailLength)}`;
      const visible = visibleIn(shown)!;
      expect(fitsVisible(value, visible)).toBe(true);
      expect(fitsVisible(other, visible)).toBe(
        other.startsWith(value.slice(0, headLength)) && other.endsWith(value.slice(-tailLength)),
      );
    }),
  );
});

test("a value that is no longer than what is shown is not the one that is shown", () => {
  expect(fitsVisible("abcd", { head: "abcd", tail: "abcd" })).toBe(false);
  expect(fitsVisible("abcdabcd", { head: "abcd", tail: "abcd" })).toBe(false);
});
