import fc from "fast-check";
import type { ResourceFacts, StackFacts } from "../../../policy/facts";
import { settingFor } from "../../../policy/facts";
import { readConfiguration } from "../../../provider/configuration/configuration";

const fields = {
  baseUrl: fc.constantFrom("https://a.example", "https://A.example/v1/", "https://b.example"),
  accountId: fc.constantFrom("acct_1", "acct_2"),
  partnerAccountId: fc.constantFrom("acct_partner", "acct_other_partner"),
  apiKeyId: fc.constantFrom("key_1", "key_2"),
  apiKey: fc.constantFrom("sk_first_long_value", "sk_second_long_value"),
  environment: fc.constantFrom("production", "sandbox"),
};
const variables = {
  PAYMENTS_BASE_URL: fields.baseUrl,
  PAYMENTS_ACCOUNT_ID: fields.accountId,
  PAYMENTS_PARTNER_ACCOUNT_ID: fields.partnerAccountId,
  PAYMENTS_API_KEY: fields.apiKey,
  PAYMENTS_ENVIRONMENT: fields.environment,
};
const some = <Shape extends Record<string, fc.Arbitrary<string>>>(shape: Shape) =>
  fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;

test("a policy reads the settings of a profile and of the stack exactly as the provider does", () => {
  let accepted = 0;
  fc.assert(
    fc.property(some(fields), some(fields), some(variables), (stackFields, eu, environment) => {
      const config: Record<string, string> = { "payments:profiles": JSON.stringify({ eu }) };
      for (const [name, value] of Object.entries(stackFields)) config[`payments:${name}`] = value;
      const configured = { configured: (key: string) => config[key], configuredKeys: Object.keys(config), environment };
      const read = readConfiguration(configured);
      if ("problems" in read) return;
      accepted += 1;
      const stack = { name: "dev", project: "shop", config, environment } as StackFacts;
      for (const profile of [undefined, "eu"]) {
        const connection = profile === undefined ? read.configuration.main : read.configuration.profiles.get(profile);
        if (connection === undefined) continue;
        const resource = { type: "payments:ApiKey", props: { profile } } as unknown as ResourceFacts;
        for (const name of ["accountId", "partnerAccountId", "environment"] as const)
          expect([name, settingFor(stack, name, resource)]).toEqual([name, connection[name]]);
        expect(settingFor(stack, "apiKey", resource)).toBe(connection.settings.apiKey);
      }
    }),
    { numRuns: 2_000 },
  );
  expect(accepted).toBeGreaterThan(20);
});
