import { recordedKeysIn } from "../../cli/recorded-keys";
import { type ResourceClassName, typeToken } from "../../sdk/reference";

const encrypted = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
const resource = (className: ResourceClassName, more: object) => ({
  urn: `urn:pulumi:dev::shop::${typeToken(className)}::it`,
  type: typeToken(className),
  inputs: {},
  outputs: {},
  ...more,
});
const of = (...resources: ReturnType<typeof resource>[]) => recordedKeysIn([{ resources }]);

test("a key is held by the resource that has its id", () => {
  const key = resource("ApiKey", { id: "key_1", outputs: { value: encrypted } });
  const { recordedBy, unreadable } = of(key);
  expect([recordedBy("key_1"), recordedBy("key_2"), unreadable]).toEqual([key.urn, undefined, []]);
});

test("where the account is asked for too, only a resource of that account holds the key, or one whose account is not known", () => {
  const here = resource("ApiKey", { id: "key_1", outputs: { accountId: "acct_1" } });
  const anywhere = resource("ApiKey", { id: "key_2", outputs: { accountId: encrypted } });
  const { recordedBy } = of(here, anywhere);
  expect(["acct_1", "acct_2", undefined].map((account) => recordedBy("key_1", account))).toEqual([
    here.urn,
    undefined,
    here.urn,
  ]);
  expect(recordedBy("key_2", "acct_2")).toBe(anywhere.urn);
});

test("a rotation holds its current and its retiring key, as outputs or what state keeps besides tell them", () => {
  const shown = resource("RotatingApiKey", {
    id: "rotation-1",
    outputs: { current: { id: "key_1" }, retiring: { id: "key_2" }, value: encrypted },
  });
  const kept = resource("RotatingApiKey", { id: "rotation-2", outputs: { __kept: { current: { id: "key_3" } } } });
  const { recordedBy, unreadable } = of(shown, kept);
  expect(["key_1", "key_2", "key_3"].map((id) => recordedBy(id))).toEqual([shown.urn, shown.urn, kept.urn]);
  expect(unreadable).toEqual([]);
});

test("where state keeps the ids of a rotation's keys encrypted, it is reported and not passed over", () => {
  const hidden = resource("RotatingApiKey", {
    id: "rotation-1",
    outputs: { current: encrypted, __kept: { retiring: encrypted } },
  });
  expect(of(hidden).unreadable).toEqual([hidden.urn]);
  const half = resource("RotatingApiKey", { outputs: { current: { id: "key_1" }, __kept: encrypted } });
  expect([of(half).unreadable, of(half).recordedBy("key_1")]).toEqual([[half.urn], half.urn]);
});

test("what only names a key does not hold it", () => {
  expect(
    of(resource("ApplePayDomainScopes", { id: "key_1", outputs: { apiKeyId: "key_1" } })).recordedBy("key_1"),
  ).toBeUndefined();
});

test("a key is held by an operation that never ended as well", () => {
  const { outputs, ...key } = resource("ApiKey", { id: "key_1" });
  const pending = [{ type: "deleting", resource: { ...key, outputs } }];
  expect(recordedKeysIn([{ resources: [], pending }]).recordedBy("key_1")).toBe(key.urn);
});
