import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type Classified, classifyResource } from "../../../drift/classify/resource";
import type { ResourceRecord } from "../../../provider/report/record";
import { closeWorlds, type Managed, openWorld, type World } from "../../provider/lifecycle/world";
import { type Body, type RewritingProxy, startRewritingProxy } from "../rewriting-proxy";

/** The provider's own diff and what the command makes of it, against a real sandbox, whose answers a proxy shows otherwise. */
// Only a hang is to end it: a busy machine gives it a small part of a core.
jest.setTimeout(600_000);
const runs = 500;
let world: World;
let proxy: RewritingProxy;
let folder: string;
let managed: Record<string, { resource: Managed; args: object }>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "payments-decide-"));
  world = await openWorld();
  proxy = await startRewritingProxy(world.sandbox.url);
  world.config["payments:baseUrl"] = proxy.url;
  // A service that trims.
  proxy.spell = (key) => {
    if (typeof key.name === "string") key.name = key.name.trim();
  };
  const secret = { type: "secret", scopes: ["accounts:read", "accounts:write", "api_keys:read"] };
  const keys = {
    named: { ...secret, name: "named" },
    made: secret,
    spaced: { ...secret, name: "  spaced out " },
    web: { type: "publishable", name: "web shop" },
    shop: { type: "secret", name: "shop", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] },
  };
  managed = {};
  for (const [name, args] of Object.entries(keys)) managed[name] = { resource: world.resource("ApiKey", name), args };
  for (const { resource, args } of Object.values(managed)) await resource.up(args);
  const apple = { apiKeyId: managed.shop!.resource.state!.id, access: "readWrite" };
  managed.apple = { resource: world.resource("ApplePayDomainScopes", "apple"), args: apple };
  await managed.apple.resource.up(apple);
  const rotation = { scopes: ["accounts:read", "accounts:write"], rotation: { everyDays: 30, overlapHours: 24 } };
  managed.rotated = { resource: world.resource("RotatingApiKey", "rotated"), args: rotation };
  await managed.rotated.resource.up(rotation);
  const endpoint = { endpointId: world.sandbox.webhookEndpointId, status: "active" };
  managed.orders = { resource: world.resource("WebhookEndpoint", "orders"), args: endpoint };
  await managed.orders.resource.up(endpoint);
  world.environment = { PAYMENTS_REPORT_DIR: folder, PAYMENTS_DRIFT_CHECK: "collect", PAYMENTS_READ_ONLY: "1" };
});
afterAll(async () => {
  await proxy.close();
  await closeWorlds();
  rmSync(folder, { recursive: true });
});

/** Of the key; of a rotation that of its current one. */
function idOf(name: string): string {
  const { id, outputs } = managed[name]!.resource.state!;
  return (outputs.current as { id: string } | undefined)?.id ?? id;
}

/** What one run of the provider comes to for every resource: those that are not clean. */
async function look(): Promise<Record<string, Classified>> {
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  const process = world.start();
  for (const { resource, args } of Object.values(managed)) await resource.preview(args, {}, process);
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), "utf8").trimEnd().split("\n"));
  const records = lines.map((line) => JSON.parse(line) as ResourceRecord).filter(({ record }) => record === "resource");
  expect(records).toHaveLength(Object.keys(managed).length);
  const found: Record<string, Classified> = {};
  for (const [name, { resource }] of Object.entries(managed)) {
    const record = records.find(({ urn }) => urn === resource.urn)!;
    const classified = classifyResource(record);
    if (classified !== undefined) found[name] = classified;
  }
  return found;
}

const eachKey = (change: (key: Body) => void) => (path: string, body: Body) => {
  if (path.startsWith("/v1/api-keys")) for (const key of body.items) change(key);
  return body;
};

