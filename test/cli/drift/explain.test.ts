import { explainFields, explainText } from "../../../cli/drift/explain";
import { record } from "./looks";

const whyOf = (parts: Parameters<typeof record>[1], field = "name") =>
  explainFields(record("ci", parts)).find((each) => each.field === field);

const sides = (wanted: unknown, stored: unknown, live: unknown) => ({ name: { wanted, stored, live } }) as never;

test.each([
  ["equal", { sides: sides("a", "a", "a") }, false, "equal"],
  ["undeclared", { sides: sides(undefined, "a", "a") }, false, "not declared"],
  ["ignored", { sides: sides("a", "a", "b"), ignored: ["name"] }, false, "ignoreChanges"],
  ["not known yet", { sides: sides(undefined, "a", "a"), unknownArguments: ["name"] }, true, "not known before"],
  ["gone", { sides: sides("a", "a", undefined), sight: "absent" as const }, true, "gone"],
  ["unread", { sides: sides("a", "a", undefined), sight: "unknown" as const }, true, "could not be read"],
  ["the provider's alone", { sides: sides(true, true, undefined) }, false, "does not show it"],
])("a field that is %s says so", (_, parts, differs, why) => {
  expect(whyOf(parts)).toMatchObject({ differs, why: expect.stringContaining(why) });
});

test("a field that differs shows what was compared, and what is left to other resources", () => {
  const differences = [{ field: "scopes", wanted: ["a:r"], live: ["b:r"], repairable: true }];
  const own = {
    scopes: { wanted: ["a:r"], stored: ["a:r"], live: ["apple_pay_domains:read", "b:r"], set: true as const },
  };
  const found = whyOf({ differences, sides: own }, "scopes");
  expect(found).toMatchObject({
    differs: true,
    why: expect.stringMatching(/differs live.*\["b:r"\] is compared, the rest is left/),
  });
});

test("what is set on no side is named in one line, so that what differs is not hidden among it", () => {
  const fields = explainFields(
    record("ci", { sides: { ...(sides("a", "a", "a") as object), adoptId: {}, deletionGuard: {} } as never }),
  );
  expect(explainText("urn:x", undefined, fields)).toBe(
    'urn:x\n\nclean: nothing differs\n\n= name: equal\n    wanted  "a"\n    stored  "a"\n    live    "a"\n\nnot set: adoptId, deletionGuard\n',
  );
});

test("where live state could not be read, no field is called different and none is called not set", () => {
  const fields = explainFields(record("ci", { sides: sides("a", "a", undefined), sight: "unknown" }));
  expect(explainText("urn:x", undefined, fields)).toContain(
    '? name: live state could not be read\n    wanted  "a"\n    stored  "a"\n    live    not known\n',
  );
});
