import { tagOf } from "../../sdk/tag";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/payments:ApiKey::ci";

test("the tag of a resource never changes: it stands in the names of keys", () => {
  expect(tagOf("organization", urn)).toBe("d027d1d2");
});

test("another organisation, stack, project or name has another tag", () => {
  const urns = [urn, urn.replace("dev", "prod"), urn.replace("shop", "till"), urn.replace("::ci", "::cd")];
  const tags = [tagOf("acme", urn), ...urns.map((each) => tagOf("organization", each))];
  expect(new Set(tags).size).toBe(tags.length);
});

test("another name of the backend has another tag, and none has the tag that it always had", () => {
  const tags = [undefined, "a", "b"].map((backend) => tagOf("organization", urn, backend));
  expect([new Set(tags).size, tags[0]]).toEqual([3, "d027d1d2"]);
});
