import fc from "fast-check";
import {
  compareApplePayScopes,
  inNamespace,
  type LiveScopes,
  refusalsFor,
  scopesWith,
} from "../../../../provider/resources/apple-pay-domain-scopes/fields";

const key: LiveScopes = { keyId: "key_1", type: "secret", all: ["accounts:read"], repairedHere: false };
const read = "apple_pay_domains:read";
const write = "apple_pay_domains:write";

test("of a key's scopes those of the namespace are looked at, in one order and each once", () => {
  expect(inNamespace([write, "accounts:read", read, read])).toEqual([read, write]);
  expect(inNamespace(["accounts:read", "*", "apple_pay_domains_too:read"])).toEqual([]);
});

test("a key's other scopes stay, whatever is put in place of those of the namespace", () => {
  const scope = fc.constantFrom("accounts:read", "payouts:write", "*", read, write);
  fc.assert(
    fc.property(fc.array(scope), fc.subarray([read, write]), (all, held) => {
      const others = all.filter((each) => each !== read && each !== write);
      expect(scopesWith(all, held)).toEqual([...new Set([...others, ...held])].sort());
      expect(scopesWith(all)).toEqual([...new Set(others)].sort());
    }),
  );
});

describe("a key can't be given these scopes", () => {
  test("where it is publishable, and the refusal says what to name instead", () => {
    expect(refusalsFor({ ...key, type: "publishable" })).toEqual([
      "API key key_1 is publishable: the service ignores its scopes. Name a secret key.",
    ]);
  });

  test("where it holds *, and the refusal says what to do first", () => {
    expect(refusalsFor({ ...key, all: ["accounts:read", "*"] })).toEqual([
      "API key key_1 holds *, which is every scope already: adding to it means nothing and removing from it is not possible. Give the key explicit scopes first.",
    ]);
  });

  test("and for no other reason", () => {
    expect(refusalsFor(key)).toEqual([]);
  });
});

describe("the scopes of the namespace against the declared access", () => {
  test.each<["read" | "write" | "readWrite", string[]]>([
    ["read", [read]],
    ["write", [write]],
    ["readWrite", [read, write]],
  ])("%s wants %j, and differs by its argument where the key holds anything else", (access, wanted) => {
    expect(compareApplePayScopes({ access }, { ...key, all: ["accounts:read", ...wanted] })).toEqual({
      differences: [],
    });
    expect(compareApplePayScopes({ access }, key)).toEqual({
      differences: [{ field: "scopes", argument: "access", desired: wanted, live: [], repairable: true }],
    });
    const swapped = access === "read" ? write : read;
    const held = access === "readWrite" ? [read] : [swapped];
    expect(compareApplePayScopes({ access }, { ...key, all: held }).differences).toEqual([
      { field: "scopes", argument: "access", desired: wanted, live: held, repairable: true },
    ]);
  });

  test("without an access that is known nothing differs, and what can't be is still refused", () => {
    expect(compareApplePayScopes({}, { ...key, all: [read] })).toEqual({ differences: [], refusals: [] });
    expect(compareApplePayScopes({}, { ...key, type: "publishable" }).refusals).toHaveLength(1);
    expect(compareApplePayScopes({}, { ...key, type: "publishable" })).not.toHaveProperty("follows");
  });

  test("a key with * is refused, unless its ApiKey puts it right in this run: then all of it differs", () => {
    const all = ["*"];
    const refused = compareApplePayScopes({ access: "read" }, { ...key, all });
    expect(refused.differences).toEqual([]);
    expect(refused.refusals).toHaveLength(1);
    expect(refused.follows).toBe("scopes");
    const difference = {
      field: "scopes",
      argument: "access",
      live: all,
      advice: "The key holds every scope. Its ApiKey restores the declared scopes first.",
      repairable: true,
    };
    expect(compareApplePayScopes({ access: "read" }, { ...key, all, repairedHere: true })).toEqual({
      differences: [{ ...difference, desired: [read] }],
    });
    expect(compareApplePayScopes({}, { ...key, all, repairedHere: true })).toEqual({
      differences: [{ ...difference, desired: [] }],
    });
  });

  test("that its ApiKey changes the key puts nothing right of a key without *", () => {
    expect(compareApplePayScopes({ access: "read" }, { ...key, all: [read], repairedHere: true })).toEqual({
      differences: [],
    });
  });
});
