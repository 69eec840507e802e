import { Memory } from "../../../provider/lifecycle/memory.js";

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
  const memory = new Memory();
  expect(memory.urnOf(told(""))).toBe("");
  memory.rememberUrn(told("urn:1"));
  memory.rememberUrn(told(""));
  expect(memory.urnOf(told(""))).toBe("urn:1");
  expect(memory.urnOf(told("urn:2"))).toBe("urn:2");
  expect(memory.urnOf(told("", "other"))).toBe("");
});

test("grants a claim to the first resource, again and again, and names it to every other", () => {
  const memory = new Memory();
  expect(memory.claim("adoptId key_1", "urn:1")).toBeUndefined();
  expect(memory.claim("adoptId key_1", "urn:1")).toBeUndefined();
  expect(memory.claim("adoptId key_1", "urn:2")).toBe("urn:1");
  expect(memory.claim("adoptId key_1", "")).toBeUndefined();
  expect(memory.claim("adoptId key_2", "urn:2")).toBeUndefined();
});

test("knows who holds an object, and does not forget it where that is told without a name", () => {
  const memory = new Memory();
  const place = { account: { serviceUrl: "https://one", accountId: "acct_1" }, className: "ApiKey", id: "key_1" };
  expect(memory.holder(place)).toBeUndefined();
  memory.hold(place, "");
  expect(memory.holder(place)).toBe("");
  memory.hold(place, "urn:1");
  memory.hold(place, "");
  expect(memory.holder(place)).toBe("urn:1");
  expect(memory.holder({ ...place, className: "ApplePayDomainScopes" })).toBeUndefined();
  expect(memory.holder({ ...place, account: { ...place.account, serviceUrl: "https://two" } })).toBeUndefined();
});

test("knows what this run made and what state kept of it, each at its own service, account and class", () => {
  const memory = new Memory();
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
  memory.object(place).isCreated = true;
  memory.object(place).kept = { found: ["a"] };
  expect(memory.object({ ...place })).toEqual({ className: "ApiKey", isCreated: true, kept: { found: ["a"] } });
  expect(others.map((other) => memory.object(other))).toEqual(others.map(({ className }) => ({ className })));
});
test("knows whether a resource has any object of a class in state, and what the program declared for it then", () => {
  const memory = new Memory();
  const account = { serviceUrl: "https://one", accountId: "acct_1" };
  memory.hold({ account, className: "ApiKey", id: "key_1" }, "urn:1");
  expect(memory.holdsAny("ApiKey", "urn:1")).toBe(true);
  expect(memory.holdsAny("ApiKey", "urn:2")).toBe(false);
  expect(memory.holdsAny("ApplePayDomainScopes", "urn:1")).toBe(false);
  memory.rememberInputs(told("urn:1"), { name: "mine" });
  memory.rememberInputs(told(""), { name: "nobody's" });
  expect(memory.inputsInState(told("urn:1"))).toEqual({ name: "mine" });
  expect(memory.inputsInState(told("urn:2"))).toBeUndefined();
  expect(memory.inputsInState(told(""))).toBeUndefined();
});

test("keeps in doubt a name whose creation was not answered, in its own account alone", () => {
  const memory = new Memory();
  const account = { serviceUrl: "https://one", accountId: "acct_1" };
  memory.doubt(account, "mine");
  expect(memory.isInDoubt(account, "mine")).toBe(true);
  expect(memory.isInDoubt(account, "other")).toBe(false);
  expect(memory.isInDoubt({ ...account, accountId: "acct_2" }, "mine")).toBe(false);
});

test("names the resource that manages an object to every other, and keeps services and accounts apart", () => {
  const memory = new Memory();
  const place = { account: { serviceUrl: "https://a.test", accountId: "acct_1" }, className: "ApiKey", id: "key_1" };
  expect(memory.manage(place, "urn:1")).toBeUndefined();
  expect(memory.manage(place, "urn:1")).toBeUndefined();
  expect(memory.manage(place, "urn:2")).toBe("urn:1");
  expect(memory.manage({ ...place, account: { ...place.account, accountId: "acct_2" } }, "urn:2")).toBeUndefined();
  expect(memory.manage({ ...place, className: "RotatingApiKey" }, "urn:2")).toBeUndefined();
});

test("tells who manages an object without granting it, and forgets who gives it up", () => {
  const memory = new Memory();
  const place = { account: { serviceUrl: "https://a.test", accountId: "acct_1" }, className: "ApiKey", id: "key_1" };
  expect(memory.managerOf(place, "urn:2")).toBeUndefined();
  memory.manage(place, "urn:1");
  expect(memory.managerOf(place, "urn:2")).toBe("urn:1");
  expect(memory.managerOf(place, "urn:1")).toBeUndefined();
  expect(memory.managerOf(place, "")).toBeUndefined();
  memory.object(place).managedBy = undefined;
  expect(memory.managerOf(place, "urn:2")).toBeUndefined();
  expect(memory.manage(place, "urn:2")).toBeUndefined();
});

test("knows a resource of the program by the tag that its check told", () => {
  const memory = new Memory();
  expect(memory.isDeclared(told(""))).toBe(false);
  memory.rememberUrn(told("urn:1"));
  expect(memory.isDeclared(told(""))).toBe(true);
  expect(memory.isDeclared(told("urn:1", "other"))).toBe(false);
});
