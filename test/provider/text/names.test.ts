import { isNamed, logicalNameOf, namesIn } from "../../../provider/text/names";

const urn = "urn:pulumi:dev::shop::acme:Team$pulumi-nodejs:dynamic/payments:ApiKey::ci::eu";

test("names stand between commas, with spaces or without, and none is empty", () => {
  expect([...namesIn(" a,b , ,a,")]).toEqual(["a", "b"]);
  expect([...namesIn(undefined)]).toEqual([]);
});

test("a logical name is all that stands behind the type, separators too", () => {
  expect(logicalNameOf(urn)).toBe("ci::eu");
  expect(logicalNameOf("")).toBe("");
});

test.each([
  [urn, true],
  ["ci::eu", true],
  ["eu", false],
  [urn.replace("dev", "prod"), false],
])("a resource named %s is among those named: %s", (name, expected) => {
  expect(isNamed(urn, new Set(["other", name]))).toBe(expected);
});
