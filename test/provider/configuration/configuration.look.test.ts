import { readConfiguration } from "../../../provider/configuration/configuration";

const configured: Record<string, string> = {
  "payments:baseUrl": "https://payments.example.com",
  "payments:apiKey": "the-credential",
  "payments:accountId": "acct_1",
};

function read(environment: Record<string, string>, more: Record<string, string> = {}) {
  const all = { ...configured, ...more };
  return readConfiguration({ configured: (key) => all[key], configuredKeys: Object.keys(all), environment });
}

test.each([
  ["1", true],
  ["0", false],
  ["", false],
])("PAYMENTS_READ_ONLY=%p makes every connection one that only reads: %p", (text, readOnly) => {
  const profiles = { "payments:profiles": '{"eu":{"accountId":"acct_eu"}}' };
  const result = read({ PAYMENTS_READ_ONLY: text }, profiles);
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  const { main, profiles: others } = result.configuration;
  expect([main?.settings.readOnly, others.get("eu")?.settings.readOnly]).toEqual([readOnly, readOnly]);
});

test("a spelling of PAYMENTS_READ_ONLY that is not known is refused, so that no write gets through", () => {
  expect(read({ PAYMENTS_READ_ONLY: "yes" })).toMatchObject({ problems: [{ path: "PAYMENTS_READ_ONLY" }] });
});

test("collect is taken from the environment, with a folder for what it collects", () => {
  const result = read({ PAYMENTS_DRIFT_CHECK: "collect", PAYMENTS_REPORT_DIR: "/tmp/x" });
  expect(result).toMatchObject({ configuration: { driftCheck: "collect" } });
});

test("collect without a folder is refused, and so is a stack that keeps it: it would call everything unchanged", () => {
  const message = expect.stringContaining("pulumi-payments drift");
  expect(read({ PAYMENTS_DRIFT_CHECK: "collect" })).toMatchObject({
    problems: [{ path: "PAYMENTS_DRIFT_CHECK", message, fix: "unset PAYMENTS_DRIFT_CHECK" }],
  });
  expect(read({ PAYMENTS_REPORT_DIR: "/tmp/x" }, { "payments:driftCheck": "collect" })).toMatchObject({
    problems: [{ path: "payments:driftCheck", message, fix: "pulumi config rm payments:driftCheck" }],
  });
});
