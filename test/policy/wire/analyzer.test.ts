// Long because: one engine's conversation with the pack, each of its calls in turn, needs the same set-up.

import { notYetKnown, type StackFacts, secretValue, settingFor } from "../../../policy/facts";
import { type ResourceRule, type Rule, resourceRule, type StackRule, stackRule, violation } from "../../../policy/rule";
import { nameConvention } from "../../../policy/rules/name-convention";
import { noWildcardScope } from "../../../policy/rules/no-wildcard-scope";
import { valueStaysSecret } from "../../../policy/rules/value-stays-secret";
import { analyzerHandlers } from "../../../policy/wire/analyzer";
import { wireModules } from "../../../policy/wire/modules";
import type { PolicyReport } from "../../../provider/report/policy-writer";
import { asSecret, type Raw } from "../../../provider/wire/special-values";
import { unknownString } from "../sdk-view";

const wire = wireModules();
const { messages } = wire;
const words = { title: "All is well.", why: "It matters.", fix: "Fix it.", level: "mandatory" as const };
const apiKey = "pulumi-nodejs:dynamic/payments:ApiKey";
const urnOf = (name: string, type = apiKey) => `urn:pulumi:prod::shop::${type}::${name}`;

// biome-ignore lint/suspicious/noExplicitAny: responses are read as the engine reads them, by their getters.
type AnalyzerResponse = any;

/** A pack in one run, spoken to as the engine does: one message in, one message or an error out. */
function engine(rules: readonly Rule[], environment: Record<string, string> = {}, report?: PolicyReport) {
  const dependencies = { environment, now: () => new Date("2026-06-01T00:00:00Z"), report };
  const handlers = analyzerHandlers(wire, { name: "ours", version: "1.2.3", rules }, dependencies);
  const call = async (method: string, request?: unknown): Promise<AnalyzerResponse> =>
    handlers[method]?.(request as never);
  const struct = (raw: Raw) => wire.Struct.fromJavaScript(raw);
  const resource = (props: Raw, { type = apiKey, name = "ci" } = {}) => {
    const request = new messages.AnalyzeRequest();
    request.setType(type);
    request.setName(name);
    request.setUrn(urnOf(name, type));
    request.setProperties(struct(props));
    return request;
  };
  /** As it comes out of the transport. */
  const send = (method: string, message: { serializeBinary(): Uint8Array }) =>
    call(method, wire.service[method]?.requestDeserialize(Buffer.from(message.serializeBinary())));
  return {
    call,
    send,
    struct,
    configureStack: ({ config = {}, secret = [] as string[], isPreview = true } = {}) => {
      const request = new messages.AnalyzerStackConfigureRequest();
      request.setStack("prod").setProject("shop").setOrganization("acme").setDryRun(isPreview);
      for (const [key, value] of Object.entries(config)) request.getConfigMap().set(key, value as string);
      request.setConfigSecretKeysList(secret);
      return send("configureStack", request);
    },
    /** Fills in what the pack declared where a rule is left out, as the engine does. */
    async configure(file: Record<string, { level?: number; props?: Raw }> = {}) {
      const request = new messages.ConfigureAnalyzerRequest();
      const info: AnalyzerResponse = await call("getAnalyzerInfo");
      const levels = new Map<string, number>(
        info.getPoliciesList().map((one: AnalyzerResponse) => [one.getName(), one.getEnforcementlevel()]),
      );
      for (const name of new Set([...levels.keys(), ...Object.keys(file)])) {
        const config = new messages.PolicyConfig();
        config.setEnforcementlevel((file[name]?.level ?? levels.get(name)) as never);
        config.setProperties(struct(file[name]?.props ?? {}));
        request.getPolicyconfigMap().set(name, config as never);
      }
      return call("configure", request);
    },
    analyze: async (props: Raw, about = {}) => reported(await send("analyze", resource(props, about))),
    remediate: async (props: Raw) =>
      (await send("remediate", resource(props))).getRemediationsList() as AnalyzerResponse[],
    async analyzeStack(members: { name: string; type?: string; props: Raw; dependsOn?: Record<string, string[]> }[]) {
      const request = new messages.AnalyzeStackRequest();
      request.setResourcesList(
        members.map(({ name, type = apiKey, props, dependsOn = {} }) => {
          const member = new messages.AnalyzerResource();
          member.setType(type).setName(name).setUrn(urnOf(name, type)).setProperties(struct(props));
          for (const [property, urns] of Object.entries(dependsOn)) {
            const list = new messages.AnalyzerPropertyDependencies();
            list.setUrnsList(urns);
            member.getPropertydependenciesMap().set(property, list as never);
          }
          return member;
        }),
      );
      return reported(await send("analyzeStack", request));
    },
  };
}

