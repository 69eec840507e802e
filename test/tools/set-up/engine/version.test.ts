import fc from "fast-check";
import { isAtLeast, pinnedEngineVersion } from "../../../../tools/set-up/engine/version.js";

test.each([
  ["3.227.0", true],
  ["3.226.9", false],
  ["3.1000.0", true],
  ["4.0.0", true],
  ["2.999.999", false],
  ["3.228.0-alpha.x54149bf", true],
  ["3.227", true],
  ["", false],
  ["unknown", false],
])("%s counts as 3.227.0 or later: %s", (version, expected) => {
  expect(isAtLeast(version, "3.227.0")).toBe(expected);
});

test("of two versions at least one is at least the other, and both only if they are equal", () => {
  const version = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30)).map((numbers) => numbers.join("."));
  fc.assert(
    fc.property(version, version, (one, other) => {
      const [over, under] = [isAtLeast(one, other), isAtLeast(other, one)];
      return (over || under) && (over && under) === (one === other);
    }),
  );
});

test("the engine that the Go module pins is itself supported", () => {
  expect(isAtLeast(pinnedEngineVersion(), "3.227.0")).toBe(true);
});
