import { withConsequences } from "../../../drift/classify/consequences";
import type { Finding } from "../../../drift/report/report";
import { changed } from "../reports";

const apple = (tier: Finding["tier"], id = "key_1"): Finding => ({
  ...changed,
  tier,
  id,
  kind: "ApplePayDomainScopes",
  name: "apple",
  urn: "urn:apple",
});
const tierOf = (findings: Finding[], follows?: string) =>
  withConsequences(findings, new Map([["urn:apple", { partOf: "ApiKey", follows }]])).find(
    ({ kind }) => kind === "ApplePayDomainScopes",
  );

test("scopes on a key that is gone follow from the key, and say which", () => {
  const found = tierOf([{ ...changed, tier: "gone" }, apple("gone")]);
  expect(found).toMatchObject({ tier: "consequence", because: changed.urn, why: expect.stringContaining("ApiKey ci") });
});

test("scopes on a key that was given every scope follow from that", () => {
  const everything = { ...changed, fields: [{ field: "scopes", wanted: ["accounts:read"], live: ["*"] }] };
  expect(tierOf([everything, apple("changed")], "scopes")).toMatchObject({ tier: "consequence" });
});

test("a consequence is repaired with what it follows from", () => {
  const next = "repair ApiKey ci";
  expect(tierOf([{ ...changed, tier: "gone" }, apple("gone")])).toMatchObject({ next });
});

test("one field of several is enough to follow from, and only what changed follows from it", () => {
  const fields = [{ field: "name" }, { field: "scopes", live: ["*"] }];
  expect(tierOf([{ ...changed, fields }, apple("changed")], "scopes")).toMatchObject({ tier: "consequence" });
  expect(tierOf([{ ...changed, fields }, apple("due")], "scopes")).toMatchObject({ tier: "due" });
});

test("what belongs to no resource, and what is a part of nothing, stays as it is", () => {
  const { urn: _, ...unmanaged } = { ...changed, tier: "gone" as const };
  expect(tierOf([unmanaged, apple("gone")])).toMatchObject({ tier: "gone" });
  const whole = { ...changed, tier: "gone" as const };
  expect(withConsequences([whole, apple("gone")], new Map())).toEqual([whole, apple("gone")]);
});

test("scopes that were changed by themselves, or whose key is another, are findings of their own", () => {
  expect(tierOf([changed, apple("changed")])).toMatchObject({ tier: "changed" });
  expect(tierOf([changed, apple("changed")], "another field")).toMatchObject({ tier: "changed" });
  expect(tierOf([changed, apple("gone")], "scopes")).toMatchObject({ tier: "gone" });
  expect(tierOf([{ ...changed, tier: "gone" }, apple("changed")], "scopes")).toMatchObject({ tier: "changed" });
  expect(tierOf([{ ...changed, tier: "gone" }, apple("gone", "key_2")])).toMatchObject({ tier: "gone" });
  const inAccount = { ...changed, tier: "gone" as const, accountId: "acct_1", id: "1key" };
  expect(tierOf([inAccount, { ...apple("gone", "key"), accountId: "acct_11" }])).toMatchObject({ tier: "gone" });
});