function reported(response: AnalyzerResponse): { rule: string; level: string; message: string; urn: string }[] {
  const names = Object.entries(messages.EnforcementLevel);
  return response.getDiagnosticsList().map((one: AnalyzerResponse) => ({
    rule: one.getPolicyname(),
    level: names.find(([, level]) => level === one.getEnforcementlevel())?.[0],
    message: one.getMessage(),
    urn: one.getUrn(),
  }));
}

const seen: unknown[] = [];
beforeEach(() => seen.splice(0));
const onKeys = (check: ResourceRule["check"], more: object = {}): Rule =>
  resourceRule({ name: "looking", ...words, looksAt: ["ApiKey"], check, ...more });
const onStack = (check: StackRule["check"]): Rule => stackRule({ name: "whole", ...words, check });

test("with a level for all rules, a level that equals the declared one counts as set", async () => {
  const { ADVISORY, MANDATORY } = messages.EnforcementLevel;
  const finds: ResourceRule["check"] = () => [violation("It is wrong.")];
  for (const isRun of [true, false]) {
    const run = engine([onKeys(finds), onKeys(finds, { name: "other" })], { PAYMENTS_POLICY_PRESET: "audit" });
    if (isRun) await run.configureStack();
    await run.configure({ all: { level: ADVISORY }, looking: { level: ADVISORY }, other: { level: MANDATORY } });
    const levels = (await run.analyze({ type: "publishable" })).map(({ rule, level }) => `${rule} ${level}`);
    expect(levels).toEqual(["looking ADVISORY", "other MANDATORY"]);
  }
});

test("a violation is sent with the rule's name, its level and the whole text", async () => {
  const run = engine([noWildcardScope]);
  await run.configureStack();
  await run.configure();
  expect(await run.analyze({ type: "secret", scopes: ["*"] })).toEqual([
    {
      rule: "no-wildcard-scope",
      level: "MANDATORY",
      message: expect.stringMatching(
        /^This key has the scope \*.*Run 'npx pulumi-payments policy explain no-wildcard-scope' for more\.$/,
      ),
      urn: urnOf("ci"),
    },
  ]);
  expect(await run.analyze({ type: "secret", scopes: ["a:b"] })).toEqual([]);
});

test("a scope that is marked as a secret is checked too, and an unknown one is advisory", async () => {
  const run = engine([noWildcardScope]);
  expect(await run.analyze({ type: "secret", scopes: asSecret(["*"]) })).toHaveLength(1);
  expect(await run.analyze({ type: "secret", scopes: [unknownString, "*"] })).toMatchObject([{ level: "MANDATORY" }]);
  expect(await run.analyze({ type: "secret", scopes: unknownString })).toMatchObject([{ level: "ADVISORY" }]);
});

test("the properties of a resource that no rule checks are not read", async () => {
  const run = engine([onKeys(() => [violation("Seen.")])]);
  const untouchable = new messages.AnalyzeRequest().setType("aws:s3/bucket:Bucket");
  untouchable.getProperties = () => expect(true).toBe(false) as never;
  expect(reported(await run.call("analyze", untouchable))).toEqual([]);
  expect((await run.call("remediate", untouchable)).getRemediationsList()).toEqual([]);
});

