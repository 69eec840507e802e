import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type ClassifiedStack, classifyStack, type Look } from "../../../drift/classify/stack";
import { openStateObserver } from "../../../drift/collect/from-state";
import type { StateResource } from "../../../drift/collect/state";
import type { DriftRecord } from "../../../provider/report/record";
import { closeWorlds, type Managed, openWorld, type World } from "../../provider/lifecycle/world";
import { type Body, type RewritingProxy, startRewritingProxy } from "../rewriting-proxy";
import { encrypted, exportedResource } from "./exported";

/** Only a hang is to end it: a busy machine gives it a small part of a core. */
jest.setTimeout(600_000);
const runs = 100;
let world: World;
let proxy: RewritingProxy;
let folder: string;
let managed: Record<string, { resource: Managed; args: object }>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "payments-from-state-"));
  world = await openWorld();
  proxy = await startRewritingProxy(world.sandbox.url);
  world.config["payments:baseUrl"] = proxy.url;
  const secret = { type: "secret", scopes: ["accounts:read", "accounts:write", "api_keys:read"] };
  const found = await world.colleagueMakes({ type: "secret", name: "by hand", scopes: ["accounts:read"] });
  const yearly = { everyDays: 365, overlapHours: 24 };
  managed = {};
  const add = async (className: Parameters<World["resource"]>[0], name: string, args: object): Promise<void> => {
    const resource = world.resource(className, name);
    await resource.up(args);
    managed[name] = { resource, args };
  };
  await add("ApiKey", "named", { ...secret, name: "named" });
  await add("ApiKey", "made", secret);
  await add("ApiKey", "web", { type: "publishable", name: "web shop" });
  await add("ApiKey", "adopted", { ...secret, adoptId: found.id, adoptValue: found.value, scopes: ["accounts:read"] });
  await add("ApiKey", "shop", { ...secret, name: "shop", delegatedScopes: ["apple_pay_domains"] });
  await add("ApplePayDomainScopes", "apple", { apiKeyId: managed.shop!.resource.state!.id, access: "readWrite" });
  await add("RotatingApiKey", "rotated", { scopes: ["accounts:read", "accounts:write"], rotation: yearly });
  await add("RotatingApiKey", "due", { scopes: ["accounts:read"], rotation: { everyDays: 1, overlapHours: 1 } });
  await add("WebhookEndpoint", "orders", { endpointId: world.sandbox.webhookEndpointId, status: "active" });
});
afterEach(() => {
  proxy.rewrite = (_, body) => body;
});
afterAll(async () => {
  await proxy.close();
  await closeWorlds();
  rmSync(folder, { recursive: true });
});

const state = (form?: "dynamic" | "native"): StateResource[] =>
  Object.values(managed).map(({ resource }) => exportedResource(resource, form));

const lookOf = (records: readonly DriftRecord[], of: readonly StateResource[]): Look => ({
  stack: { project: "project", name: "test", folder: "." },
  state: of,
  records,
  deletions: new Set(),
  durationMs: 0,
});

/** What a preview of the program that was last applied comes to. */
async function previewed(): Promise<Look> {
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  world.environment = { PAYMENTS_REPORT_DIR: folder, PAYMENTS_DRIFT_CHECK: "collect", PAYMENTS_READ_ONLY: "1" };
  const process = world.start();
  world.environment = {};
  for (const { resource, args } of Object.values(managed)) await resource.preview(args, {}, process);
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), "utf8").trimEnd().split("\n"));
  return lookOf(
    lines.map((line) => JSON.parse(line) as DriftRecord),
    state(),
  );
}

async function fromState(of: readonly StateResource[] = state()): Promise<Look> {
  const { run } = world.start();
  const { service, clock } = run;
  const observer = openStateObserver({ configuration: run.configuration(), say: () => undefined, service, clock });
  return lookOf(await observer.recordsOf(of), of);
}

const tiersOf = ({ findings }: ClassifiedStack): Record<string, string> =>
  Object.fromEntries(findings.map(({ name, tier }) => [name, tier]));

const idOf = (name: string): string => {
  const { id, outputs } = managed[name]!.resource.state!;
  return (outputs.current as { id: string } | undefined)?.id ?? id;
};

