import { place, placeStored } from "../../../provider/lifecycle/accounts";
import { complete, configurationOf } from "../configuration/support";

const profiles = { eu: { accountId: "acct_eu" }, "eu-west": { accountId: "acct_west" } };
const configuration = configurationOf({
  ...complete,
  "payments:partnerAccountId": "acct_partner",
  "payments:profiles": JSON.stringify(profiles),
});
const { "payments:accountId": _, ...withoutAccount } = complete;
const onlyProfiles = configurationOf({ ...withoutAccount, "payments:profiles": JSON.stringify(profiles) });

test("without a name an object lives in the stack's account", () => {
  expect(place(configuration, {})).toMatchObject({ accountId: "acct_main", accountNamed: false });
});

test("a profile, an account, or both may be named", () => {
  expect(place(configuration, { profile: "eu" })).toMatchObject({ accountId: "acct_eu", accountNamed: false });
  expect(place(configuration, { accountId: "acct_9" })).toMatchObject({ accountId: "acct_9", accountNamed: true });
  expect(place(configuration, { profile: "eu", accountId: "acct_9" })).toMatchObject({
    connection: { profile: "eu" },
    accountId: "acct_9",
  });
});

test("the partner's account is refused", () => {
  expect(place(configuration, { accountId: "acct_partner" })).toEqual({
    problems: [{ path: "accountId", message: expect.stringContaining("partner") }],
  });
});

test("a profile that is not there is refused with the near match, else with those that are", () => {
  expect(place(configuration, { profile: "eu-wst" })).toEqual({
    problems: [{ path: "profile", message: expect.stringContaining('Did you mean "eu-west"?') }],
  });
  expect(place(configuration, { profile: "wholly-other" })).toEqual({
    problems: [
      {
        path: "profile",
        message: expect.stringContaining("the stack has eu, eu-west"),
        fix: `pulumi config set --path 'payments:profiles["wholly-other"].accountId' acct_123`,
      },
    ],
  });
});

test("a stack of profiles only refuses an object that names none, with those that there are", () => {
  expect(place(onlyProfiles, {})).toEqual({
    problems: [
      {
        path: "profile",
        message: expect.stringContaining("eu, eu-west"),
        fix: "pulumi config set payments:accountId acct_123",
      },
    ],
  });
});

test("what state holds is looked for in its stored account, whatever the configuration says by now", () => {
  expect(placeStored(configuration, { accountId: "acct_old" })).toMatchObject({
    accountId: "acct_old",
    accountNamed: false,
  });
  expect(placeStored(configuration, { accountId: "acct_old", profile: "eu", accountNamed: true })).toMatchObject({
    connection: { profile: "eu" },
    accountId: "acct_old",
    accountNamed: true,
  });
});
