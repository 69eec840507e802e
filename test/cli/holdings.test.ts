import { holdingsOf } from "../../cli/holdings";
import { type ResourceClassName, typeToken } from "../../sdk/reference";

const encrypted = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
const resource = (className: ResourceClassName, more: object) => ({
  urn: `urn:pulumi:dev::shop::${typeToken(className)}::it`,
  type: typeToken(className),
  inputs: {},
  outputs: {},
  ...more,
});
const of = (...resources: ReturnType<typeof resource>[]) => holdingsOf([{ resources }]);

test("a key is held by the resource that has its id", () => {
  const key = resource("ApiKey", { id: "key_1", outputs: { value: encrypted } });
  const { holderOf, unreadable } = of(key);
  expect([holderOf("key_1"), holderOf("key_2"), unreadable]).toEqual([key.urn, undefined, []]);
});

test("where the account is asked for too, only a resource of that account holds the key, or one whose account is not told", () => {
  const here = resource("ApiKey", { id: "key_1", outputs: { accountId: "acct_1" } });
  const anywhere = resource("ApiKey", { id: "key_2", outputs: { accountId: encrypted } });
  const { holderOf } = of(here, anywhere);
  expect(["acct_1", "acct_2", undefined].map((account) => holderOf("key_1", account))).toEqual([
    here.urn,
    undefined,
    here.urn,
  ]);
  expect(holderOf("key_2", "acct_2")).toBe(anywhere.urn);
});

test("a rotation holds its current and its retiring key, as outputs or what state keeps besides tell them", () => {
  const shown = resource("RotatingApiKey", {
    id: "rotation-1",
    outputs: { current: { id: "key_1" }, retiring: { id: "key_2" }, value: encrypted },
  });
  const kept = resource("RotatingApiKey", { id: "rotation-2", outputs: { __kept: { current: { id: "key_3" } } } });
  const { holderOf, unreadable } = of(shown, kept);
  expect(["key_1", "key_2", "key_3"].map((id) => holderOf(id))).toEqual([shown.urn, shown.urn, kept.urn]);
  expect(unreadable).toEqual([]);
});

test("where state keeps the ids of a rotation's keys encrypted, it is told and not passed over", () => {
  const hidden = resource("RotatingApiKey", {
    id: "rotation-1",
    outputs: { current: encrypted, __kept: { retiring: encrypted } },
  });
  expect(of(hidden).unreadable).toEqual([hidden.urn]);
  const half = resource("RotatingApiKey", { outputs: { current: { id: "key_1" }, __kept: encrypted } });
  expect([of(half).unreadable, of(half).holderOf("key_1")]).toEqual([[half.urn], half.urn]);
});

test("what only names a key does not hold it", () => {
  expect(
    of(resource("ApplePayDomainScopes", { id: "key_1", outputs: { apiKeyId: "key_1" } })).holderOf("key_1"),
  ).toBeUndefined();
});

test("a key is held by an operation that never ended as well", () => {
  const { outputs, ...key } = resource("ApiKey", { id: "key_1" });
  const pending = [{ type: "deleting", resource: { ...key, outputs } }];
  expect(holdingsOf([{ resources: [], pending }]).holderOf("key_1")).toBe(key.urn);
});