const scope = fc.constantFrom("accounts:delete", "accounts:read", "accounts:write", "api_keys:read", "*");
const keys = ["named", "made", "web", "adopted", "shop", "rotated", "due"];
/** What a colleague may do to a key: nothing, too. */
const change = fc.record({
  of: fc.constantFrom(...keys),
  gone: fc.boolean(),
  name: fc.option(fc.string({ minLength: 1 })),
  scopes: fc.option(fc.array(scope, { maxLength: 4 })),
  pay: fc.option(fc.subarray(["apple_pay_domains:read", "apple_pay_domains:write"])),
  value: fc.option(fc.constantFrom("sk_****1234", "***", "")),
});
const history = fc.record({
  changes: fc.array(change, { maxLength: 5 }),
  status: fc.constantFrom("active", "active", "pending", "inactive", "disabled"),
  days: fc.constantFrom(0, 0, 2),
});

test("what state is found to be equals what a preview of the applied program is found to be, whatever drifted", async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ changes, status, days }) => {
      proxy.rewrite = (path, body) => {
        if (path.startsWith("/v1/webhook-endpoints")) return { ...body, status };
        if (!path.startsWith("/v1/api-keys")) return body;
        const gone = new Set(changes.flatMap(({ of, gone }) => (gone ? [idOf(of)] : [])));
        const items = body.items.filter((key: Body) => !gone.has(key.id));
        for (const key of items)
          for (const { of, name, scopes, pay, value } of changes.filter(({ of }) => idOf(of) === key.id)) {
            if (name !== null) key.name = name;
            if (value !== null && key.type === "secret") key.value = value;
            if (key.type !== "secret") continue;
            if (scopes !== null) key.scopes = scopes;
            if (pay !== null && of === "shop") key.scopes = [...key.scopes, ...pay];
          }
        return { ...body, items, total: body.total - (body.items.length - items.length) };
      };
      if (days > 0) await world.admin("POST", "/clock/advance", { seconds: days * 86_400 });
      const [expected, actual] = [classifyStack(await previewed()), classifyStack(await fromState())];
      expect(actual).toEqual(expected);
    }),
    { numRuns: runs },
  );
});

const eachKey = (change: (key: Body) => void) => (path: string, body: Body) => {
  if (path.startsWith("/v1/api-keys")) for (const key of body.items) change(key);
  return body;
};

test.each(["dynamic", "native"] as const)(
  "each kind of drift has its tier, where the resources have the %s type token",
  async (form) => {
    await world.admin("POST", "/clock/advance", { seconds: 2 * 86_400 });
    proxy.rewrite = (path, body) => {
      if (path.startsWith("/v1/webhook-endpoints")) return { ...body, status: "disabled" };
      if (!path.startsWith("/v1/api-keys")) return body;
      const items = body.items.filter(({ id }: Body) => id !== idOf("made"));
      for (const key of items) if (key.id === idOf("named")) key.scopes = ["*"];
      for (const key of items)
        if (key.id === idOf("shop")) key.scopes = ["accounts:read", "accounts:write", "api_keys:read"];
      return { ...body, items, total: body.total - 1 };
    };
    const classified = classifyStack(await fromState(state(form)));
    expect(tiersOf(classified)).toEqual({
      named: "changed",
      made: "gone",
      apple: "changed",
      due: "due",
      orders: "unhealthy",
    });
    expect(classified.result).toMatchObject({ outcome: "looked", resources: 9, clean: 4 });
  },
);

const one = (name: string, change: (resource: StateResource) => void): StateResource[] => {
  const resource = structuredClone(exportedResource(managed[name]!.resource));
  change(resource);
  return [resource];
};
const hideName = (resource: StateResource): void => {
  resource.inputs.name = encrypted();
  resource.outputs.name = encrypted();
};

test("a resource with an encrypted argument is undetermined and never clean, and drift of its other fields is found", async () => {
  proxy.rewrite = eachKey((key) => {
    if (key.id === idOf("named")) key.name = "renamed";
  });
  const quiet = classifyStack(await fromState(one("named", hideName)));
  expect(quiet.findings).toMatchObject([
    { tier: "undetermined", why: expect.stringContaining("state keeps name encrypted") },
  ]);
  proxy.rewrite = eachKey((key) => {
    if (key.id === idOf("named")) key.scopes = ["*"];
  });
  expect(classifyStack(await fromState(one("named", hideName))).findings).toMatchObject([
    { tier: "changed", fields: [{ field: "scopes", live: ["*"] }] },
  ]);
});

