// Long because: what a setting means depends on where it stands, and each place is tried beside the others.
import fc from "fast-check";
import { describeProblems } from "../../../provider/configuration/problem";
import { complete, configurationOf, planted, problemsOf } from "./support";

const paths = (config: Record<string, string>, environment: Record<string, string> = {}): string[] =>
  problemsOf(config, environment).map(({ path }) => path);
const profiles = (value: object): { "payments:profiles": string } => ({ "payments:profiles": JSON.stringify(value) });

describe("what is missing", () => {
  test("is told all at once, each with the line that sets it; the credential's line keeps it secret", () => {
    expect(problemsOf({})).toEqual([
      expect.objectContaining({
        path: "payments:baseUrl",
        fix: "pulumi config set payments:baseUrl https://payments.example.com",
      }),
      expect.objectContaining({
        path: "payments:apiKey",
        fix: "pulumi config set --secret payments:apiKey",
      }),
      expect.objectContaining({ path: "payments:accountId", fix: "pulumi config set payments:accountId acct_123" }),
    ]);
  });

  test("in a profile is told with the line that sets it there, and leaves the other profiles alone", () => {
    const own = { baseUrl: "https://other.example.com", apiKey: "k", accountId: "acct_eu" };
    const { accountId: _a, ...noAccount } = own;
    const { apiKey: _k, ...noKey } = own;
    const problems = problemsOf({ ...complete, ...profiles({ eu: own, us: noAccount, "ap-south": noKey }) });
    expect(problems).toEqual([
      expect.objectContaining({
        path: "payments:profiles.us.accountId",
        fix: `pulumi config set --path 'payments:profiles["us"].accountId' acct_123`,
      }),
      expect.objectContaining({
        path: "payments:profiles.ap-south.apiKey",
        fix: `pulumi config set --secret --path 'payments:profiles["ap-south"].apiKey'`,
      }),
    ]);
  });

  test("is not also what is there and ill-formed, wherever it stands", () => {
    expect(paths({ ...complete, "payments:baseUrl": "nonsense" })).toEqual(["payments:baseUrl"]);
    const { "payments:baseUrl": _, ...rest } = complete;
    expect(paths(rest, { PAYMENTS_BASE_URL: "nonsense" })).toEqual(["PAYMENTS_BASE_URL"]);
    const profile = profiles({ eu: { accountId: "acct_eu" } });
    expect(paths({ ...complete, ...profile, "payments:baseUrl": "nonsense" })).toEqual(["payments:baseUrl"]);
  });

  test("is not the stack's own account where profiles are given, even ill-formed ones", () => {
    const { "payments:accountId": _, ...rest } = complete;
    expect(paths({ ...rest, ...profiles({ eu: { accountId: "acct_eu" } }) })).toEqual([]);
    expect(paths({ ...rest, ...profiles({ eu: { accountId: 7 } }) })).toEqual(["payments:profiles.eu.accountId"]);
  });
});

describe("accounts", () => {
  test("the partner's is refused, in the stack and in a profile that inherits the partner", () => {
    const partner = { "payments:partnerAccountId": "acct_partner" };
    expect(paths({ ...complete, ...partner, "payments:accountId": "acct_partner" })).toEqual(["payments:accountId"]);
    expect(paths({ ...complete, ...partner, ...profiles({ eu: { accountId: "acct_partner" } }) })).toEqual([
      "payments:profiles.eu.accountId",
    ]);
  });

  test("endpointAccount partner needs to be told the partner", () => {
    expect(paths({ ...complete, "payments:endpointAccount": "partner" })).toEqual(["payments:partnerAccountId"]);
  });
});

describe("addresses", () => {
  test.each(["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080", "http://127.9.9.9"])(
    "http to this machine (%s) is allowed",
    (baseUrl) => {
      expect(paths({ ...complete, "payments:baseUrl": baseUrl })).toEqual([]);
    },
  );

  test.each(["http://payments.example.com", "http://127.0.0.1.example.com", "http://10.0.0.1"])(
    "http to another (%s) is refused unless allowInsecureHttp",
    (baseUrl) => {
      const config = { ...complete, "payments:baseUrl": baseUrl };
      expect(problemsOf(config)).toEqual([
        expect.objectContaining({
          path: "payments:baseUrl",
          message: expect.stringContaining("Use https, or accept the risk with payments:allowInsecureHttp true"),
          fix: `pulumi config set payments:baseUrl ${baseUrl.replace("http:", "https:")}`,
        }),
      ]);
      expect(paths({ ...config, "payments:allowInsecureHttp": "true" })).toEqual([]);
    },
  );

  test("http to another in a profile is fixed in the profile", () => {
    const profiles = JSON.stringify({ eu: { baseUrl: "http://eu.example.com", apiKey: "sk_1", accountId: "acct_1" } });
    expect(problemsOf({ ...complete, "payments:profiles": profiles })).toMatchObject([
      { fix: `pulumi config set --path 'payments:profiles["eu"].baseUrl' https://eu.example.com` },
    ]);
  });

  test("a credential in the address is refused and never shown", () => {
    const problems = problemsOf({ ...complete, "payments:baseUrl": `https://user:${planted}@example.com` });
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(problems)).not.toContain(planted);
  });
});

