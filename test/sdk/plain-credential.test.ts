import { configKey, metaOf, settingNames } from "../../provider/configuration/settings";
import { plainCredentials } from "../../sdk/plain-credential";

const value = "sk_live_planted_0123456789";
const linesFor = (configuration: Record<string, string>, secret: readonly string[] = []) =>
  plainCredentials(configuration, (key) => secret.includes(key), "prod");

test("a credential in plain text is told with the line that encrypts it, and not shown", () => {
  const lines = linesFor({ "payments:apiKey": value, "payments:baseUrl": "https://payments.example.com" });
  expect(lines).toEqual([expect.stringContaining("Run 'pulumi config set --secret payments:apiKey'")]);
  expect(lines.join()).not.toContain("planted");
});

test("profiles count where one of them has a credential", () => {
  const eu = { accountId: "acct_eu" };
  expect(linesFor({ "payments:profiles": JSON.stringify({ eu }) })).toEqual([]);
  const lines = linesFor({ "payments:profiles": JSON.stringify({ eu: { ...eu, apiKey: value } }, null, 2) });
  expect(lines).toEqual([expect.stringContaining("payments:profiles is in plain text")]);
  expect(lines.join()).not.toContain("planted");
});

test("nothing is told of what is encrypted, or not there", () => {
  const both = { "payments:apiKey": value, "payments:profiles": '{"eu":{"apiKey":"x"}}' };
  expect(linesFor(both, Object.keys(both))).toEqual([]);
  expect(linesFor({})).toEqual([]);
  expect(linesFor({ "payments:apiKey": "" })).toEqual([]);
});

test("every setting that is declared a secret is looked at", () => {
  const secret = settingNames.filter((name) => metaOf(name).secret).map(configKey);
  expect(secret).not.toEqual([]);
  for (const key of secret) expect(linesFor({ [key]: value })).toHaveLength(1);
});
