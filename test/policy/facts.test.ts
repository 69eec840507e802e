import { notYetKnown, readFacts } from "../../policy/facts.js";
import { sdkView, unknownString } from "./sdk-view.js";

test("known values are copied as they are", () => {
  const properties = sdkView({ type: "secret", scopes: ["accounts:read"], deep: { list: [1, null, true] } });
  expect(readFacts(properties, ["type", "scopes", "deep", "absent"])).toEqual({
    facts: { type: "secret", scopes: ["accounts:read"], deep: { list: [1, null, true] }, absent: undefined },
    firstUnknown: undefined,
  });
});

test("an unknown value at any depth hides nothing beside it", () => {
  const properties = sdkView({
    type: unknownString,
    scopes: ["*", unknownString],
    deep: { one: unknownString, two: 2 },
  });
  const { facts } = readFacts(properties, ["type", "scopes", "deep"]);
  expect(facts).toEqual({ type: notYetKnown, scopes: ["*", notYetKnown], deep: { one: notYetKnown, two: 2 } });
});

test("the SDK's own error is handed on, and names the value that is not known", () => {
  const { firstUnknown } = readFacts(sdkView({ scopes: ["*", unknownString] }), ["scopes"]);
  expect(String(firstUnknown)).toMatch(/scopes\.1 can't be known during preview/);
});

test("a property that was not asked for is not looked at", () => {
  const properties = sdkView({ type: "secret", value: unknownString });
  expect(readFacts(properties, ["type"])).toEqual({ facts: { type: "secret" }, firstUnknown: undefined });
});
