import { RunRegistry } from "../../../provider/lifecycle/run-registry";

const told = (urn: string, tag = "t") => ({
  urn,
  tag,
  former: [],
  ignoreChanges: [],
  replaceOnChanges: [],
  protect: false,
  retainOnDelete: false,
});

test("finds a urn by the tag once it was told, and believes the urn itself first", () => {
  const registry = new RunRegistry();
  expect(registry.urnOf(told(""))).toBe("");
  registry.rememberUrn(told("urn:1"));
  registry.rememberUrn(told(""));
  expect(registry.urnOf(told(""))).toBe("urn:1");
  expect(registry.urnOf(told("urn:2"))).toBe("urn:2");
  expect(registry.urnOf(told("", "other"))).toBe("");
});

test("grants a claim to the first resource, again and again, and names it to every other", () => {
  const registry = new RunRegistry();
  expect(registry.claim("adoptId key_1", "urn:1")).toBeUndefined();
  expect(registry.claim("adoptId key_1", "urn:1")).toBeUndefined();
  expect(registry.claim("adoptId key_1", "urn:2")).toBe("urn:1");
  expect(registry.claim("adoptId key_1", "")).toBeUndefined();
  expect(registry.claim("adoptId key_2", "urn:2")).toBeUndefined();
});

test("knows who holds an object, and does not forget it where that is told without a name", () => {
  const registry = new RunRegistry();
  const place = { account: { serviceUrl: "https://one", accountId: "acct_1" }, className: "ApiKey", id: "key_1" };
  expect(registry.recordedBy(place)).toBeUndefined();
  registry.record(place, "");
  expect(registry.recordedBy(place)).toBe("");
  registry.record(place, "urn:1");
  registry.record(place, "");
  expect(registry.recordedBy(place)).toBe("urn:1");
  expect(registry.recordedBy({ ...place, className: "ApplePayDomainScopes" })).toBeUndefined();
  expect(registry.recordedBy({ ...place, account: { ...place.account, serviceUrl: "https://two" } })).toBeUndefined();
});

test("knows what this run made and what state kept of it, each at its own service, account and class", () => {
  const registry = new RunRegistry();
  const place = {
    account: { serviceUrl: "https://one", accountId: "acct_1" },
    className: "ApiKey",
    id: "key_1",
  };
  const others = [
    { ...place, id: "key_2" },
    { ...place, className: "ApplePayDomainScopes" },
    { ...place, account: { ...place.account, accountId: "acct_2" } },
    { ...place, account: { ...place.account, serviceUrl: "https://two" } },
  ];
  registry.object(place).isCreated = true;
  registry.object(place).privateState = { found: ["a"] };
  expect(registry.object({ ...place })).toEqual({
    isCreated: true,
    privateState: { found: ["a"] },
  });
  expect(others.map((other) => registry.object(other))).toEqual(others.map(() => ({})));
});
test("knows whether a resource has any object of a class in state, and what the program declared for it then", () => {
  const registry = new RunRegistry();
  const account = { serviceUrl: "https://one", accountId: "acct_1" };
  registry.record({ account, className: "ApiKey", id: "key_1" }, "urn:1");
  expect(registry.recordsAny("ApiKey", "urn:1")).toBe(true);
  expect(registry.recordsAny("ApiKey", "urn:2")).toBe(false);
  expect(registry.recordsAny("ApplePayDomainScopes", "urn:1")).toBe(false);
  registry.rememberInputs(told("urn:1"), { name: "mine" });
  registry.rememberInputs(told(""), { name: "nobody's" });
  expect(registry.inputsInState(told("urn:1"))).toEqual({ name: "mine" });
  expect(registry.inputsInState(told("urn:2"))).toBeUndefined();
  expect(registry.inputsInState(told(""))).toBeUndefined();
});

test("keeps in doubt a name whose creation was not answered, in its own account alone", () => {
  const registry = new RunRegistry();
  const account = { serviceUrl: "https://one", accountId: "acct_1" };
  registry.doubt(account, "mine");
  expect(registry.isInDoubt(account, "mine")).toBe(true);
  expect(registry.isInDoubt(account, "other")).toBe(false);
  expect(registry.isInDoubt({ ...account, accountId: "acct_2" }, "mine")).toBe(false);
});

test("names the resource that manages an object to every other, and keeps services and accounts apart", () => {
  const registry = new RunRegistry();
  const place = { account: { serviceUrl: "https://a.test", accountId: "acct_1" }, className: "ApiKey", id: "key_1" };
  expect(registry.manage(place, "urn:1")).toBeUndefined();
  expect(registry.manage(place, "urn:1")).toBeUndefined();
  expect(registry.manage(place, "urn:2")).toBe("urn:1");
  expect(registry.manage({ ...place, account: { ...place.account, accountId: "acct_2" } }, "urn:2")).toBeUndefined();
  expect(registry.manage({ ...place, className: "RotatingApiKey" }, "urn:2")).toBeUndefined();
});

test("tells who manages an object without granting it, and forgets who gives it up", () => {
  const registry = new RunRegistry();
  const place = { account: { serviceUrl: "https://a.test", accountId: "acct_1" }, className: "ApiKey", id: "key_1" };
  expect(registry.managerOf(place, "urn:2")).toBeUndefined();
  registry.manage(place, "urn:1");
  expect(registry.managerOf(place, "urn:2")).toBe("urn:1");
  expect(registry.managerOf(place, "urn:1")).toBeUndefined();
  expect(registry.managerOf(place, "")).toBeUndefined();
  registry.object(place).managedBy = undefined;
  expect(registry.managerOf(place, "urn:2")).toBeUndefined();
  expect(registry.manage(place, "urn:2")).toBeUndefined();
});

test("knows a resource of the program by the tag that its check told", () => {
  const registry = new RunRegistry();
  expect(registry.isDeclared(told(""))).toBe(false);
  registry.rememberUrn(told("urn:1"));
  expect(registry.isDeclared(told(""))).toBe(true);
  expect(registry.isDeclared(told("urn:1", "other"))).toBe(false);
});
