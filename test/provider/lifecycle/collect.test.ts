import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DriftRecord, type ResourceRecord, recordSchema } from "../../../provider/report/record";
import { closeWorlds, type Managed, openWorld, type World } from "./world";

let world: World;
let folder: string;
let key: Managed;
const args = { type: "secret", name: "ci", scopes: ["accounts:read", "api_keys:read"] };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "payments-report-"));
  world = await openWorld();
  key = world.resource("ApiKey", "ci");
  await key.up(args);
});
afterEach(async () => {
  await closeWorlds();
  rmSync(folder, { recursive: true });
});

const look = (): void => {
  world.environment = { PAYMENTS_REPORT_DIR: folder, PAYMENTS_DRIFT_CHECK: "collect", PAYMENTS_READ_ONLY: "1" };
};
const lines = (): string[] =>
  readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), "utf8").trimEnd().split("\n"));
const records = (): DriftRecord[] => lines().map((line) => recordSchema.parse(JSON.parse(line)));
const ofResources = (): ResourceRecord[] => records().filter((each) => each.record === "resource");

test("drift is recorded with every side and its cause, and nothing is planned", async () => {
  await world.colleagueChanges(key.state!.id, { scopes: ["accounts:write"], name: "renamed" });
  look();
  expect(await key.preview(args)).toMatchObject({ step: "same", lines: [] });
  expect(ofResources()).toMatchObject([
    {
      urn: key.urn,
      id: key.state!.id,
      observed: "found",
      changes: [
        { field: "name", desired: "ci", lastApplied: "ci", recorded: "ci", live: "renamed", cause: "drift" },
        { field: "scopes", desired: args.scopes, recorded: args.scopes, live: ["accounts:write"], cause: "drift" },
      ],
    },
  ]);
});

test("a key that is gone is recorded as absent, with why that is believed", async () => {
  await world.colleagueDeletes(key.state!.id);
  look();
  await key.preview(args);
  expect(ofResources()).toMatchObject([{ observed: "absent", why: expect.stringMatching(/\w/) }]);
});

test("a key that can't be read is recorded as unknown and hides no other", async () => {
  const other = world.resource("WebhookEndpoint", "orders");
  const endpoint = { endpointId: world.sandbox.webhookEndpointId, status: "active" };
  await other.up(endpoint);
  await world.fault({ operation: "GET /v1/api-keys", effect: "status", status: 403, count: 1000 });
  look();
  const process = world.start();
  await key.preview(args, {}, process);
  await other.preview(endpoint, {}, process);
  expect(ofResources()).toMatchObject([
    { id: key.state!.id, observed: "unknown", why: expect.stringContaining("403") },
    { id: other.state!.id, observed: "found", changes: [] },
  ]);
});

test("a wrong account is recorded as a failure with its reason", async () => {
  world.config["payments:accountId"] = "acct_other";
  look();
  expect(await key.preview(args)).toMatchObject({ step: "same" });
  expect(records()).toContainEqual(
    expect.objectContaining({ record: "failure", urn: key.urn, why: expect.stringContaining("acct_other") }),
  );
});

test("a configuration that is wrong is recorded for every resource, and fails nothing", async () => {
  delete world.config["payments:accountId"];
  look();
  expect(await key.preview(args)).toMatchObject({ step: "same" });
  expect(records()).toContainEqual(
    expect.objectContaining({ record: "failure", urn: key.urn, why: expect.stringContaining("payments:accountId") }),
  );
});

test("arguments that are refused are recorded, and what is live is looked at all the same", async () => {
  await world.colleagueChanges(key.state!.id, { scopes: ["accounts:write"] });
  look();
  await key.preview({ ...args, name: "" });
  expect(records()).toContainEqual(
    expect.objectContaining({ record: "failure", why: expect.stringMatching(/arguments are refused.*name/s) }),
  );
  expect(ofResources()).toMatchObject([{ changes: [{ field: "scopes" }] }]);
});

test("a new resource is recorded as new, and its preconditions are asked of nobody", async () => {
  look();
  await world.forgetRequests();
  await world.resource("ApiKey", "second").preview({ ...args, name: "ci" });
  expect(records()).toEqual([
    { record: "start", version: 2 },
    expect.objectContaining({ record: "new", className: "ApiKey" }),
  ]);
  expect(await world.counts()).toEqual({});
});

test("the account's keys are recorded once, for whoever looks for those that nobody declares", async () => {
  await world.colleagueMakes({ type: "secret", name: "by hand", scopes: ["*"] });
  look();
  const process = world.start();
  await key.preview(args, {}, process);
  await key.preview(args, {}, process);
  const accounts = records().filter((each) => each.record === "account");
  expect(accounts).toHaveLength(1);
  expect(accounts[0]).toMatchObject({
    accountId: world.sandbox.accountId,
    keys: expect.arrayContaining([expect.objectContaining({ name: "by hand", scopes: ["*"] })]),
  });
});

test("no record holds a key's value, its credential, or what looks like a value in a name", async () => {
  const pasted = `sk_live_${"a1B2".repeat(6)}`;
  await world.colleagueChanges(key.state!.id, { name: pasted });
  look();
  await key.preview({ ...args, adoptId: key.state!.id, adoptValue: "a phrase of no known form" });
  const all = lines().join("\n");
  for (const secret of [String(key.outputs.value), world.sandbox.apiKey, pasted, "a phrase of no known form"])
    expect(all).not.toContain(secret);
  expect(ofResources()[0]!.changes).toMatchObject([{ field: "name", live: "[redacted]" }]);
});

test("a folder that can't be written to stops nothing", async () => {
  look();
  world.environment.PAYMENTS_REPORT_DIR = join(folder, "missing");
  expect(await key.preview(args)).toMatchObject({ step: "same" });
});

test("a write that is planted in such a run is refused before the service hears of it", async () => {
  look();
  await world.forgetRequests();
  await expect(world.resource("ApiKey", "planted").up({ ...args, name: "planted" })).rejects.toMatchObject({
    message: expect.stringMatching(/could not create .*only reads/s),
  });
  expect(await world.writes()).toEqual([]);
});

test("a key that state holds for two resources is recorded for each, and for the second why a preview is refused", async () => {
  const two = world.resource("ApiKey", "two");
  const adopting = { ...args, adoptId: key.state!.id };
  await two.up(adopting);
  look();
  const process = world.start();
  for (const [resource, declared] of [
    [two, adopting],
    [key, args],
  ] as const)
    expect(await resource.preview(declared, {}, process)).toMatchObject({ step: "same" });
  expect(ofResources().map(({ urn }) => urn)).toEqual([two.urn, key.urn]);
  const why = expect.stringContaining(`API key ${key.state!.id} is also managed by ${two.urn} of this stack, and each`);
  expect(records().filter(({ record }) => record === "failure")).toMatchObject([{ urn: key.urn, why }]);
});