/** Everything that may differ from one answer to the next and means nothing. */
const meaningless = fc.record({
  scopes: fc.constantFrom("as they are", "reversed", "doubled"),
  times: fc.option(fc.date({ min: new Date("2026-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })),
  lastUsed: fc.option(fc.date({ min: new Date("2026-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })),
  value: fc.constantFrom("left out", "null", "sk_****1234", "***", ""),
  extra: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
  status: fc.constantFrom("active", "pending"),
});

test(`${runs} changes that mean nothing raise no alarm`, async () => {
  await fc.assert(
    fc.asyncProperty(meaningless, async ({ scopes, times, lastUsed, value, extra, status }) => {
      proxy.rewrite = (path, body) => {
        if (path.startsWith("/v1/webhook-endpoints")) return { ...extra, ...body, status };
        return eachKey((key) => {
          for (const [name, other] of Object.entries(extra)) if (!(name in key)) key[name] = other;
          if (scopes === "reversed") key.scopes?.reverse();
          if (scopes === "doubled") key.scopes?.push(...key.scopes);
          if (times !== null) key.updated_at = times.toISOString();
          if (lastUsed !== null) key.last_used = lastUsed.toISOString();
          if (key.type !== "secret") return;
          if (value === "left out") delete key.value;
          else key.value = value === "null" ? null : value;
        })(path, body);
      };
      expect(await look()).toEqual({});
    }),
    { numRuns: runs },
  );
}, 120_000);

const scope = fc.constantFrom("accounts:delete", "accounts:read", "accounts:write", "api_keys:read", "api_keys:write");
const declared: Record<string, string[]> = {
  named: ["accounts:read", "accounts:write", "api_keys:read"],
  made: ["accounts:read", "accounts:write", "api_keys:read"],
  shop: ["accounts:read"],
  rotated: ["accounts:read", "accounts:write"],
};
const sorted = (values: readonly string[]): string => [...new Set(values)].sort().join();

/** One change that somebody made outside Pulumi, and what has to be found. */
type Change =
  | { of: string; tier: string; fields: string[]; change(key: Body): void }
  | { of: "orders"; status: string };
const meaningful: fc.Arbitrary<Change> = fc.oneof(
  fc
    .tuple(fc.constantFrom("named", "made", "web", "shop", "spaced"), fc.string({ minLength: 1 }))
    .map(([of, name]) => ({
      of,
      tier: "changed",
      fields: ["name"],
      change: (key: Body) => {
        key.name = `other ${name}`;
      },
    })),
  fc
    .tuple(fc.constantFrom("named", "made", "shop", "rotated"), fc.array(scope, { maxLength: 5 }))
    .filter(([of, scopes]) => sorted(scopes) !== sorted(declared[of]!))
    .map(([of, scopes]) => ({
      of,
      tier: "changed",
      fields: ["scopes"],
      change: (key: Body) => {
        const rest = key.scopes.filter((each: string) => each.startsWith("apple_pay_domains:"));
        key.scopes = [...scopes, ...rest];
      },
    })),
  fc.constantFrom([], ["apple_pay_domains:read"], ["apple_pay_domains:write"]).map((held) => ({
    of: "apple",
    tier: "changed",
    fields: ["scopes"],
    change: (key: Body) => {
      key.scopes = [...key.scopes.filter((each: string) => !each.startsWith("apple_pay_domains:")), ...held];
    },
  })),
  fc.constantFrom("named", "made", "web").map((of) => ({ of, tier: "gone", fields: [], change: () => undefined })),
  fc.constant<Change>({ of: "rotated", tier: "gone", fields: ["current"], change: () => undefined }),
  fc.constantFrom("inactive", "disabled").map((status) => ({ of: "orders" as const, status })),
);

test(`${runs} changes that mean something are all found, in the fields that changed, and nowhere else`, async () => {
  await fc.assert(
    fc.asyncProperty(meaningful, async (change) => {
      proxy.rewrite = (path, body) => {
        if ("status" in change)
          return path.startsWith("/v1/webhook-endpoints") ? { ...body, status: change.status } : body;
        if (!path.startsWith("/v1/api-keys")) return body;
        if (change.tier === "gone") {
          const items = body.items.filter((key: Body) => key.id !== idOf(change.of));
          return { ...body, items, total: body.total - (body.items.length - items.length) };
        }
        for (const key of body.items) if (key.id === idOf(change.of)) change.change(key);
        return body;
      };
      const found = await look();
      expect(Object.keys(found)).toEqual([change.of]);
      const { tier, fields } = found[change.of]!;
      const expected =
        "status" in change ? { tier: "unhealthy", fields: ["status"] } : { tier: change.tier, fields: change.fields };
      expect({ tier, fields: fields.map(({ field }) => field) }).toEqual(expected);
    }),
    { numRuns: runs },
  );
}, 120_000);