describe("a profile", () => {
  const main = { ...complete, "payments:partnerAccountId": "acct_partner", "payments:apiKeyId": "key_main" };

  test("takes address, credential and partner from the stack where it stays on the stack's service", () => {
    const { profiles: read } = configurationOf({ ...main, ...profiles({ eu: { accountId: "acct_eu" } }) });
    expect(read.get("eu")).toMatchObject({
      profile: "eu",
      accountId: "acct_eu",
      serviceUrl: "https://payments.example.com",
      partnerAccountId: "acct_partner",
      apiKeyId: "key_main",
      settings: { apiKey: `${planted}_main` },
      credentialVariable: "PAYMENTS_PROFILE_EU_API_KEY",
    });
  });

  test("at another service takes nothing that only holds for the stack's: partner, environment, id of the credential", () => {
    const eu = { accountId: "acct_eu", baseUrl: "https://other.example.com", apiKey: "own" };
    const read = configurationOf({ ...main, "payments:environment": "production", ...profiles({ eu }) });
    const connection = read.profiles.get("eu");
    for (const name of ["partnerAccountId", "environment", "apiKeyId"]) expect(connection).not.toHaveProperty(name);
  });

  test("with a credential of its own does not take the id of the stack's", () => {
    const read = configurationOf({ ...main, ...profiles({ eu: { accountId: "acct_eu", apiKey: "own" } }) });
    expect(read.profiles.get("eu")).not.toHaveProperty("apiKeyId");
    const byVariable = configurationOf(
      { ...main, ...profiles({ eu: { accountId: "acct_eu" } }) },
      { PAYMENTS_PROFILE_EU_API_KEY: "own" },
    );
    expect(byVariable.profiles.get("eu")).not.toHaveProperty("apiKeyId");
  });

  test("at the stack's own address in another spelling is at the stack's service", () => {
    const eu = { accountId: "acct_eu", baseUrl: "https://Payments.example.com/v1/" };
    expect(paths({ ...main, ...profiles({ eu }) })).toEqual([]);
  });

  test("never gets the stack's credential for another service or environment, from wherever that comes", () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            baseUrl: fc.constantFrom(
              "https://other.example.com",
              "https://payments.example.com",
              "https://payments.example.com:8443",
              "https://payments.example.com/sandbox",
              "https://payments.example.com.evil.example",
            ),
            environment: fc.constantFrom("production", "sandbox"),
            accountId: fc.constant("acct_x"),
          },
          { requiredKeys: ["accountId"] },
        ),
        fc.constantFrom(undefined, "production", "sandbox"),
        fc.boolean(),
        (profile, environment, byVariable) => {
          const { "payments:apiKey": apiKey, ...rest } = complete;
          const config: Record<string, string> = { ...(byVariable ? rest : complete), ...profiles({ x: profile }) };
          if (environment !== undefined) config["payments:environment"] = environment;
          const variables: Record<string, string> = byVariable ? { PAYMENTS_API_KEY: apiKey } : {};
          const elsewhere =
            (profile.baseUrl !== undefined && profile.baseUrl !== complete["payments:baseUrl"]) ||
            (profile.environment !== undefined && profile.environment !== environment);
          const problems = problemsOf(config, variables);
          expect(problems.map(({ path }) => path)).toEqual(elsewhere ? ["payments:profiles.x.apiKey"] : []);
          if (!elsewhere) {
            expect(configurationOf(config, variables).profiles.get("x")!.settings.apiKey).toBe(apiKey);
          }
        },
      ),
    );
  });

  test("gets its credential from a variable of its own, said once where they differ, never the value", () => {
    const config = { ...main, ...profiles({ "eu-west": { accountId: "acct_eu", apiKey: `${planted}_old` } }) };
    const read = configurationOf(config, { PAYMENTS_PROFILE_EU_WEST_API_KEY: `${planted}_new` });
    expect(read.profiles.get("eu-west")!.settings.apiKey).toBe(`${planted}_new`);
    expect(read.notes).toEqual([expect.stringContaining("PAYMENTS_PROFILE_EU_WEST_API_KEY")]);
    expect(read.notes.join()).not.toContain(planted);
    const same = configurationOf(config, { PAYMENTS_PROFILE_EU_WEST_API_KEY: `${planted}_old` });
    expect(same.notes).toEqual([]);
  });

  test("and the stack lose the id of a credential that a variable replaced", () => {
    const eu = { accountId: "acct_eu", apiKey: "own", apiKeyId: "key_own" };
    const config = { ...main, ...profiles({ eu }) };
    expect(configurationOf(config)).toMatchObject({ main: { apiKeyId: "key_main" } });
    expect(configurationOf(config).profiles.get("eu")).toMatchObject({ apiKeyId: "key_own" });
    const rotated = { PAYMENTS_API_KEY: "new", PAYMENTS_PROFILE_EU_API_KEY: "new" };
    expect(configurationOf(config, rotated).main).not.toHaveProperty("apiKeyId");
    expect(configurationOf(config, rotated).profiles.get("eu")).not.toHaveProperty("apiKeyId");
    const both = { ...rotated, PAYMENTS_API_KEY_ID: "key_new" };
    expect(configurationOf(config, both).main).toMatchObject({ apiKeyId: "key_new" });
  });

  test("shares its variable with no other profile", () => {
    const problems = problemsOf({
      ...complete,
      ...profiles({ eu: { accountId: "acct_1" }, EU: { accountId: "acct_2" } }),
    });
    expect(problems).toEqual([
      expect.objectContaining({
        path: "payments:profiles.EU",
        message: expect.stringContaining("PAYMENTS_PROFILE_EU_API_KEY"),
      }),
    ]);
  });

  test("has a name that can be part of a variable's name, and is told the rule where it has not", () => {
    const [problem, ...others] = problemsOf({ ...complete, ...profiles({ "eu west": { accountId: "acct_1" } }) });
    expect(others).toEqual([]);
    expect(problem!.message).toContain("letters, digits and dashes");
  });

  test("with an unknown field is refused with the near match, and the line takes only that away", () => {
    const [problem] = problemsOf({ ...complete, ...profiles({ eu: { accountId: "acct_1", acountId: "x" } }) });
    expect(problem!.message).toContain('Did you mean "accountId"?');
    expect(problem!.fix).toBe(`pulumi config rm --path 'payments:profiles["eu"]["acountId"]'`);
  });

  test("that is ill-formed is fixed in place: no line would overwrite the other profiles", () => {
    const [problem] = problemsOf({
      ...complete,
      ...profiles({ eu: { accountId: "acct_1" }, us: { accountId: "acct_2", environment: "prod" } }),
    });
    expect(problem).toMatchObject({
      path: "payments:profiles.us.environment",
      fix: `pulumi config set --path 'payments:profiles["us"].environment' sandbox`,
    });
  });
});

