import { connectionOf, connectionsOf, openService, readSettingsOf } from "../../cli/connection";
import { UsageProblem } from "../../cli/pulumi";
import { keyService } from "../provider/api/fake-service";
import { fakePulumi } from "./fake-pulumi";

const fake = fakePulumi();
afterAll(() => fake.remove());

const environment = {
  PAYMENTS_BASE_URL: "https://payments.example.com/v1/",
  PAYMENTS_ACCOUNT_ID: "acct_1",
  PAYMENTS_API_KEY: "sk_planted_0123456789",
};
const config = {
  "payments:baseUrl": "https://payments.example.com",
  "payments:accountId": "acct_1",
  "payments:apiKey": "sk_planted_0123456789",
  "payments:maxConcurrency": "3",
  "payments:profiles": JSON.stringify({ eu: { accountId: "acct_eu", apiKey: "sk_planted_of_eu" } }),
};
const problemOf = async (work: Promise<unknown>): Promise<string> => {
  const problem = await work.catch((thrown: unknown) => thrown);
  expect(problem).toBeInstanceOf(UsageProblem);
  return (problem as Error).message;
};

test("without a stack, settings are those of the environment, and the other settings' defaults", async () => {
  const connection = connectionOf(await readSettingsOf(undefined, environment));
  expect(connection).toMatchObject({ serviceUrl: "https://payments.example.com", accountId: "acct_1" });
  expect(connection.settings).toMatchObject({ apiKey: environment.PAYMENTS_API_KEY, maxConcurrency: 8 });
});

test("with a stack, settings are those that the provider reads there, profiles included", async () => {
  fake.set("dev", { config });
  const configuration = await readSettingsOf({ stack: "dev" }, fake.environment);
  expect(connectionOf(configuration).settings).toMatchObject({ apiKey: config["payments:apiKey"], maxConcurrency: 3 });
  expect(connectionOf(configuration, "eu")).toMatchObject({ accountId: "acct_eu", profile: "eu" });
  expect(connectionOf(configuration, "eu").settings.apiKey).toBe("sk_planted_of_eu");
  expect(connectionsOf(configuration).map(({ accountId }) => accountId)).toEqual(["acct_1", "acct_eu"]);
});

test("the environment names several accounts as profiles, each with its own credential or that of the same service", async () => {
  const { PAYMENTS_ACCOUNT_ID: _, ...shared } = environment;
  const profiles = { eu: { accountId: "acct_eu" }, us: { accountId: "acct_us" } };
  const given = {
    ...shared,
    PAYMENTS_PROFILES: JSON.stringify(profiles),
    PAYMENTS_PROFILE_US_API_KEY: "sk_planted_us",
  };
  const all = connectionsOf(await readSettingsOf(undefined, given));
  expect(all.map(({ accountId, settings }) => [accountId, settings.apiKey])).toEqual([
    ["acct_eu", environment.PAYMENTS_API_KEY],
    ["acct_us", "sk_planted_us"],
  ]);
  const lacking = { PAYMENTS_PROFILES: JSON.stringify({ eu: { baseUrl: "https://eu.example.com", accountId: 7 } }) };
  const message = await problemOf(readSettingsOf(undefined, lacking));
  expect(message).toContain("PAYMENTS_PROFILES.eu.apiKey: missing.");
  expect(message).toContain("export PAYMENTS_PROFILE_EU_API_KEY=…");
  expect(message).toContain("PAYMENTS_PROFILES.eu.accountId");
  expect(message).not.toContain("payments:profiles");
});

test("everything that is missing is reported at once, each with the line that fixes it where the settings come from", async () => {
  const message = await problemOf(readSettingsOf(undefined, { PAYMENTS_API_KEY: environment.PAYMENTS_API_KEY }));
  expect(message).toContain("PAYMENTS_BASE_URL: missing.");
  expect(message).toContain("export PAYMENTS_ACCOUNT_ID=acct_123");
  expect(message).toContain("--stack");
  expect(message).not.toContain(environment.PAYMENTS_API_KEY);
  fake.set("bare", {});
  const ofStack = await problemOf(readSettingsOf({ stack: "bare" }, fake.environment));
  expect(ofStack).toContain("of stack bare are incomplete");
  expect(ofStack).toContain("pulumi config set payments:accountId acct_123");
});

test("a profile that is not there is refused with the ones that are", async () => {
  fake.set("dev", { config });
  const configuration = await readSettingsOf({ stack: "dev" }, fake.environment);
  expect(() => connectionOf(configuration, "ue")).toThrow('no profile "ue" in payments:profiles. Did you mean eu?');
  const { "payments:accountId": _, ...withoutAccount } = config;
  fake.set("profiles", { config: withoutAccount });
  const several = await readSettingsOf({ stack: "profiles" }, fake.environment);
  expect(() => connectionOf(several)).toThrow("--profile eu");
  const single = await readSettingsOf(undefined, environment);
  expect(() => connectionOf(single, "eu")).toThrow(
    "Set payments:profiles of a stack and name it with --stack, or set PAYMENTS_PROFILES.",
  );
});

test("the service of a command refuses everything but GET, unless the command writes and the settings let it", async () => {
  const server = await keyService();
  try {
    const connection = connectionOf(await readSettingsOf(undefined, { ...environment, PAYMENTS_BASE_URL: server.url }));
    const reading = openService(connection).account("acct_1").apiKeys;
    expect(await reading.all()).toEqual([]);
    await expect(reading.create({ type: "publishable" })).rejects.toThrow("this run only reads");
    const readOnly = { ...connection, settings: { ...connection.settings, readOnly: true } };
    const forbidden = openService(readOnly, { writes: true }).account("acct_1").apiKeys;
    await expect(forbidden.create({ type: "publishable" })).rejects.toThrow("only reads");
    expect(server.requests.map(({ method }) => method)).toEqual(["GET"]);
    await openService(connection, { writes: true }).account("acct_1").apiKeys.create({ type: "publishable" });
    expect(server.keys).toHaveLength(1);
  } finally {
    await server.close();
  }
});
