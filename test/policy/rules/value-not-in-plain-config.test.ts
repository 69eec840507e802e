import { secretValue, testPolicy } from "../../../policy/index";
import { valueNotInPlainConfig } from "../../../policy/rules/value-not-in-plain-config";

const check = (stackConfig: Record<string, unknown>, config = {}, environment = {}) =>
  testPolicy(valueNotInPlainConfig, [], { config, stack: { config: stackConfig, environment } });
const pathsOf = (stackConfig: Record<string, unknown>, config = {}) =>
  check(stackConfig, config).findings.map(({ path }) => path);

test("a credential that is marked as a secret passes", () => {
  check({ "payments:apiKey": secretValue, "payments:accountId": "acct_123", "shop:theme": "dark" }).expectNone();
});

test("the provider's credential in plain text violates in any form, and is not shown", () => {
  const { findings } = check({ "payments:apiKey": "made-by-hand" });
  expect(findings.map(({ message, path, fix }) => [message, path, fix])).toEqual([
    [
      "payments:apiKey holds what looks like a credential, in plain text.",
      "payments:apiKey",
      "Replace the key in the service, because it was exposed, and run: pulumi config set --secret payments:apiKey.",
    ],
  ]);
  expect(JSON.stringify(findings)).not.toContain("made-by-hand");
});

test("the credential of a profile violates, with its path", () => {
  const profiles = JSON.stringify({ eu: { apiKey: "x1" }, us: { accountId: "acct_us" }, asia: { apiKey: "x2" } });
  const { findings } = check({ "payments:profiles": profiles });
  expect(findings.map(({ path }) => path)).toEqual(["payments:profiles.eu.apiKey", "payments:profiles.asia.apiKey"]);
  expect(findings[0]?.fix).toMatch(/config set --secret --path 'payments:profiles\.eu\.apiKey'\.$/);
});

test.each(["not json", "null", '"text"', '{"eu":null}', '{"eu":{"apiKey":5}}'])(
  "profiles with the text %s hold no credential",
  (profiles) => {
    check({ "payments:profiles": profiles }).expectNone();
  },
);

test.each([
  "http://localhost:4010",
  "http://127.0.0.1:4010/",
  "https://LOCALHOST",
  "http://[::1]:4010",
  "http://127.10.20.30",
])("the credential of a sandbox at %s passes", (address) => {
  check({ "payments:apiKey": "made-by-hand", "payments:baseUrl": address }).expectNone();
  check({ "payments:apiKey": "made-by-hand" }, {}, { PAYMENTS_BASE_URL: address }).expectNone();
  check({ "payments:profiles": JSON.stringify({ eu: { apiKey: "x", baseUrl: address } }) }).expectNone();
  check({ "payments:profiles": '{"eu":{"apiKey":"x"}}', "payments:baseUrl": address }).expectNone();
});

test.each([
  "https://localhost.example.com",
  "https://payments.example.com/http://localhost",
  "https://127.0.0.1.example.com",
  "https://a127.0.0.1",
  "https://localhost:80a.example.com",
])("%s is not of this machine", (address) => {
  check({ "payments:apiKey": "made-by-hand", "payments:baseUrl": address }).expectViolation();
});

test("a profile elsewhere violates although the stack's service is of this machine", () => {
  const profiles = JSON.stringify({ eu: { apiKey: "x", baseUrl: "https://payments.example.com" } });
  check({ "payments:profiles": profiles, "payments:baseUrl": "http://localhost" }).expectViolation();
});

test.each(["sk_live_12345678", "rk-test-12345678", "whsec_12345678"])(
  "%s is a credential wherever it stands",
  (value) => {
    expect(pathsOf({ "shop:key": value })).toEqual(["shop:key"]);
    expect(pathsOf({ "shop:env": `MODE=live KEY=${value};` })).toEqual(["shop:env"]);
    expect(pathsOf({ "shop:jobs": JSON.stringify([{ key: value }]) })).toEqual(["shop:jobs"]);
  },
);

test.each(["pk_live_12345678", "sk_1234567", "task_sk_12345678", "risk_12345678", "sk_1234 5678", "sk_12345678!"])(
  "%s is none",
  (value) => {
    check({ "shop:key": value }).expectNone();
  },
);

test("other shapes of credentials come from the configuration, and a word has to match as a whole", () => {
  const config = { shapes: ["tok-[0-9]{4}", "pay\\.[a-z]+"] };
  expect(pathsOf({ "shop:a": "tok-1234", "shop:b": "tok-12345", "shop:c": "x pay.abc" }, config)).toEqual([
    "shop:a",
    "shop:c",
  ]);
});

test("a shape that can't be run in linear time is refused", () => {
  expect(() => check({}, { shapes: ["(?=a)"] })).toThrow(/shapes\[0\].*look-around/);
});

test("keys that are ignored are not looked at, others are", () => {
  const stackConfig = { "shop:sk": "sk_live_12345678", "shop:other": "sk_live_12345678" };
  expect(pathsOf(stackConfig, { ignore: ["shop:s*"] })).toEqual(["shop:other"]);
});

test("a value that is not text passes", () => {
  check({ "shop:n": 5, "shop:x": undefined }).expectNone();
});

test("it is found of the stack, so that an exemption can name it", () => {
  const urnOf = (resources: { class: string; props: object }[]) =>
    testPolicy(valueNotInPlainConfig, resources as never, { stack: { config: { "payments:apiKey": "x" } } }).findings[0]
      ?.urn;
  expect(
    urnOf([
      { class: "ApiKey", props: {} },
      { class: "pulumi:pulumi:Stack", props: {} },
    ]),
  ).toBe("urn:pulumi:dev::test::pulumi:pulumi:Stack::test-2");
  expect(urnOf([{ class: "ApiKey", props: {} }])).toBeUndefined();
});

test("it is mandatory", () => {
  expect(valueNotInPlainConfig.level).toBe("mandatory");
});