test("a rule gets the stack, its configuration with secrets hidden, and the environment without credentials", async () => {
  const look = onKeys((resource, { stack }) => {
    seen.push(stack, settingFor(stack, "driftCheck", resource), resource.props);
    return [];
  });
  const run = engine([look], { PAYMENTS_API_KEY: "sk_env_1", PAYMENTS_DRIFT_CHECK: "off", HOME: "/nowhere" });
  const config = { "payments:baseUrl": "https://a.example", "payments:apiKey": "sk_conf_1" };
  await run.configureStack({ config, secret: ["payments:apiKey"] });
  await run.analyze({ type: "secret", value: asSecret("sk_value_1"), name: unknownString, __provider: "code" });
  const stack: StackFacts = {
    name: "prod",
    project: "shop",
    organization: "acme",
    isPreview: true,
    config: { "payments:baseUrl": "https://a.example", "payments:apiKey": secretValue },
    environment: { PAYMENTS_API_KEY: secretValue, PAYMENTS_DRIFT_CHECK: "off" },
  };
  expect(seen).toEqual([stack, "off", { type: "secret", value: secretValue, name: notYetKnown }]);
});

test("without a message about the stack, its facts come from URNs and the provider's inputs", async () => {
  const run = engine([
    onKeys((_, { stack }) => {
      seen.push(stack);
      return [];
    }),
  ]);
  const request = new messages.AnalyzeRequest();
  request.setType(apiKey).setName("ci").setUrn(urnOf("ci")).setProperties(run.struct({}));
  const provider = new messages.AnalyzerProviderResource();
  provider
    .setName("default")
    .setProperties(run.struct({ "payments:driftCheck": "warn", "payments:apiKey": asSecret("sk_1") }));
  request.setProvider(provider);
  await run.send("analyze", request);
  const config = { "payments:driftCheck": "warn", "payments:apiKey": secretValue };
  expect(seen).toEqual([{ name: "prod", project: "shop", config, environment: {} }]);
});

describe("levels", () => {
  const { ADVISORY, MANDATORY, DISABLED, REMEDIATE } = messages.EnforcementLevel;
  const findings = async (file: Parameters<ReturnType<typeof engine>["configure"]>[0], preset?: string) => {
    const run = engine([noWildcardScope], preset === undefined ? {} : { PAYMENTS_POLICY_PRESET: preset });
    await run.configureStack();
    await run.configure(file);
    return (await run.analyze({ type: "secret", scopes: ["*"] })).map(({ level }) => level);
  };

  test("are the rule's own by default, and otherwise those that are set", async () => {
    expect(await findings({})).toEqual(["MANDATORY"]);
    expect(await findings({ "no-wildcard-scope": { level: ADVISORY } })).toEqual(["ADVISORY"]);
    expect(await findings({ "no-wildcard-scope": { level: DISABLED } })).toEqual([]);
  });

  test("come from a preset of the file or the environment, and a level that is set takes precedence", async () => {
    const audit = { settings: { props: { preset: "audit" } } };
    expect(await findings(audit)).toEqual(["ADVISORY"]);
    expect(await findings({}, "audit")).toEqual(["ADVISORY"]);
    // The rule's own level, reported aloud, is not the same as nothing.
    expect(await findings({ ...audit, "no-wildcard-scope": { level: MANDATORY } })).toEqual(["MANDATORY"]);
  });

  test("that nobody sets are declared only in a run: a published pack shows the rules' own levels and schemas", async () => {
    const run = engine([noWildcardScope, nameConvention]);
    const declared = async () =>
      (await run.call("getAnalyzerInfo"))
        .getPoliciesList()
        .map((one: AnalyzerResponse) => [
          one.getName(),
          one.getEnforcementlevel(),
          one.getConfigschema()?.getProperties().toJavaScript(),
        ]);
    const published = await declared();
    expect(published.map(([name, level]: AnalyzerResponse) => [name, level])).toEqual([
      ["no-wildcard-scope", MANDATORY],
      ["name-convention", ADVISORY],
      ["settings", ADVISORY],
    ]);
    expect(Object.keys(published[1][2]).sort()).toEqual(["mendAs", "pattern"]);
    await run.configureStack();
    expect((await declared()).map(([, level]: AnalyzerResponse) => level)).toEqual([REMEDIATE, ADVISORY, ADVISORY]);
  });

  test("that are unknown stop the run, and so do misspelled rules and presets", async () => {
    const misspelled = { "no-wildcard-scop": { level: ADVISORY } };
    await expect(findings(misspelled)).rejects.toThrow(
      /unknown rule "no-wildcard-scop"\. Did you mean "no-wildcard-scope"\?/,
    );
    await expect(findings({}, "audti")).rejects.toThrow(/unknown preset "audti"\. Did you mean "audit"\?/);
    await expect(findings({ "no-wildcard-scope": { level: 17 } })).rejects.toThrow(/enforcement level 17/);
  });
});

