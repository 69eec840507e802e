import { unknownMarker } from "../../../provider/lifecycle/inputs";
import { outputsOfCreate, outputsOfUpdate } from "../../../provider/native/preview-outputs";
import type { Change } from "../../../provider/report/record";
import { resources } from "../../../provider/resources/registry";

const { ApiKey, RotatingApiKey, WebhookEndpoint } = resources as unknown as Record<
  string,
  Parameters<typeof outputsOfCreate>[0]
>;
const change = (field: string, more: Partial<Change> = {}): Change => ({
  field,
  cause: "program",
  repairable: true,
  ...more,
});
const olds = {
  type: "secret",
  name: "ci",
  scopes: ["a:read"],
  value: "v",
  accountId: "acct_1",
  serviceUrl: "https://x",
};

test("a new object's arguments are known, and everything that the service decides is not", () => {
  const outputs = outputsOfCreate(ApiKey!, { type: "secret", scopes: ["a:read"], adoptId: "key_1" });
  expect(outputs).toMatchObject({ type: "secret", scopes: ["a:read"], name: unknownMarker, value: unknownMarker });
  expect(outputs).not.toHaveProperty("adoptId");
});

test("an update leaves the value known, so that its dependents stay unchanged", () => {
  const news = { type: "secret", scopes: ["a:read", "b:read"] };
  const outputs = outputsOfUpdate(ApiKey!, { olds, news, changes: [change("scopes")] });
  expect(outputs).toMatchObject({ value: "v", name: "ci", scopes: ["a:read", "b:read"], updatedAt: unknownMarker });
  expect(outputs).toMatchObject({ accountId: "acct_1", serviceUrl: "https://x" });
});

test("a generated name that is put back is not known before", () => {
  const outputs = outputsOfUpdate(ApiKey!, { olds, news: { type: "secret" }, changes: [change("name")] });
  expect(outputs.name).toBe(unknownMarker);
});

test("a rotation makes its value unknown, and says that it comes", () => {
  const before = { ...olds, current: { id: "key_1" }, rotatesAt: "2026-01-01T00:00:00Z" };
  const news = { scopes: ["a:read"], rotation: {}, __resource: { tag: "t" } };
  const outputs = outputsOfUpdate(RotatingApiKey!, {
    olds: before,
    news,
    changes: [change("current", { cause: "due" })],
  });
  expect(outputs).toMatchObject({ value: unknownMarker, current: unknownMarker, rotatesAt: unknownMarker });
  expect(outputs.__resource).toEqual({ tag: "t", valuePending: true });
  expect(outputs.serviceUrl).toBe("https://x");
});

test("a change of a rotation's scopes alone leaves its value known", () => {
  const outputs = outputsOfUpdate(RotatingApiKey!, { olds, news: { scopes: ["b:read"] }, changes: [change("scopes")] });
  expect(outputs).toMatchObject({ value: "v", scopes: ["b:read"] });
});

test("other times of a rotation leave its keys known, and not when they are due", () => {
  const before = { ...olds, current: { id: "key_1" }, retiring: { id: "key_0" }, rotatesAt: "2026-01-01T00:00:00Z" };
  const news = { scopes: ["a:read"], rotation: { everyDays: 9, overlapHours: 1 } };
  const changes = [change("everyDays", { cause: "unrecorded", repairable: false })];
  const outputs = outputsOfUpdate(RotatingApiKey!, { olds: before, news, changes });
  expect(outputs).toMatchObject({ value: "v", current: { id: "key_1" } });
  expect(outputs).toMatchObject({ retiring: unknownMarker, rotatesAt: unknownMarker });
});

test("what the service makes of a declared status is not known before it was asked", () => {
  const news = { endpointId: "we_1", status: "active" };
  const before = { endpointId: "we_1", status: "disabled" };
  expect(outputsOfCreate(WebhookEndpoint!, news).status).toBe(unknownMarker);
  const after = (changes: Change[]) => outputsOfUpdate(WebhookEndpoint!, { olds: before, news, changes });
  expect(after([change("status")]).status).toBe(unknownMarker);
  expect(after([change("profile", { cause: "unrecorded" })]).status).toBe("disabled");
});

test("scopes beside delegated ones are not known where they change, and as state has them where they do not", () => {
  const news = { type: "secret", scopes: ["b:read"], delegatedScopes: ["apple_pay_domains"] };
  const before = { ...olds, scopes: ["apple_pay_domains:read", "b:read"] };
  expect(outputsOfCreate(ApiKey!, news).scopes).toBe(unknownMarker);
  const after = (changes: Change[]) => outputsOfUpdate(ApiKey!, { olds: before, news, changes });
  expect(after([change("scopes")]).scopes).toBe(unknownMarker);
  expect(after([change("name")]).scopes).toEqual(before.scopes);
});

test("where nobody asked for a diff, no value is promised", () => {
  expect(outputsOfUpdate(ApiKey!, { olds, news: {}, changes: undefined }).value).toBe(unknownMarker);
});
