import { leavesNoSecret } from "./harness/leaves-no-secret";
import { native, nativeJavascript } from "./harness/programs";
import { plannedIn } from "./harness/rows";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

/** Two accounts of one service and one of another, in one program; the stack's own settings beside them. */
const program = (more = "") => `
const config = new pulumi.Config("places");
const place = (name) => ({ ...config.requireObject(name), apiKey: config.requireSecret(name + "Key"), absenceConfirmMs: 200, newKeyGraceMs: 0, deletionGuard: "off" });
const [branch, other] = ["branch", "other"].map((name) => new Provider(name, place(name)));
const reads = { type: "secret", name: "reports", scopes: ["accounts:read"] };
new ApiKey("own", reads);
new ApiKey("of-branch", reads, { provider: branch });
new ApiKey("of-other", reads, { provider: other });
exports.branch = getApiKeyOutput({ name: "looked up" }, { provider: branch }).accountId;
${more}
`;

let service: Service;
let second: Service;
let bench: Workbench;
let stack: Stack;
let branchId: string;
let credentialOfOther: string;
beforeAll(async () => {
  [service, second, bench] = await Promise.all([startService(), startService(), workbench()]);
  branchId = await service.admin.createMerchant();
  const credential = await service.admin.createKey({
    account_id: branchId,
    type: "secret",
    name: "run",
    scopes: ["*"],
  });
  await service.admin.createKey({ account_id: branchId, type: "secret", name: "looked up", scopes: ["accounts:read"] });
  const otherRun = { account_id: second.accountId, type: "secret" as const, name: "run", scopes: ["*"] };
  const { id, value } = await second.admin.createKey(otherRun);
  credentialOfOther = id;
  const files = native(program());
  stack = await bench.stack({ name: "instances", files, yaml: nativeJavascript });
  await connect(stack, service, { "payments:deletionGuard": "off" });
  const place = (url: string, accountId: string) => JSON.stringify({ baseUrl: url, accountId });
  await stack.configure(
    { "places:branch": place(service.url, branchId), "places:other": place(second.url, second.accountId) },
    { "places:branchKey": credential.value!, "places:otherKey": value! },
  );
});
afterAll(async () => {
  await Promise.all([service?.stop(), second?.stop()]);
  bench?.remove();
});

const named = async (from: Service, accountId: string) =>
  (await from.admin.keys(accountId)).filter(({ name }) => name === "reports").length;

test("each key is made in the account of its provider, whatever the environment says", async () => {
  // It would lead all of them elsewhere, if an instance asked it.
  Object.assign(stack.env, { PAYMENTS_API_KEY: service.apiKey });
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
  delete stack.env.PAYMENTS_API_KEY;
  const counts = [named(service, service.accountId), named(service, branchId), named(second, second.accountId)];
  expect(await Promise.all(counts)).toEqual([1, 1, 1]);
  expect((await stack.outputs()).branch).toBe(branchId);
  expect(await stack.preview()).toMatchObject({ exitCode: 0 });
});

test("a credential that changed updates its provider and replaces nothing", async () => {
  const ids = await stack.ids();
  const next = await second.admin.createKey({
    account_id: second.accountId,
    type: "secret",
    name: "next run",
    scopes: ["*"],
  });
  await stack.configure({}, { "places:otherKey": next.value! });
  // The reading before the preview is made with the credential of the last up, which is gone by now.
  await second.admin.deleteKey(credentialOfOther);
  const preview = await stack.preview();
  expect(plannedIn(preview.output)).toEqual({});
  expect(await stack.up()).toMatchObject({ exitCode: 0 });
  expect(await stack.ids()).toEqual(ids);
});

test("another account for the same instance is refused before anything is read or changed", async () => {
  const before = await stack.pulumi("config", "get", "places:other");
  await stack.configure({ "places:other": JSON.stringify({ baseUrl: second.url, accountId: "acct_wrong" }) });
  await second.admin.forget();
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(1);
  expect(preview.output).toContain(`state records account ${second.accountId}, the configuration says acct_wrong`);
  const accounts = (await second.admin.requests()).map(({ account_id }) => account_id);
  expect(accounts.filter((account) => account !== second.accountId)).toEqual([]);
  expect(await second.admin.writes()).toEqual([]);
  await stack.configure({ "places:other": before.stdout.trim() });
});

test("an instance that lacks a setting fails with every problem, and none of its values", async () => {
  stack.write(native(program('new Provider("half", { accountId: "acct_x", maxConcurrency: 1000 });')));
  const preview = await stack.preview();
  expect(preview.exitCode).toBe(1);
  expect(preview.output).toMatch(/baseUrl: missing/);
  expect(preview.output).toMatch(/apiKey: missing/);
  expect(preview.output).toMatch(/maxConcurrency/);
  stack.write(native(program()));
});

test("destroy takes each key from its own account, by the instances that state remembers", async () => {
  expect(await stack.destroy()).toMatchObject({ exitCode: 0 });
  const counts = [named(service, service.accountId), named(service, branchId), named(second, second.accountId)];
  expect(await Promise.all(counts)).toEqual([0, 0, 0]);
});

leavesNoSecret(() => ({ bench, service }));
