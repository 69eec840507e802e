import { judge } from "../../../cli/orphans/judge";
import { judgeRemoval } from "../../../cli/orphans/remove";
import type { ApiKeyRecord } from "../../../provider/api/contract/api-key.js";
import { type Configuration, readConfiguration } from "../../../provider/configuration/configuration.js";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/payments:ApiKey::ci";
const nowMs = Date.parse("2026-03-01T00:00:00Z");
const hoursAgo = (hours: number): string => new Date(nowMs - hours * 3_600_000).toISOString();
const old: ApiKeyRecord = {
  id: "key_1",
  name: "ci-0a1b2c3d-abcdefgh",
  type: "secret",
  scopes: ["accounts:read"],
  createdAt: hoursAgo(48),
};

function refusalOf(
  changed: Partial<ApiKeyRecord> = {},
  environment: Record<string, string> = {},
  told: { forced?: string[]; others?: ApiKeyRecord[] } = {},
): string | undefined {
  const read = readConfiguration({
    configured: () => undefined,
    configuredKeys: [],
    environment: {
      PAYMENTS_BASE_URL: "https://x.example.com",
      PAYMENTS_ACCOUNT_ID: "acct_1",
      PAYMENTS_API_KEY: "sk_live_0123456789tail",
      ...environment,
    },
  });
  const configuration = (read as { configuration: Configuration }).configuration;
  const place = { connection: configuration.main!, accountId: "acct_1", configuration };
  const record = { ...old, ...changed };
  const keys = [record, ...(told.others ?? [])].map((each) => ({ id: each.id, record: each }));
  const accounts = [{ serviceUrl: "https://x.example.com", accountId: "acct_1", keys, nowMs }];
  const state = { name: {}, resources: [], pending: [] };
  const judgement = judge(accounts, [{ state, tags: { urnFor: (name) => (name === old.name ? urn : undefined) } }]);
  const judged = judgeRemoval(judgement.orphans[0]!, {
    judgement,
    accounts,
    places: [place],
    forced: new Set(told.forced),
  });
  return "refusal" in judged ? judged.refusal : judged.note;
}
const idKnown = { PAYMENTS_API_KEY_ID: "key_9" };
const used = { ...old, id: "key_2", name: "other", lastUsed: hoursAgo(1) };

test("an old key that shows no use may go, on a service that shows uses; else that is said", () => {
  expect(refusalOf({}, idKnown, { others: [used] })).toBeUndefined();
  expect(refusalOf({}, idKnown)).toContain("not known");
});

test("one that was used lately, or is so young that a run may still save it, takes --force", () => {
  for (const changed of [{ lastUsed: hoursAgo(3) }, { createdAt: hoursAgo(0.05) }, { createdAt: hoursAgo(-1) }]) {
    expect(refusalOf(changed, idKnown, { others: [used] })).toContain("--force key_1");
    expect(refusalOf(changed, idKnown, { others: [used], forced: ["key_1"] }) ?? "").not.toContain("--force");
    expect(refusalOf(changed, { ...idKnown, PAYMENTS_FORCE: "key_1" }, { others: [used] }) ?? "").not.toContain(
      "--force",
    );
  }
  expect(refusalOf({ lastUsed: hoursAgo(25) }, idKnown)).toBeUndefined();
});

test("the credential itself never goes, whatever is told", () => {
  const everything = { PAYMENTS_API_KEY_ID: "key_1", PAYMENTS_FORCE: "key_1", PAYMENTS_ALLOW_SELF: "key_1" };
  expect(refusalOf({}, everything, { forced: ["key_1"], others: [used] })).toContain("authenticates with");
  const visible = { visible: { head: "sk_live_", tail: "tail" } };
  expect(refusalOf(visible, {}, { forced: ["key_1"], others: [used] })).toContain("authenticates with");
});

test("one that may be the credential, for all that is known, takes payments:apiKeyId", () => {
  expect(refusalOf({ scopes: ["*"] }, {}, { others: [used] })).toContain("payments:apiKeyId");
  expect(refusalOf({ scopes: ["*"] }, idKnown, { others: [used] })).toBeUndefined();
});