describe("PAYMENTS_REHOME", () => {
  test("is an address in state and the one that it is to be", () => {
    const { relocate: relocates } = configurationOf(complete, {
      PAYMENTS_REHOME: "https://old.example.com=https://new.example.com",
    });
    expect(relocates).toEqual({ from: "https://old.example.com", to: "https://new.example.com" });
  });

  test.each(["https://old.example.com", "old=new", "https://a=b", "="])("%s is refused with an example", (text) => {
    expect(problemsOf(complete, { PAYMENTS_REHOME: text })).toEqual([
      expect.objectContaining({ path: "PAYMENTS_REHOME", fix: expect.stringContaining("PAYMENTS_REHOME=https://") }),
    ]);
  });
});

test("no problem and no note ever shows a planted secret, whatever else is wrong", () => {
  const word = fc.constantFrom("", "x", "true", "12", "{", "[]", '"q"', "https://user:pw@x", "acct_1", "prod", "{}");
  const names = ["baseUrl", "accountId", "environment", "driftCheck", "timeouts", "maxConcurrency", "apiKeyId", "typo"];
  const field = fc.constantFrom("apiKey", "baseUrl", "accountId", "environment", "nonsense");
  const secrets = fc.record({
    profile: fc.dictionary(field, fc.oneof(word, fc.integer(), fc.constant(null)), { noNullPrototype: true }),
    profileName: fc.constantFrom("eu", "EU", "eu west", "9", "constructor"),
    config: fc.dictionary(fc.constantFrom(...names), word, { noNullPrototype: true }),
    environment: fc.dictionary(
      fc.constantFrom("PAYMENTS_BASE_URL", "PAYMENTS_ACCOUNT_ID", "PAYMENTS_DRIFT_CHECK", "PAYMENTS_REHOME"),
      word,
      { noNullPrototype: true },
    ),
    wholeProfilesBroken: fc.boolean(),
  });
  fc.assert(
    fc.property(secrets, ({ profile, profileName, config, environment, wholeProfilesBroken }) => {
      const json = JSON.stringify({ [profileName]: { ...profile, apiKey: `${planted}_profile` } });
      const all = {
        ...Object.fromEntries(Object.entries(config).map(([name, value]) => [`payments:${name}`, value])),
        "payments:apiKey": `${planted}_config`,
        "payments:profiles": wholeProfilesBroken ? json.slice(0, -2) : json,
      };
      const variables = {
        ...environment,
        PAYMENTS_API_KEY: `${planted}_environment`,
        PAYMENTS_PROFILE_EU_API_KEY: `${planted}_variable`,
      };
      const problems = problemsOf(all, variables);
      const shown = problems.length > 0 ? describeProblems("wrong:", problems) : configurationOf(all, variables).notes;
      expect(String(shown)).not.toContain(planted);
    }),
    { numRuns: 300 },
  );
});