test.each([
  ["rotated", "current"],
  ["rotated", "__kept"],
  ["named", "accountId"],
])("of %s nothing is asked where state keeps %s encrypted, and it is undetermined", async (name, output) => {
  await world.forgetRequests();
  const hidden = one(name, (resource) => {
    resource.outputs[output] = encrypted();
  });
  expect(classifyStack(await fromState(hidden)).findings).toMatchObject([{ tier: "undetermined" }]);
  expect(await world.counts()).toEqual({});
});

test.each([
  ["account", { accountId: "acct_other" }],
  ["service", { serviceUrl: "https://elsewhere.example.com" }],
])("a resource of another %s is undetermined, and no credential is sent", async (_, place) => {
  await world.forgetRequests();
  const moved = one("named", ({ outputs }) => Object.assign(outputs, place));
  expect(classifyStack(await fromState(moved)).findings).toMatchObject([
    { tier: "undetermined", why: expect.stringMatching(/no credential for account .* at .*PAYMENTS_PROFILES/) },
  ]);
  expect(await world.counts()).toEqual({});
});

test("state of another environment is undetermined", async () => {
  world.config["payments:environment"] = "production";
  const other = one("named", ({ outputs }) => Object.assign(outputs, { environment: "sandbox" }));
  const { findings } = classifyStack(await fromState(other));
  delete world.config["payments:environment"];
  expect(findings).toMatchObject([{ tier: "undetermined", why: expect.stringContaining("environment sandbox") }]);
});

test("an account is found by its address and id, whatever the profile is called here and there", async () => {
  const { "payments:accountId": accountId, ...rest } = world.config;
  world.config = { ...rest, "payments:profiles": JSON.stringify({ fleet: { accountId } }) } as typeof world.config;
  const renamed = one("named", ({ inputs, outputs }) => {
    inputs.profile = "eu";
    outputs.profile = "eu";
  });
  const found = [classifyStack(await fromState(state())).findings, classifyStack(await fromState(renamed)).findings];
  world.config = { ...rest, "payments:accountId": accountId! };
  expect(found.flat().filter(({ tier }) => tier !== "due")).toEqual([]);
});

test("what ignoreChanges named in the last up is not compared, where the engine's state keeps it", async () => {
  proxy.rewrite = eachKey((key) => {
    if (key.id === idOf("named")) key.scopes = ["*"];
  });
  const ignoring = one("named", (resource) => {
    resource.ignoreChanges = ["scopes"];
  });
  expect(classifyStack(await fromState(ignoring)).findings).toEqual([]);
});

const lists = async (): Promise<number> => (await world.counts())["GET /v1/api-keys"] ?? 0;

test("twenty stacks of one account cost one reading of its list, and nothing but GET is sent", async () => {
  const { run } = world.start();
  const { service, clock } = run;
  const observer = openStateObserver({ configuration: run.configuration(), say: () => undefined, service, clock });
  await world.forgetRequests();
  await observer.recordsOf(one("named", () => undefined));
  const first = await lists();
  const stacks = Array.from({ length: 19 }, () => observer.recordsOf(state()));
  const records = (await Promise.all(stacks)).flat();
  expect([await lists(), await world.writes()]).toEqual([first, []]);
  expect(records.filter(({ record }) => record === "resource")).toHaveLength(19 * 9);
  expect(records.filter(({ record }) => record === "account")).toEqual([]);
});

test("a credential that is refused costs one request, however many resources need it", async () => {
  const key = world.config["payments:apiKey"]!;
  world.config["payments:apiKey"] = "sk_revoked_0123456789";
  await world.forgetRequests();
  const keysOnly = state().filter(({ type }) => !type.endsWith("WebhookEndpoint"));
  const { findings } = classifyStack(await fromState(keysOnly));
  world.config["payments:apiKey"] = key;
  expect(new Set(findings.map(({ tier }) => tier))).toEqual(new Set(["undetermined"]));
  expect(findings[0]!.why).toContain("The credential came from PAYMENTS_API_KEY");
  expect(findings).toHaveLength(8);
  expect(await lists()).toBe(1);
});

test("what an earlier up replaced is not compared, and a resource of a newer version is undetermined", async () => {
  const old = one("named", (resource) => {
    resource.delete = true;
  });
  expect(classifyStack(await fromState(old)).findings).toMatchObject([{ tier: "pending-program" }]);
  const newer = one("named", (resource) => {
    resource.type = "payments:index:Hologram";
  });
  expect(classifyStack(await fromState(newer)).findings).toMatchObject([
    { tier: "undetermined", why: expect.stringContaining("no resource Hologram") },
  ]);
});
