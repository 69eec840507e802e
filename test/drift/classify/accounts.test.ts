import { findKeyOwners } from "../../../cli/stack-tags";
import { accountsOf as accountsIn, unlistedAccounts, unmanagedIn } from "../../../drift/classify/accounts";
import type { Look } from "../../../drift/classify/stack";
import { account, held, lookOf } from "../looks";

const accountsOf = (looks: readonly Look[]) => accountsIn(looks, findKeyOwners);

test("a key is unmanaged if no stack holds it, and managed elsewhere if it carries the tag of a stack that was not read", () => {
  const keys = [
    { id: "id_ci", name: "ci" },
    { id: "key_hand", name: "made by hand", scopes: ["*"] },
    { id: "key_else", name: "ci-ffffffff-abcdefgh" },
    { id: "key_lost", name: "ci-0a1b2c3d-abcdefgh" },
  ];
  const accounts = accountsOf([lookOf({ state: [held("ci")], records: [account(keys)] })]);
  expect(accounts).toMatchObject([{ keys: 4, managedElsewhere: 1 }]);
  const found = unmanagedIn(accounts);
  expect(found.map(({ id, tier }) => [id, tier])).toEqual([
    ["key_hand", "unmanaged"],
    ["key_lost", "unmanaged"],
  ]);
  expect(found[1]!.why).toContain(held("ci").urn);
});

test("keys that a resource names in its outputs are held, and those that it only looks after are not", () => {
  const keys = [
    { id: "key_current", name: "a" },
    { id: "key_retiring", name: "b" },
    { id: "key_looked_after", name: "c" },
  ];
  const rotating = held("r", {
    className: "RotatingApiKey",
    outputs: { accountId: "acct_1", current: { id: "key_current" }, retiring: { id: "key_retiring" } },
  });
  const apple = held("p", {
    className: "ApplePayDomainScopes",
    id: "key_looked_after",
    outputs: { accountId: "acct_1" },
  });
  const [seen] = accountsOf([lookOf({ state: [rotating, apple], records: [account(keys)] })]);
  expect(seen!.unclaimed.map(({ id }) => id)).toEqual(["key_looked_after"]);
});

test("a key that was made for a resource whose keys' ids are encrypted may be the one in use, and is not called unmanaged", () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "AAAA" };
  const keys = [
    { id: "key_in_use", name: "r-0a1b2c3d-abcdefgh" },
    { id: "key_hand", name: "made by hand" },
  ];
  const unclaimedBy = (outputs: object): string[] => {
    const rotating = held("r", { className: "RotatingApiKey", outputs: { accountId: "acct_1", ...outputs } });
    const [seen] = accountsOf([lookOf({ state: [rotating], records: [account(keys)] })]);
    return seen!.unclaimed.map(({ id }) => id);
  };
  expect(unclaimedBy({ current: secret, __kept: secret })).toEqual(["key_hand"]);
  expect(unclaimedBy({ current: { id: "another" } })).toEqual(["key_hand", "key_in_use"]);
});

test("the same id in another account is another key", () => {
  const [seen] = accountsOf([
    lookOf({ state: [held("ci")], records: [account([{ id: "id_ci", name: "x" }], "acct_2")] }),
  ]);
  expect(seen!.unclaimed.map(({ id }) => id)).toEqual(["id_ci"]);
});

test("a key that not every look at the account saw is left to the next run", () => {
  const looks = [
    lookOf({
      records: [
        account([
          { id: "a", name: "a" },
          { id: "b", name: "b" },
        ]),
      ],
    }),
    lookOf({ records: [account([{ id: "a", name: "a" }])] }),
  ];
  expect(accountsOf(looks)[0]!.unclaimed.map(({ id }) => id)).toEqual(["a"]);
});

test("an account that a resource lives in and nobody could list is reported", () => {
  expect(unlistedAccounts([lookOf({ state: [held("ci")] })])).toEqual(["acct_1"]);
  expect(unlistedAccounts([lookOf({ state: [held("ci")], records: [account([])] })])).toEqual([]);
});