test("an exemption that no finding needed is reported at the end of the run, and one that was used is not", async () => {
  const exemption = { rule: "no-wildcard-scope", reason: "moving", owner: "ann", expires: "2027-01-31" };
  const run = engine([noWildcardScope]);
  await run.configureStack();
  const exemptions = [
    { ...exemption, name: "c?" },
    { ...exemption, name: "gone" },
  ];
  await run.configure({ settings: { props: { exemptions } } });
  expect(await run.analyze({ type: "secret", scopes: ["*"] })).toMatchObject([{ level: "ADVISORY" }]);
  const found = await run.analyzeStack([{ name: "ci", props: { type: "secret", scopes: ["*"] } }]);
  expect(found.map(({ level, message }) => [level, message.slice(0, 61)])).toEqual([
    ["ADVISORY", "An exemption is not needed in this stack: no-wildcard-scope f"],
  ]);
});

test("a stack rule gets every resource in a fixed order, with the dependencies of each property", async () => {
  const run = engine([
    onStack((resources) => {
      seen.push(resources.map(({ name, dependencies }) => [name, dependencies]));
      return [];
    }),
  ]);
  const dependsOn = { apiKeyId: [urnOf("ci")] };
  await run.analyzeStack([
    { name: "z", props: {}, dependsOn },
    { name: "a", props: {} },
  ]);
  expect(seen).toEqual([
    [
      ["a", {}],
      ["z", dependsOn],
    ],
  ]);
  expect(await run.analyzeStack([])).toEqual([]);
});

test("a stack rule gets the inputs of our resources beside their outputs", async () => {
  const other = "my:index:Job";
  const run = engine([
    onKeys(() => [], { looksAt: [other] }),
    onStack((resources) => {
      seen.push(resources.map(({ props }) => props));
      return [];
    }),
  ]);
  await run.analyze({ type: "secret", name: "requested", deleteAdopted: true });
  await run.analyze({ size: 3 }, { type: other, name: "job" });
  await run.analyzeStack([
    { name: "ci", props: { type: "secret", name: "as it is", value: asSecret("sk_value_1") } },
    { name: "job", type: other, props: { done: true } },
  ]);
  const key = { type: "secret", name: "as it is", deleteAdopted: true, value: secretValue };
  expect(seen).toEqual([[{ done: true }, key]]);
});

test("a key's value in plain text is found in any resource, and no message holds the value", async () => {
  const run = engine([valueStaysSecret]);
  const found = await run.analyzeStack([
    { name: "ci", props: { value: asSecret("sk_live_0123456789") } },
    { name: "job", type: "my:index:Job", props: { sk_live_0123456789: "--key sk_live_0123456789" } },
  ]);
  expect(found).toMatchObject([{ rule: "value-stays-secret", urn: urnOf("job", "my:index:Job") }]);
  expect(JSON.stringify(found)).not.toContain("sk_live");
});

describe("a rule that throws", () => {
  test("stops the run with its name, without a stack trace and without any secret", async () => {
    const run = engine([
      onKeys(({ props }) => {
        throw new Error(`saw ${JSON.stringify(props)} and sk_conf_1`);
      }),
    ]);
    await run.configureStack({ config: { "payments:apiKey": "sk_conf_1" }, secret: ["payments:apiKey"] });
    const analysis = run.analyze({
      name: asSecret("hidden name"),
      value: asSecret("sk_value_1"),
      scopes: asSecret(["my:scope"]),
    });
    const error: Error = await analysis.then(
      () => expect(true).toBe(false) as never,
      (thrown) => thrown,
    );
    expect(error.message).toMatch(/^the policy rule looking is broken: it threw while it checked ci: saw /);
    for (const secret of ["hidden name", "sk_value_1", "my:scope"]) expect(error.message).not.toContain(secret);
    expect(error.message).not.toMatch(/\bat .*\.ts:/);
  });

  test("about the stack stops it too", async () => {
    const run = engine([
      onStack(() => {
        throw new Error("oh");
      }),
    ]);
    await expect(run.analyzeStack([{ name: "a", props: {} }])).rejects.toThrow(/whole is broken: .*the stack: oh/);
  });
});

