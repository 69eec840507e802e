import type { DynamicProvider } from "../../../provider/dynamic/provider";
import { type ResourceClassName, resourceClassNames } from "../../../provider/text/class-names";
import { closeWorlds, failureOf, openWorld, type World } from "../lifecycle/world";

type RuntimeModule = typeof import("../../../provider/dynamic/runtime") &
  Record<ResourceClassName, () => DynamicProvider>;

let world: World;
let printed: string[];
let before: NodeJS.ProcessEnv;
beforeEach(async () => {
  world = await openWorld();
  before = { ...process.env };
  for (const name of Object.keys(process.env)) if (name.startsWith("PAYMENTS_")) delete process.env[name];
  printed = [];
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  process.env = before;
  await closeWorlds();
});

/** A process of its own: the module as it is loaded for the first time. */
function load(): RuntimeModule {
  let loaded: RuntimeModule | undefined;
  jest.isolateModules(() => {
    loaded = require("../../../provider/dynamic/runtime");
  });
  return loaded!;
}

const request = (config: Record<string, string> = world.config) => ({
  config: { get: (key: string) => config[key], rawConfig: config },
});
const reads = { type: "secret", scopes: ["accounts:read"] };

describe("configure", () => {
  test("counts from the moment it is called: what runs beside it runs configured", async () => {
    const provider = load().provider("ApiKey");
    const configured = provider.configure(request());
    const answers = await Promise.all(Array.from({ length: 50 }, () => provider.check({}, reads)));
    await configured;
    expect(answers.every(({ failures }) => failures.length === 0)).toBe(true);
  });

  test("that comes late still counts: nothing that ran before it is remembered in its place", async () => {
    const provider = load().provider("ApiKey");
    expect(await failureOf(provider.check({}, reads))).toContain("payments:baseUrl");
    await provider.configure(request());
    expect((await provider.check({}, reads)).failures).toEqual([]);
  });

  test("never throws, whatever it is given", async () => {
    const wrong = [undefined, {}, request({}), request({ "payments:nonsense": "x", "payments:timeouts": "{" })];
    for (const each of wrong)
      await load()
        .provider("ApiKey")
        .configure(each as never);
    const throwing = {
      get: () => {
        throw new Error("locked");
      },
    };
    const provider = load().provider("ApiKey");
    await provider.configure({ config: throwing });
    expect(await failureOf(provider.check({}, reads))).toContain("locked");
  });

  test("works from the environment alone", async () => {
    process.env.PAYMENTS_BASE_URL = world.sandbox.url;
    process.env.PAYMENTS_API_KEY = world.sandbox.apiKey;
    process.env.PAYMENTS_ACCOUNT_ID = world.sandbox.accountId;
    const provider = load().provider("ApiKey");
    await provider.configure(request({}));
    expect((await provider.check({}, reads)).failures).toEqual([]);
  });
});

test.each(resourceClassNames)("%s has a function of its own that makes its provider", async (className) => {
  const own = load()[className]();
  await own.configure(request());
  const { failures } = await own.check({}, { unknownArgument: 1 });
  expect(failures.map(({ reason }) => reason).join()).toContain("unknownArgument");
});

test("a wrong configuration is told whole once, and the other resources point there", async () => {
  const { provider } = load();
  const classes: ResourceClassName[] = ["ApiKey", "WebhookEndpoint"];
  const messages: string[] = [];
  for (const each of classes) {
    await provider(each).configure(request({ "payments:apikey": "PLANTED_SECRET" }));
    messages.push(await failureOf(provider(each).read("id", {})));
  }
  expect(messages[0]).toContain("payments:baseUrl");
  expect(messages[0]).toContain('Did you mean "payments:apiKey"?');
  expect(messages[1]).toContain("listed with the first resource");
  expect(messages.join()).not.toContain("PLANTED_SECRET");
});

test("what is to be said of the configuration is said once, whatever the number of classes, never a value", async () => {
  process.env.PAYMENTS_API_KEY = world.sandbox.apiKey;
  const { provider } = load();
  const config = { ...world.config, "payments:apiKey": "PLANTED_SECRET" };
  for (const name of resourceClassNames) {
    await provider(name).configure(request(config));
  }
  expect(printed).toEqual([expect.stringMatching(/^pulumi-payments: PAYMENTS_API_KEY is used in place of/)]);
  expect(printed.join()).not.toContain("PLANTED_SECRET");
});

test("all resources of a run share one snapshot of an account", async () => {
  const key = await world.colleagueMakes({ type: "secret", name: "found", scopes: ["accounts:read"] });
  const { provider } = load();
  await provider("ApiKey").configure(request());
  const delegating = { ...reads, delegatedScopes: ["apple_pay_domains"], adoptId: key.id };
  const { failures } = await provider("ApiKey").check({}, delegating);
  const other = await provider("ApplePayDomainScopes").check({}, { apiKeyId: key.id, access: "read" });
  expect([...failures, ...other.failures]).toEqual([]);
  expect(await world.counts()).toEqual({ "GET /v1/api-keys": 1 });
});

test("the stack's own settings and a profile with another credential change one key without losing anything", async () => {
  const credential = { type: "secret", name: "other credential", scopes: ["*"] };
  const other = await world.colleagueMakes(credential);
  const key = await world.colleagueMakes({ type: "secret", name: "shop", scopes: ["accounts:read"] });
  const profile = { accountId: world.sandbox.accountId, apiKey: other.value };
  const { provider } = load();
  await provider("ApiKey").configure(
    request({ ...world.config, "payments:profiles": JSON.stringify({ second: profile }) }),
  );
  await world.fault({ operation: "PATCH /v1/api-keys/{id}", at: "before", effect: "slow", ms: 100, count: 2 });
  const adopt = { ...reads, scopes: ["accounts:write"], delegatedScopes: ["apple_pay_domains"], adoptId: key.id };
  await Promise.all([
    provider("ApiKey").create(adopt),
    provider("ApplePayDomainScopes").create({ apiKeyId: key.id, access: "read", profile: "second" }),
  ]);
  expect([...(await world.key(key.id)).scopes].sort()).toEqual(["accounts:write", "apple_pay_domains:read"]);
});

test("a class that this version does not have is named, with what to install", () => {
  for (const name of ["Customer", "toString", "constructor"]) {
    expect(() => load().provider(name as ResourceClassName)).toThrow(`no resource ${name}. Install the version`);
  }
});
