import { explainFields, explainText, noSuchResource, severalResources, urnsOf } from "../../../drift/report/explain";
import { record, urnOf } from "../looks";

const whyOf = (parts: Parameters<typeof record>[1], field = "name") =>
  explainFields(record("ci", parts)).find((each) => each.field === field);

const sides = (desired: unknown, recorded: unknown, live: unknown) => ({ name: { desired, recorded, live } });
const unknown = { field: "name", cause: "unknown", repairable: false } as const;

test.each([
  ["equal", { sides: sides("a", "a", "a") }, false, "equal"],
  ["undeclared", { sides: sides(undefined, "a", "a") }, false, "not declared"],
  ["ignored", { sides: sides("a", "a", "b"), ignored: ["name"] }, false, "ignoreChanges"],
  ["not known yet", { sides: sides(undefined, "a", "a"), changes: [unknown] }, true, "not known before"],
  ["gone", { sides: sides("a", "a", undefined), observed: "absent" as const }, true, "gone"],
  ["unread", { sides: sides("a", "a", undefined), observed: "unknown" as const }, true, "could not be read"],
  ["the provider's alone", { sides: sides(true, true, undefined) }, false, "does not show it"],
])("a field that is %s says so", (_, parts, differs, why) => {
  expect(whyOf(parts)).toMatchObject({ differs, why: expect.stringContaining(why) });
});

test("a field that differs shows what was compared, and what is left to other resources", () => {
  const changes = [{ field: "scopes", desired: ["a:r"], live: ["b:r"], cause: "drift" as const, repairable: true }];
  const own = {
    scopes: { desired: ["a:r"], recorded: ["a:r"], live: ["apple_pay_domains:read", "b:r"], set: true as const },
  };
  const found = whyOf({ changes, sides: own }, "scopes");
  expect(found).toMatchObject({
    differs: true,
    why: expect.stringMatching(/differs live.*\["b:r"\] is compared, the rest is left/),
  });
});

test("what is set on no side is named in one line, so that what differs is not hidden among it", () => {
  const fields = explainFields(record("ci", { sides: { ...sides("a", "a", "a"), adoptId: {}, deletionGuard: {} } }));
  expect(explainText("urn:x", undefined, fields)).toBe(
    'urn:x\n\nclean: nothing differs\n\n= name: equal\n    wanted  "a"\n    stored  "a"\n    live    "a"\n\nnot set: adoptId, deletionGuard\n',
  );
});

test("where live state could not be read, no field is called different and none is called not set", () => {
  const fields = explainFields(record("ci", { sides: sides("a", "a", undefined), observed: "unknown" }));
  expect(explainText("urn:x", undefined, fields)).toContain(
    '? name: live state could not be read\n    wanted  "a"\n    stored  "a"\n    live    not known\n',
  );
});

describe("which resource is meant", () => {
  const ci = { urn: urnOf("ApiKey", "ci"), id: "key_1" };
  const twin = { urn: urnOf("WebhookEndpoint", "ci"), id: "we_1" };
  const fresh = { urn: urnOf("ApiKey", "web") };
  const known = [ci, ci, twin, fresh];

  test("is reported by a urn, an id, or a logical name; a name may be that of several", () => {
    expect(urnsOf(ci.urn, known)).toEqual([ci.urn]);
    expect(urnsOf("key_1", known)).toEqual([ci.urn]);
    expect(urnsOf("web", known)).toEqual([fresh.urn]);
    expect(urnsOf("ci", known)).toEqual([ci.urn, twin.urn]);
    expect(urnsOf("nobody", known)).toEqual([]);
  });

  test("is one resource while its stack moves between the two forms, by either urn", () => {
    const moved = { urn: ci.urn.replace("pulumi-nodejs:dynamic/payments:", "payments:index:"), id: "key_1" };
    expect(urnsOf("key_1", [moved, ci])).toEqual([ci.urn]);
    expect(urnsOf(ci.urn, [moved])).toEqual([moved.urn]);
    expect(urnsOf(moved.urn, [ci])).toEqual([ci.urn]);
  });

  test("is asked back where several have the name, with each of them", () => {
    expect(severalResources("ci", "dev", [twin.urn, ci.urn])).toBe(
      `Stack dev has 2 resources of ours with the name or id ci. Name one by its urn:\n  ${ci.urn}\n  ${twin.urn}`,
    );
  });

  test("is helped with where there is none: by a near name, else by what there is", () => {
    expect(noSuchResource("wbe", "dev", {}, known)).toBe("Stack dev holds no resource wbe of ours. Did you mean web?");
    expect(noSuchResource(urnOf("ApiKey", "wbe"), "dev", {}, known)).toMatch(/Did you mean urn:.*::web\?$/);
    expect(noSuchResource("payments", "dev", {}, known)).toMatch(
      /Name one of ci, web\. Run 'pulumi stack --show-urns' to see all/,
    );
    expect(noSuchResource("x", "dev", { failure: "it broke" }, [])).toMatch(
      /\(it broke\)\. It holds none of ours\. Run 'pulumi up' first, or name another stack with --stack\.$/,
    );
  });
});