describe("a remediation", () => {
  const { REMEDIATE } = messages.EnforcementLevel;
  const configured = async (mendAs: string) => {
    const run = engine([nameConvention]);
    await run.configureStack();
    await run.configure({ "name-convention": { level: REMEDIATE, props: { pattern: "shop-.*", mendAs } } });
    return run;
  };

  test("changes one property, which stays secret, and keeps the provider and everything else", async () => {
    const run = await configured("{project}-{name}");
    const raw = { __provider: "code", type: "secret", name: asSecret("bad name"), scopes: [unknownString] };
    const [remediation] = await run.remediate(raw);
    expect(remediation.getPolicyname()).toBe("name-convention");
    expect(remediation.getProperties().toJavaScript()).toEqual({ ...raw, name: asSecret("shop-ci") });
    expect(remediation.getDiagnostic()).toBe("");
  });

  test("does nothing without a violation or at another level", async () => {
    const run = await configured("{project}-{name}");
    expect(await run.remediate({ type: "secret", name: "shop-x" })).toEqual([]);
    expect(await engine([nameConvention]).remediate({ type: "secret", name: "bad" })).toEqual([]);
  });
});

test("under the drift command findings are recorded as reported, nothing is remediated, and the command's variables are hidden", async () => {
  const recorded: object[] = [];
  const report = { add: (finding: object) => void recorded.push(finding) };
  const environment = {
    PAYMENTS_REPORT_DIR: "/tmp/x",
    PAYMENTS_DRIFT_CHECK: "collect",
    PAYMENTS_BASE_URL: "https://a.b",
  };
  const looking = onStack((_, { stack }) => {
    seen.push(stack.environment);
    return [];
  });
  const run = engine([noWildcardScope, nameConvention, looking], environment, report);
  await run.configureStack();
  await run.configure({
    "name-convention": {
      level: messages.EnforcementLevel.REMEDIATE,
      props: { pattern: "shop-.*", mendAs: "shop-{name}" },
    },
  });
  const [reportedOne] = await run.analyze({ type: "secret", name: "shop-x", scopes: ["*"] });
  expect(recorded).toEqual([
    {
      rule: "no-wildcard-scope",
      outcome: "violation",
      level: "mandatory",
      text: reportedOne!.message,
      urn: urnOf("ci"),
      link: "docs/reference/policy-rules.md#no-wildcard-scope",
    },
  ]);
  expect(await run.remediate({ type: "secret", name: "ci", scopes: ["a:b"] })).toEqual([]);
  await run.analyzeStack([]);
  expect(seen).toEqual([{ PAYMENTS_BASE_URL: "https://a.b" }]);
});

test("each call of the engine has a handler that returns the message of that call", async () => {
  const run = engine([]);
  const called = ["getPluginInfo", "configureStack", "getAnalyzerInfo", "configure"];
  const responses = [run.call("getPluginInfo"), run.configureStack(), run.call("getAnalyzerInfo"), run.configure()];
  const perResource = ["remediate", "analyze", "analyzeStack"];
  const requests = [new messages.AnalyzeRequest(), new messages.AnalyzeRequest(), new messages.AnalyzeStackRequest()];
  const all = await Promise.all([
    ...responses,
    ...perResource.map((method, index) => run.send(method, requests[index]!)),
  ]);
  for (const [index, method] of [...called, ...perResource].entries())
    expect(() => wire.service[method]?.responseSerialize(all[index])).not.toThrow();
});

test("the pack reports its version", async () => {
  expect((await engine([]).call("getPluginInfo")).getVersion()).toBe("1.2.3");
});
